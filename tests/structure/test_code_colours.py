"""Code on the pages of the site can be read by all: its colours stand out by 4.5 to 1 from what is behind them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygments.styles import get_style_by_name

CONF = (Path(__file__).parents[2] / "docs" / "conf.py").read_text(encoding="utf-8")
USED = ("Comment", "Keyword", "Name", "Literal", "Operator", "Punctuation", "Generic.Prompt", "Generic.Output")
"""What the languages of the pages are made of."""


def light(colour: str) -> float:
    """The relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour.lstrip("#")[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["pygments_style", "pygments_dark_style"])
def test_colours_stand_out(scheme: str) -> None:
    found = re.search(rf'^{scheme} = "(\w+)"$', CONF, re.MULTILINE)
    assert found is not None
    style = get_style_by_name(found[1])
    behind = light(style.background_color)
    faint = {}
    for token, look in style:
        name = str(token).removeprefix("Token.")
        if look["color"] and name.startswith(USED) and name not in ("Comment.Special",):
            low, high = sorted((light(look["color"]), behind))
            if (high + 0.05) / (low + 0.05) < 4.5:
                faint[name] = look["color"]
    assert faint == {}
