"""`rightmost draw FILE`: pictures of trees."""

from __future__ import annotations
