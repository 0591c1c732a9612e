"""Icons that an author brings along: files with drawings and pictures, beside the file that names them.

A file from somebody else is hostile until it has been read: a drawing may hold scripts, call for other files, or
unfold into more than memory holds. So nothing of it is passed on as it was written. An SVG is read by a parser that
stops at what could refer to or declare anything; of what is left, elements and attributes on the lists here are kept,
each value is read as the number, colour or outline that it must be, and the symbol is printed from these. Of a PNG or
JPEG, the pieces that say how large it is and what its dots are go on, once they have been found sound.

What changes nothing of the drawing, such as a comment or a name for an editor, is left out; anything else is refused.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Source, Span
from ...diagnostics.suggest import did_you_mean
from ...source.text import disk
from ...source.text.files import file_content
from ...source.text.tree import Scalar

LARGEST = {".svg": 64_000, ".png": 512_000, ".jpg": 512_000, ".jpeg": 512_000}
"""The endings of files with icons, and how many bytes each may have."""

MOST_DRAWN = 4_000_000
"""The characters of all symbols of a game."""

MOST_DRAWINGS = 300
"""A game has at most so many."""

MOST_DOTS, LONGEST_SIDE = 800_000, 4096
"""A picture has at most so many dots, what a printed card shows, and so many along a side."""

SHARED = ("variants", "parts")
"""Folders in the folder of a game: what lies in them may name what lies beside them."""


class DrawingRefused(Exception):
    """Raised for a file that is no icon: why, where in its text that is, if it has one, and what to do."""

    def __init__(self, message: str, place: tuple[int, int] | None = None, *helps: str) -> None:
        super().__init__(message)
        self.message, self.place, self.helps = message, place, helps


def is_file_name(icon: str) -> bool:
    """Whether an icon is named by its file; those of the set have plain names.

    >>> is_file_name("pictures/rat.svg"), is_file_name("heart"), is_file_name("{suit}")
    (True, False, False)
    """
    return "{" not in icon and any(sign in icon for sign in "./\\:")


def read_drawing(named: Scalar, path: str, report: Report) -> tuple[str, str] | None:
    """What the icon of a file is called, and its symbol; None if it cannot be used (E100 to E103, E108, E109).

    Files with the same icon have the same name, and no two icons have one name.
    """
    file = _place(named, path, report)
    data = file_content(str(file), report, named.span, LARGEST[file.suffix]) if file else None
    if file is None or data is None:
        return None
    name = f"{re.sub('[^a-z0-9_]', '_', file.stem.lower())}-{sha256(data).hexdigest()[:10]}"
    try:
        view, inside = _symbol(data, file.suffix)
    except DrawingRefused as refused:
        if refused.place is None:
            report.add("E109", f"'{file}' {refused.message}", named.span, helps=refused.helps, path=path)
            return None
        span = Span(Source(str(file), data.decode("utf-8-sig", "replace")), *refused.place)
        others = (Label(named.span, "the icon is named here"),)
        report.add("E109", refused.message, span, others=others, helps=refused.helps, path=path)
        return None
    return name, f'<symbol id="icon-{name}" viewBox="{view}">{inside}</symbol>'


def _place(named: Scalar, path: str, report: Report) -> Path | None:
    """The file that is meant, if it may be read: in or below the folder of the file that names it."""
    here = Path(named.span.source.name).parent
    file = here / named.text
    folders = (here, here / "..") if here.name in SHARED else (here,)
    if "://" in named.text or named.text.startswith("data:"):
        helps = ("save it beside the game, and name that file",)
        report.add("E109", f"'{named.text}' is no file: nothing is fetched from elsewhere", named.span, helps=helps)
    elif "\0" in named.text or not disk.lies_in(file, folders):
        helps = ("put a copy of it into the folder of the game",)
        report.add("E108", f"'{file}' lies outside the folder of this file", named.span, helps=helps, path=path)
    elif file.suffix not in LARGEST:
        helps = (f"icons are files that end in {', '.join(LARGEST)}, or names of the set",)
        report.add("E109", f"'{named.text}' is no icon", named.span, helps=helps, path=path)
    elif disk.is_file(file) and file.name not in (names := [one.name for one in disk.files_in(file.parent)]):
        # Some systems do not tell case apart: there it would be found, elsewhere not
        near = did_you_mean(file.name, names)
        report.add("E100", f"there is no file '{file}'", named.span, helps=near, path=path)
    else:
        return file
    return None


@lru_cache(maxsize=64)
def _symbol(data: bytes, ending: str) -> tuple[str, str]:
    """The area that is shown, as `viewBox` has it, and what is drawn there. Raises DrawingRefused."""
    found = next((kind for kind, begin in MAGIC.items() if data.startswith(begin)), "svg")
    wanted = {".svg": "svg", ".png": "png"}.get(ending, "jpeg")
    if found != wanted:
        is_svg = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<svg", b"<?xml"))
        held = found.upper() if found != "svg" or is_svg else "something else"
        raise DrawingRefused(f"holds {held}, not {wanted.upper()} as its name says", None)
    if found == "svg":
        return _Drawing(data).symbol()
    width, height, clean = (_png if found == "png" else _jpeg)(data)
    if width * height > MOST_DOTS or max(width, height) > LONGEST_SIDE:
        raise DrawingRefused(f"has {width} × {height} dots; {MOST_DOTS:,} are the most", None, "make it smaller")
    address = f"data:image/{found};base64,{b64encode(clean).decode()}"
    return f"0 0 {width} {height}", f'<image width="{width}" height="{height}" href="{address}"/>'


MAGIC = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8", "gif": b"GIF8", "webp": b"RIFF", "pdf": b"%PDF"}
"""How files of each kind begin."""


# Drawings ----------------------------------------------------------------------------------------

MOST_ELEMENTS, DEEPEST, FARTHEST = 2000, 24, 100_000
"""A drawing has at most so many elements, so many within each other, and nothing farther out than that."""

SVG = "http://www.w3.org/2000/svg"

NUMBER = r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"

_TRANSFORM = re.compile(r"\s*,?\s*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)\s*")


@cache
def elements() -> Any:
    """What a drawing consists of, as `grammar/drawing.json` lists it: `shapes` with the attributes of each besides
    those of `paint`, whose values are colours, numbers, movements or one of some words; `untold` for what is not drawn;
    `instead`, what to do where something is not on the list.
    """
    return json.loads((disk.shipped("grammar") / "drawing.json").read_text(encoding="utf-8"))


_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers follow each letter of an outline."""

_BETWEEN = " \t\r\n,"
_STEP = re.compile(rf"[\s,]*({NUMBER})")
_FLAG = re.compile(r"[\s,]*([01])")
_LETTER = re.compile(r"[\s,]*([MmLlHhVvCcSsQqTtAaZz])\s*")


class _Drawing:
    """Reads an SVG, and prints what it draws."""

    def __init__(self, data: bytes) -> None:
        try:
            self.text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DrawingRefused("is not written in UTF-8", None, "save it again as UTF-8") from error
        self.data, self.name = self.text.encode(), ""
        self.open: list[str] = []
        known = elements()
        self.shapes, self.paint = known["shapes"], known["paint"]
        self.titles, self.untold, self.instead = known["titles"], known["untold"], known["instead"]
        self.elements, self.view, self.parts = 0, "", list[str]()

    def symbol(self) -> tuple[str, str]:
        """The area, and what is drawn."""
        from xml.parsers import expat  # only for a game with drawings of its own

        self.parser = parser = expat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler, parser.XmlDeclHandler = self._letters, self._declared
        parser.StartDoctypeDeclHandler = lambda *_: self._refuse(
            "a drawing declares no document type", 9, byte=self.data.find(b"<!DOCTYPE")
        )
        parser.ProcessingInstructionHandler = lambda *_: self._refuse("a drawing gives no instructions", 2)
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            self._refuse(f"this is no valid XML: {expat.ErrorString(error.code)}", 1, byte=parser.ErrorByteIndex)
        return self.view, "".join(self.parts)

    def _refuse(self, message: str, length: int, *helps: str, byte: int | None = None) -> NoReturn:
        at = len(self.data[: self.parser.CurrentByteIndex if byte is None else byte].decode("utf-8", "ignore"))
        raise DrawingRefused(message, (at, min(at + length, len(self.text))), *helps)

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            self._refuse(f"a drawing is written in UTF-8, not in {encoding}", 5)

    def _letters(self, text: str) -> None:
        if text.strip() and self.open[-1] not in self.titles:
            self._refuse("letters are not drawn", len(text), self.instead["text"])

    def _start(self, name: str, attributes: list[str]) -> None:
        self.name, self.elements = name, self.elements + 1
        inside = self.open[-1] if self.open else ""
        known = name in self.titles or name in self.shapes
        if not known or inside in self.titles or (name == "svg") != (not inside):
            instead = self.instead.get(name) or f"a drawing is one `svg` of {', '.join([*self.shapes][1:])}"
            self._refuse(f"'{name}' is nothing that an icon is drawn with", len(name) + 1, instead)
        if self.elements > MOST_ELEMENTS or len(self.open) >= DEEPEST:
            most = f"{MOST_ELEMENTS} elements, {DEEPEST} within each other"
            self._refuse(f"a drawing has at most {most}", len(name) + 1, "draw it more simply")
        self.open.append(name)
        given = dict(zip(attributes[::2], attributes[1::2], strict=True))
        told = "".join(filter(None, (self._printed(key, value) for key, value in given.items())))
        if name == "svg":
            self.view = self._view(given)
            self.parts.append(f"<g{told}>")
        elif name not in self.titles:
            self.parts.append(f"<{name}{told}>")

    def _end(self, name: str) -> None:
        self.open.pop()
        if name not in self.titles:
            self.parts.append("</g>" if name == "svg" else f"</{name}>")

    def _view(self, given: dict[str, str]) -> str:
        """The area that is shown."""
        sides = [given.get(side, "").strip().removesuffix("px") for side in ("width", "height")]
        numbers = self._numbers("viewBox", given.get("viewBox") or f"0 0 {' '.join(sides)}").split(" ")
        if len(numbers) != 4 or not all(float(one) > 0 for one in numbers[2:]):
            self._refuse("a drawing says how large it is", 4, 'such as `viewBox="0 0 24 24"`')
        return " ".join(numbers)

    # Attributes: as they are printed, or nothing for what is not drawn

    def _printed(self, key: str, value: str) -> str:
        name = self.name
        if key == "xmlns" and value == SVG or re.fullmatch(self.untold, key) or name in self.titles:
            return ""
        if key not in self.paint and key not in self.shapes[name]:
            instead = self.instead.get(key) or f"'{name}' has {', '.join((*self.shapes[name], *self.paint))}"
            self._wrong(key, f"'{key}' is nothing that '{name}' is drawn with", instead)
        if name == "svg" and key in self.shapes[name]:
            return ""  # read by `_view`
        if key == "d":
            made = self._outline(value)
        elif key == "transform":
            made = self._moved(value)
        elif words := self.paint.get(key):
            made = value.strip()
            if not re.fullmatch(words, made):
                instead = self.instead.get(key) or f"it is one of {words.replace('|', ', ')}"
                self._wrong(key, f"'{value[:40]}' is no value of '{key}'", instead)
        else:
            made = self._numbers(key, value if key == "points" else value.strip().removesuffix("px"))
            if key != "points" and " " in made:
                self._wrong(key, f"'{key}' is one number")
        from html import escape

        return f' {key}="{escape(made)}"'

    def _wrong(self, key: str, message: str, *helps: str) -> NoReturn:
        start = len(self.data[: self.parser.CurrentByteIndex].decode("utf-8"))
        found = re.compile(rf"{re.escape(key)}\s*=\s*").search(self.text, start)
        place = (found.start(), found.start() + len(key)) if found else (start, start + 1)
        raise DrawingRefused(message, place, *helps)

    def _numbers(self, key: str, value: str) -> str:
        """Numbers in a row, read one by one: no pattern of them all, which could be tried in endless ways."""
        made, at, value = list[str](), 0, value.strip(_BETWEEN)
        while at < len(value) or not made:
            found = _STEP.match(value, at)
            if found is None:
                self._wrong(key, f"'{value[:40]}' is no value of '{key}'", "it takes plain numbers")
            made.append(self._number(key, found[1]))
            at = found.end()
        return " ".join(made)

    def _number(self, key: str, text: str) -> str:
        if not abs(float(text)) <= FARTHEST:
            self._wrong(key, f"{text[:40]} is too far out: {FARTHEST:,} is the farthest")
        return f"{float(text):.6g}"

    def _moved(self, value: str) -> str:
        made, at = list[str](), 0
        while at < len(value.rstrip()):
            found = _TRANSFORM.match(value, at)
            if found is None:
                self._wrong("transform", f"'{value[at : at + 40]}' moves nothing", "such as `translate(3 4) scale(2)`")
            made.append(f"{found[1]}({self._numbers('transform', found[2])})")
            at = found.end()
        return " ".join(made)

    def _outline(self, value: str) -> str:
        made, at, value = list[str](), 0, value.strip(_BETWEEN)
        while at < len(value) or not made:
            letter = _LETTER.match(value, at)
            if letter is None or (not made and letter[1] not in "Mm"):
                rest = value[at : at + 20].strip()
                self._wrong("d", f"an outline goes on with none of '{rest}'", "it begins with `M`")
            at = letter.end()
            numbers = [*self._steps(value, at, _ARGUMENTS[letter[1].upper()])]
            at = numbers[-1][1] if numbers else at
            if bool(numbers) != (letter[1] not in "Zz"):
                self._wrong("d", f"'{letter[1]}' of an outline lacks its numbers")
            made.append(letter[1] + " ".join(number for number, _ in numbers))
        return "".join(made)

    def _steps(self, value: str, at: int, many: int) -> Iterator[tuple[str, int]]:
        """The numbers behind a letter, with where each ends, as often as all that it takes follow."""
        while many:
            group = list[tuple[str, int]]()
            for place in range(many):
                found = (_FLAG if many == 7 and place in (3, 4) else _STEP).match(value, at)
                if found is None:
                    if group:
                        self._wrong("d", f"an outline breaks off at '{value[at : at + 20]}'")
                    return
                at = found.end()
                group.append((self._number("d", found[1]), at))
            yield from group


# Pictures ----------------------------------------------------------------------------------------

_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""How many numbers a dot of a PNG has, by the kind of its colours."""

_KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_LEFT_OUT = (
    *(b"tEXt", b"zTXt", b"iTXt", b"tIME", b"pHYs", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"bKGD", b"hIST"),
    *(b"eXIf", b"sPLT"),
)
"""The pieces of a PNG that say what its dots are, and what else there may be."""


def _png(data: bytes) -> tuple[int, int, bytes]:
    """The sides of a picture in PNG, and the picture without what is not drawn. Raises DrawingRefused."""
    at, name, pieces = 8, b"", list[tuple[bytes, bytes]]()
    while name != b"IEND":
        length, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        whole = data[at : at + 12 + length]
        if len(whole) != 12 + length or zlib.crc32(whole[4:-4]) != int.from_bytes(whole[-4:], "big"):
            raise DrawingRefused("is broken: a piece of it is missing or changed", None, "save it again")
        if name not in (*_KEPT, *_LEFT_OUT) or (not pieces) != (name == b"IHDR"):
            raise DrawingRefused(f"has a piece '{name.decode('latin-1')}' that no still picture has there", None)
        pieces.append((name, whole))
        at += len(whole)
    if at != len(data):
        raise DrawingRefused("goes on behind its end", None, "save it again")
    head = pieces[0][1][8:-4]
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    depth, colours, *ways = head[8:13] if len(head) == 13 else b"\0" * 5
    whole_palette = colours != 3 or any(name == b"PLTE" for name, _ in pieces)
    if (
        colours not in _CHANNELS
        or depth not in (1, 2, 4, 8, 16)
        or any(ways)
        or not width * height
        or not whole_palette
    ):
        raise DrawingRefused("is written in an odd way", None, "save it as a plain PNG, not interlaced")
    size = height * (1 + (width * depth * _CHANNELS[colours] + 7) // 8)
    if width * height <= MOST_DOTS and not _holds(
        b"".join(piece[8:-4] for name, piece in pieces if name == b"IDAT"), size
    ):
        raise DrawingRefused("is broken: it has not as many dots as it says", None, "save it again")
    return width, height, data[:8] + b"".join(piece for name, piece in pieces if name in _KEPT)


def _holds(packed: bytes, size: int) -> bool:
    """Whether packed data are so many bytes; of more, no more are unpacked."""
    unpacked = zlib.decompressobj()
    try:
        return len(unpacked.decompress(packed, size + 1)) == size and unpacked.eof
    except zlib.error:
        return False


def _jpeg(data: bytes) -> tuple[int, int, bytes]:
    """The sides of a picture in JPEG, and the picture without what is not drawn. Raises DrawingRefused."""
    at, kept, width, height, scans = 2, [data[:2]], 0, 0, 0
    while data[at : at + 2] != _JPEG_END:
        begin, length = at, int.from_bytes(data[at + 2 : at + 4], "big")
        at = begin + 2 + length
        if data[begin : begin + 1] != b"\xff" or length < 2 or at > len(data):
            raise DrawingRefused("is broken: a piece of it is missing or changed", None, "save it again")
        kind = data[begin + 1]
        if kind in _FRAMES and not width and length >= 8 and data[begin + 4] == 8 and data[begin + 9] in (1, 3):
            height, width = (int.from_bytes(data[begin + side : begin + side + 2], "big") for side in (5, 7))
        elif kind == _SCAN and width and height and scans < MOST_SCANS:
            found = _NEXT_PIECE.search(data, at)
            at, scans = found.start() if found else len(data), scans + 1
        elif kind not in _TABLES and not 0xE0 <= kind <= 0xEF and kind != _COMMENT:
            raise DrawingRefused("is written in an odd way", None, "save it as a plain JPEG of red, green and blue")
        if kind in (*_FRAMES, *_TABLES, _SCAN) or (kind == _ADOBE and length == 14):
            kept.append(data[begin:at])
    if not scans or at + 2 != len(data):
        raise DrawingRefused("goes on behind its end" if scans else "has no dots", None, "save it again")
    return width, height, b"".join((*kept, _JPEG_END))


_FRAMES, _TABLES, _SCAN, _ADOBE, _COMMENT = (0xC0, 0xC1, 0xC2), (0xC4, 0xDB, 0xDD), 0xDA, 0xEE, 0xFE
"""The pieces of a JPEG: how large it is, tables, dots, how colours are written, and what is said of it."""

_JPEG_END, _NEXT_PIECE = b"\xff\xd9", re.compile(rb"\xff[^\x00\xd0-\xd7]")

MOST_SCANS = 32
"""So often the dots of a JPEG may be told more exactly."""
