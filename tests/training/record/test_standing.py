from __future__ import annotations

import json

from rightmost.training.record.development import Figures
from rightmost.training.record.standing import Standing
from rightmost.training.run.schedule import Plateau


def test_through_json():
    figures = Figures(50.0, 90.1, 91.0, 89.3, 97.0)
    standing = Standing(2, 3, 45, 1.5, Plateau(0.5, 90.1, 2), best_epoch=2, best={"dev.txt": figures})
    assert Standing.from_json(json.loads(json.dumps(standing.to_json()))) == standing
    assert Standing.from_json(Standing().to_json()) == Standing()
