"""The face of a card as SVG, 126 × 176 units: twice a playing card in millimetres.

What is on it comes from `Wordings.face`. Colours and letters are chosen so that all of it can be read: strong colours
have a contrast of at least 4.5 on paper and on each background, also for whoever lacks one kind of cones, and nothing
is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...language.spec.texts import icons
from ...play.game.texts import Wordings
from .boxes import broken, cut, n, text_at, text_width

Json = Mapping[str, Any]

WIDTH, HEIGHT = 126, 176

PAPER, INK, SOFT, EDGE = "#fffdf8", "#1b1d1f", "#4a4f54", "#b9b6aa"

STRONG = {
    "red": "#a81f18", "orange": "#943f00", "yellow": "#6b5400", "green": "#1c6430", "cyan": "#0a5f69",
    "blue": "#1b5697", "violet": "#6f3f97", "pink": "#9a2d60", "brown": "#6d431c", "black": "#1b1d1f",
    "grey": "#4d545b", "white": "#4d545b",
}  # fmt: skip
"""The colours of the language as those of letters and signs."""

PALE = {
    "red": "#f6d3cf", "orange": "#fadfc0", "yellow": "#faf0b4", "green": "#d2ecd4", "cyan": "#cdeef0",
    "blue": "#d3e4f8", "violet": "#e6d9f2", "pink": "#f9d8e7", "brown": "#ead9c6", "black": "#d9dbdd",
    "grey": "#e3e6e8", "white": "#ffffff",
}  # fmt: skip
"""The colours of the language as backgrounds."""

SMALLEST = 4.6
"""The size of the smallest letters: 6.5 points on a printed card."""

BACK = "blue"
"""The colour of backs on which nothing is printed."""

RUNS = ("corner", "large", "icon", "line")
"""The parts of a face that consist of signs and icons."""

NO_DRAWINGS: Mapping[str, str] = {}

MOST_OF_CORNER = 66
"""How high the signs in a corner are at most."""

CORNER = 28
"""How wide the signs in a corner are at most."""


def symbols(
    faces: Mapping[str, Json], feet: Mapping[str, str] | None = None, *, drawings: Mapping[str, str] = NO_DRAWINGS
) -> str:
    """The symbols of these faces, as `face-NAME`, and of the icons on them; a document holds them once.

    `drawings` are the symbols of those icons that the spec brings itself, by their names.
    `feet` are what stands in the smallest letters at the lower edges of cards for print. On screens, without them, what
    is printed below an icon or a large sign is left out, since there nobody could read it.
    """
    runs = (run for face in faces.values() for part in RUNS for run in face[part])
    outlines = (
        drawings[name]
        if name in drawings
        else f'<symbol id="icon-{name}" viewBox="0 0 24 24"><path fill-rule="evenodd" d="{icons()[name]}"/></symbol>'
        for name in sorted({run["icon"] for run in runs if run["icon"]})
    )
    drawn = (
        f'<symbol id="face-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">'
        + "".join(_Face(face, None if feet is None else feet[name]).parts())
        + "</symbol>"
        for name, face in faces.items()
    )
    return "".join((*outlines, *drawn))


def faces_of(words: Wordings) -> dict[str, Json]:
    """The faces of all kinds of card of a game, by what `State.table` calls them."""
    return {words.key(kind): words.face(kind) for kind in words.kinds}


def ground_of(face: Json) -> str:
    """The colour behind all that is on a card."""
    return PALE[face["ground"]] if face["ground"] else PAPER


class _Face:
    """Draws one face, from the edge inwards."""

    def __init__(self, face: Json, foot: str | None) -> None:
        small = foot is None and (face["icon"] or face["large"])
        self.face, self.ground, self.foot = {**face, "text": ""} if small else face, face["ground"], foot or ""
        self.round = 9 if foot is None else 0  # a printed card is cut along its edge
        self.ink = STRONG[face["colour"] or "black"]
        self.top, self.bottom = 8.0, HEIGHT - 8.0

    def parts(self) -> Iterator[str]:
        """All that is on the card."""
        yield f'{self._edge()}<g text-anchor="middle" font-weight="700" fill="{self.ink}">'
        if self.face["corner"]:
            corner = self._corner(self.face["corner"])
            yield f'{corner}<g transform="rotate(180 {n(WIDTH / 2)} {n(HEIGHT / 2)})">{corner}</g>'
            self.top, self.bottom = 16, HEIGHT - 16
        if self.foot:
            told = cut(self.foot, 4, WIDTH - (2 * CORNER + 16 if self.face["corner"] else 20))
            yield f'<g fill="{SOFT}" font-weight="400">{text_at(told, WIDTH / 2, HEIGHT - 7, 4)}</g>'
            self.bottom -= 5
        bare = not (self.face["large"] or self.face["icon"])
        yield self._title(20 if bare else 13)
        yield self._text(10.5 if bare else 9)
        if self.face["line"]:
            yield self._line(self.face["line"])
        yield self._middle() + "</g>"

    def _edge(self) -> str:
        size = f'width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="{self.round}"'
        edge = f'<rect x=".5" y=".5" {size} fill="{ground_of(self.face)}" stroke="{EDGE}"/>'
        inside = f'<rect x="3.5" y="3.5" width="{WIDTH - 7}" height="{HEIGHT - 7}" rx="6.5" fill="none" stroke="'
        return edge + (f'{inside}{STRONG[self.ground]}" stroke-width="2.5"/>' if self.ground else "")

    def _corner(self, runs: Sequence[Json]) -> str:
        """Signs and icons below each other, in the left upper corner."""
        sizes = [18 if run["icon"] else {1: 24, 2: 24, 3: 18}.get(len(run["text"]), 13) for run in runs]
        heights = [size + 3 if run["icon"] else 0.78 * size + 4 for run, size in zip(runs, sizes, strict=True)]
        scale, drawn, y = min(1, MOST_OF_CORNER / sum(heights)), [], 8.0
        for run, whole, height in zip(runs, sizes, heights, strict=True):
            size = whole * scale
            if run["icon"]:
                drawn.append(self._icon(run, 20 - size / 2, y + 1, size))
            else:
                drawn.append(self._words(run, 20, y + 0.78 * size, size, CORNER))
            y += height * scale
        return "".join(drawn)

    def _title(self, size: float) -> str:
        text = self.face["title"]
        room = WIDTH - (2 * CORNER + 14 if self.face["corner"] else 20)
        while size > 6 and (len(broken(text, size, room, 9, bold=True)) > 3 or _longest(text, size) > room):
            size -= 1
        drawn = []
        for line in broken(text, size, room, 3, bold=True) if text else ():
            self.top += 1.15 * size
            drawn.append(self._words({"text": line}, WIDTH / 2, self.top - 1, size, room, INK))
        self.top += 3
        return "".join(drawn)

    def _text(self, size: float) -> str:
        """What is printed small, up from the foot."""
        text, room = self.face["text"], WIDTH - (2 * CORNER + 6 if self.face["corner"] else 16)
        if not text:
            return ""
        beside = (70, 44, 26) if self.face["large"] or self.face["icon"] else (0,)
        high = self.bottom - self.top - (26 if self.face["line"] else 0)
        whole = size
        for kept in beside:  # what is drawn beside it is made smaller before anything of a text is left out
            size = whole
            while size > SMALLEST and len(broken(text, size, room, 99)) * 1.2 * size > high - kept:
                size -= 0.5
            if len(broken(text, size, room, 99)) * 1.2 * size <= high - kept:
                break
        lines = broken(text, size, room, max(int((high - kept) / (1.2 * size)), 1))
        y = self.bottom = self.bottom - 1.2 * size * len(lines)
        drawn = []
        for line in lines:
            y += 1.2 * size
            drawn.append(text_at(line, WIDTH / 2, y - 2, size))
        return f'<g fill="{SOFT}" font-weight="400">{"".join(drawn)}</g>'

    def _line(self, runs: Sequence[Json]) -> str:
        """Signs and icons side by side, between the corners where the face has some."""
        room, gap = WIDTH - (2 * CORNER + 18 if self.face["corner"] else 24), 3.0
        widths = [1 if run["icon"] else max(1, text_width(run["text"], 0.6, bold=True) + 0.3) for run in runs]
        size = min(20, room / (sum(widths) + gap / 20 * (len(runs) - 1)))
        gap *= size / 20
        x = (WIDTH - sum(widths) * size - gap * (len(runs) - 1)) / 2
        self.bottom -= size + 6
        drawn = []
        for run, width in zip(runs, widths, strict=True):
            if run["icon"]:
                drawn.append(self._icon(run, x, self.bottom + 2, size))
            else:
                drawn.append(self._sign(run, x, self.bottom + 2, width * size, size))
            x += width * size + gap
        return "".join(drawn)

    def _sign(self, run: Json, x: float, y: float, width: float, height: float) -> str:
        """A sign in a box of its colour."""
        pale, strong = (PALE[run["colour"]], STRONG[run["colour"]]) if run["colour"] else ("#ffffff", INK)
        place = f'x="{n(x)}" y="{n(y)}" width="{n(width)}" height="{n(height)}" rx="{n(0.15 * height)}"'
        box = f'<rect {place} fill="{pale}" stroke="{strong}"/>'
        return box + self._words(run, x + width / 2, y + 0.76 * height, 0.72 * height, 0.94 * width, least=1)

    def _middle(self) -> str:
        """Icons and large signs below each other, as large as there is room."""
        runs = [*self.face["icon"], *self.face["large"]]
        if not runs:
            return ""
        # A large sign may be wide: it stands above the lower corner.
        bottom = min(self.bottom, HEIGHT - 44) if self.face["corner"] and self.face["large"] else self.bottom
        heights = [1 if run["icon"] else 0.8 for run in runs]
        whole = sum(heights) + 0.12 * (len(runs) - 1)
        unit = min(min(bottom - self.top - 4, 104) / whole, 68 if len(runs) == 1 else 56)
        y, drawn = (self.top + bottom - unit * whole) / 2, []
        for run, height in zip(runs, heights, strict=True):
            high = unit * height
            if run["icon"]:
                drawn.append(self._icon(run, (WIDTH - high) / 2, y, high))
            else:
                drawn.append(self._words(run, WIDTH / 2, y + 0.88 * high, 1.05 * high, WIDTH - 36))
            y += high + 0.12 * unit
        return "".join(drawn)

    def _icon(self, run: Json, x: float, y: float, size: float) -> str:
        place = f'x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}"'
        fill = self._fill(run)
        # What a drawing of the spec strokes in the colour of its symbol
        colour = "" if run["icon"] in icons() else fill.replace("fill", "color") or f' color="{self.ink}"'
        return f'<use href="#icon-{run["icon"]}" {place}{fill}{colour}/>'

    def _words(
        self, run: Json, x: float, y: float, size: float, room: float, fill: str = "", least: float = SMALLEST
    ) -> str:
        """A word or sign around a place, smaller where it would not have room, and cut where that is not enough."""
        width = text_width(run["text"], size, bold=True)
        size = max(size * min(1, room / width), least) if width else size
        drawn = text_at(cut(run["text"], size, room + 0.1, bold=True), x, y, size)
        fill = self._fill(run, fill)
        return f"<g{fill}>{drawn}</g>" if fill else drawn

    def _fill(self, run: Json, fill: str = "") -> str:
        fill = fill or (STRONG[run["colour"]] if run.get("colour") else self.ink)
        return f' fill="{fill}"' if fill != self.ink else ""


def _longest(text: str, size: float) -> float:
    return max((text_width(word, size, bold=True) for word in text.split()), default=0)
