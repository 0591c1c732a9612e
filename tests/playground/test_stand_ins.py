"""What stands in for a compiled package in the playground does as the real one."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
import rpds
import yaml

from tests.structure.test_package import ROOT

CASES = yaml.safe_load(Path(__file__).with_name("rpds.yaml").read_text(encoding="utf-8"))
STAND_IN = runpy.run_path(str(ROOT / "playground" / "python" / "rpds" / "__init__.py"))
NAMES = ("HashTrieMap", "HashTrieSet", "List")


def value(expression: str, names: dict[str, Any]) -> str:
    """What an expression means, or the name of the error that it raises."""
    try:
        return repr(eval(expression, names))
    except Exception as error:
        return type(error).__name__


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["that"])
def test_as_the_real_one(case: dict[str, str]) -> None:
    real = {name: getattr(rpds, name) for name in NAMES}
    assert value(case["that"], dict(real)) == case["is"]
    assert value(case["that"], {name: STAND_IN[name] for name in NAMES}) == case["is"]
