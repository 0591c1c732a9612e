"""A picture in SVG as dots: PNG, for programs that cannot draw SVG. It needs resvg-py and a font of this machine."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal

Missing = Literal["package", "font"]

MODULE = "resvg_py"
DENSITY = 2
"""So many dots for a pixel of the picture, each way: on screens with small dots, and on paper, it is still sharp."""


class NoPng(Exception):
    """Raised where no PNG can be made: `missing` is what this machine lacks."""

    def __init__(self, missing: Missing) -> None:
        super().__init__(missing)
        self.missing: Missing = missing


def png(svg: str) -> bytes:
    """The PNG of a picture. Raises NoPng."""
    if find_spec(MODULE) is None:
        raise NoPng("package")
    if not _writes():
        raise NoPng("font")
    return _dots(svg, DENSITY)


@cache
def _writes() -> bool:
    """Whether there is a font: without one, letters are left out, and nobody is told."""
    empty, letter = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">{text}</text></svg>' for text in " W"
    )
    return _dots(empty, 1) != _dots(letter, 1)


def _dots(svg: str, density: int) -> bytes:
    made: bytes = bytes(import_module(MODULE).svg_to_bytes(svg_string=svg, zoom=density))
    return made
