"""A picture in SVG as dots: PNG, for programs that cannot draw SVG. It needs resvg-py and a font of this machine."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal

Missing = Literal["package", "font"]

MODULE = "resvg_py"

SVG = "http://www.w3.org/2000/svg"

FAMILIES = (
    *("DejaVu Sans", "Noto Sans", "Liberation Sans", "Arial", "Helvetica", "Helvetica Neue", "Segoe UI", "Verdana"),
    *("Roboto", "Open Sans", "Ubuntu", "Cantarell", "FreeSans", "Nimbus Sans", "Lucida Grande", "Tahoma"),
)
"""Fonts without serifs that come with systems of all kinds. A picture ends its list of fonts with any such font, and
resvg must be told which one that is."""


class NoPng(Exception):
    """Raised where no PNG can be made: `missing` is what this machine lacks."""

    def __init__(self, missing: Missing) -> None:
        super().__init__(missing)
        self.missing: Missing = missing


def png(svg: str, density: int = 2) -> bytes:
    """The PNG of a picture, with so many dots for a pixel of it each way. Raises NoPng."""
    if find_spec(MODULE) is None:
        raise NoPng("package")
    family = _family()
    if family is None:
        raise NoPng("font")
    return _dots(svg, density, family)


@cache
def _family() -> str | None:
    """The first of the usual fonts that this machine has: without one, letters are left out, and nobody is told."""
    empty, letter = (
        f'<svg xmlns="{SVG}" width="9" height="9"><text y="9" font-family="sans-serif">{text}</text></svg>'
        for text in " W"
    )
    return next((family for family in FAMILIES if _dots(empty, 1, family) != _dots(letter, 1, family)), None)


def _dots(svg: str, density: int, family: str) -> bytes:
    made: bytes = bytes(import_module(MODULE).svg_to_bytes(svg_string=svg, zoom=density, sans_serif_family=family))
    return made
