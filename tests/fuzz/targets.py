"""All targets of the fuzz suite, by name."""

from __future__ import annotations

from fuzz import actions, arguments, configs, folders, formats, parameters, trees
from fuzz.target import Target

TARGETS: dict[str, Target] = {
    "trees": trees.TARGET,
    "actions": actions.TARGET,
    "parameters": parameters.TARGET,
    "configs": configs.TARGET,
    "arguments": arguments.TARGET,
    "folders": folders.TARGET,
    "formats": formats.TARGET,
}
