"""Nothing is said about sound rules that come near to what is warned of: see `sound.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright.diagnostics.codes import codes
from tests.language.typing.mistakes import reported

GIVEN = yaml.load((Path(__file__).parent / "sound.yaml").read_text(encoding="utf-8"), yaml.BaseLoader)


def merged(old: Any, new: Any) -> Any:
    """One mapping over another; `none` takes a key away."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    both = {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}
    return {key: value for key, value in both.items() if value != "none"}


@pytest.mark.parametrize("name", GIVEN["cases"])
def test_nothing_is_said(name: str) -> None:
    text = yaml.dump(merged(GIVEN["base"], GIVEN["cases"][name]), sort_keys=False, default_style='"')
    assert reported("near.yaml", text) == ""


def test_each_warning_has_a_rule_that_comes_near() -> None:
    assert {name.partition(" ")[0] for name in GIVEN["cases"]} <= set(codes())
    assert len(GIVEN["cases"]) >= 30
