"""Gives a file the layout in which the specs of the package are written, and changes nothing that it says.

A file is cut into its pieces: texts, signs and comments. All of them stay, in their order; only the
blanks and line breaks between them are chosen anew:

- each block is indented by two blanks, the items of a list too;
- what is written in brackets stays so, and keeps its lines; `{a: 1, b: [2, 3]}` is how it looks;
- at most one empty line stays where there were some, none at the start of a block;
- where neighbouring lines make a table, its columns stay;
- a comment on a line of its own starts in the column of what it is about; before one after a text are two blanks at
  least, so that comments may be aligned;
- texts in single quotes get double quotes where nothing in them needs the single ones;
- rules get one blank between words, and two more for each block (`scalar_layout.py`).

The laws: what is laid out twice is laid out once, and the file says the same as before, word for word and comment for
comment. Before anything is returned the second law is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import LINE_END, Source
from ...source.text.composer import compose
from ...source.text.literals import normalize_rule
from ...source.text.tree import Mapping, Node, Scalar, Sequence
from .regions import FileKind, Part, Region, regions_of
from .scalar_layout import Levels, scalar_text


def format_source(source: Source, kind: FileKind, report: Report) -> str | None:
    r"""The text of a file in the usual layout.

    None if the file has mistakes that make it unclear what it says (E1xx), or if it could only be laid out by changing
    what it says, as with line breaks of other scripts in a text (E107).

    >>> format_source(Source("a.yaml", "a:\n    b:   [1,2]\n"), "", Report())
    'a:\n  b: [1, 2]\n'
    """
    own = Report()
    tree = compose(source, own)
    report.diagnostics += [found for found in own.diagnostics if found.severity == "error"]
    if tree is None or own.errors:
        return None
    text = _settled(source, tree, kind)
    if text is not None:
        return text
    message = f"'{source.name}' cannot be laid out without a change of what it says"
    report.add("E107", message, None, helps=("look for line breaks or quotes that were pasted from elsewhere",))
    return None


def _settled(source: Source, tree: Node, kind: FileKind) -> str | None:
    """The text laid out until nothing changes any more: blanks of one line may decide whether others are a table.

    None if it would not say the same.
    """
    before = layout_tokens(tree, kind)
    said, comments = _says(tree, kind), _comments(before)
    text = source.text
    while (new := write_tokens(before)) != text:
        again = compose(Source(source.name, new), Report())
        if again is None or _says(again, kind) != said:
            return None
        before = layout_tokens(again, kind)
        if _comments(before) != comments:
            return None
        text = new
    return text


def _comments(found: list[LayoutToken]) -> list[str]:
    return [one.text for one in found if one.kind == "comment"]


def _says(tree: Node, kind: FileKind) -> object:
    """What a file says, without its layout: its structure, and each text as it is, rules in their plainest form."""
    scalars = [stop for stop in regions_of(tree, kind) if stop.scalar]
    texts = [normalize_rule(one.scalar.text) if one.language else _text(one.scalar) for one in scalars if one.scalar]
    return _structure(tree), texts


def _text(scalar: Scalar) -> str:
    """A text; that of a block at the very end of a file may lack its line break."""
    return scalar.text.rstrip("\n") if scalar.style in ("literal", "folded") else scalar.text


def _structure(node: Node) -> object:
    match node:
        case Scalar():
            return bool(node.text)
        case Sequence():
            return [_structure(item) for item in node.items]
        case Mapping():
            return [(entry.key.text, _structure(entry.value)) for entry in node.entries]


# Writes the pieces of a file one after the other, and chooses the blanks and line breaks between them.

_VALUES = ("value", "open")


def write_tokens(found: list[LayoutToken]) -> str:
    """The text of a file, from its pieces; it ends with a line break."""
    writer = _LayoutWriter(found)
    for i in range(len(found)):
        writer.put(i)
    return "".join(writer.parts) + "\n"


class _LayoutWriter:
    """What is written so far, and which brackets are open."""

    def __init__(self, found: list[LayoutToken]) -> None:
        self.found = found
        self.parts: list[str] = []
        self.levels = Levels()
        self.placed: dict[int, set[tuple[int, bool]]] = {}
        for piece in found:
            self.placed.setdefault(piece.line, set()).add((piece.column, piece.kind in _VALUES))
        self.brackets: list[int] = []  # the column of the line that the outermost bracket stands on, for each

    def put(self, i: int) -> None:
        """Write a piece, after the blanks or the line break before it."""
        piece, before = self.found[i], self.found[i - 1] if i else None
        if piece.kind == "close":
            closes = self.brackets.pop()
            indent = closes + 2 * len(self.brackets)
        else:
            indent = self._indent(i)
        if before is not None:
            if self._on_new_line(piece, before):
                self.parts.append("\n\n" if _blank_line(piece, before) else "\n")
                self.parts.append(" " * indent)
            else:
                self.parts.append(" " * self._blanks(piece, before))
        if piece.kind == "open":
            assert piece.stop is not None
            self.brackets.append(self.brackets[0] if self.brackets else piece.stop.indent)
        if piece.kind in ("key", "dash") and piece.stop:
            self.levels.set(piece.column, piece.stop.indent)
        self.parts.append(self._text(piece, indent))

    def _text(self, piece: LayoutToken, indent: int) -> str:
        stop = piece.stop
        return scalar_text(stop, indent) if stop and stop.scalar else piece.text

    def _indent(self, i: int) -> int:
        """The column of a piece if it begins a line, and of the further lines of a text."""
        piece = self.found[i]
        if self.brackets:
            return self.brackets[0] + 2 * len(self.brackets)
        if piece.kind == "comment":
            following = next((one for one in self.found[i:] if one.kind not in ("comment", "marker")), None)
            if following is None or following.stop is None:
                return self.levels.of_comment(piece.column, 0, 0)
            return self.levels.of_comment(piece.column, following.column, following.stop.indent)
        return piece.stop.indent if piece.stop else 0

    def _on_new_line(self, piece: LayoutToken, before: LayoutToken) -> bool:
        if before.kind in ("comment", "marker") or piece.kind == "marker":
            return True
        if piece.kind == "comment":
            return piece.breaks > 0
        if self.brackets or piece.kind == "close":
            return piece.breaks > 0 and piece.kind not in ("comma", "colon") and before.kind != "colon"
        return piece.kind in ("key", "dash") and before.kind != "dash"

    def _blanks(self, piece: LayoutToken, before: LayoutToken) -> int:
        """The number of blanks between two pieces on a line."""
        if piece.kind == "comment":
            return max(piece.gap, 2)
        if piece.gap > 1 and self._in_a_table(piece):
            return piece.gap
        return 0 if before.kind == "open" or piece.kind in ("colon", "comma", "close") else 1

    def _in_a_table(self, piece: LayoutToken) -> bool:
        """Whether something stands in the same column in the line above or below; an empty line may lie between."""
        for step in (-1, 1):
            line = piece.line + step
            near = self.placed.get(line) or self.placed.get(line + step, set())
            if (piece.column, piece.kind in _VALUES) in near:
                return True
        return False


def _blank_line(piece: LayoutToken, before: LayoutToken) -> bool:
    """Whether an empty line stands before a piece that begins a line."""
    return piece.breaks > 1 and before.kind not in ("colon", "dash", "open", "marker") and piece.kind != "close"


# Cuts a YAML text into its pieces: texts, signs and comments, with the line breaks between them.

PieceKind = Part | Literal["colon", "comma", "close", "comment", "marker"]
"""A marker is `---` or `...`, which may stand around the only document of a file."""

_MARKER = re.compile(r"(?:---|\.\.\.)(?=\s|$)")
_SIGNS: dict[str, PieceKind] = {":": "colon", ",": "comma", "}": "close", "]": "close", "{": "open", "[": "open"}


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutToken:
    """A text, a sign or a comment.

    `breaks` is how many line breaks stand before it, `gap` how many blanks on its own line; `line` and `column` are
    where it starts. `stop` is what it is in the file, for everything that is more than a sign or a comment.
    """

    kind: PieceKind
    text: str
    breaks: int
    gap: int
    line: int
    column: int
    stop: Region | None = None


def layout_tokens(tree: Node, kind: FileKind) -> list[LayoutToken]:
    """The pieces of a text in order; a comma or a colon on a line after comments comes before them."""
    found: list[LayoutToken] = []
    cutter = _Tokenizer(tree.span.source)
    dashes: list[Region] = []
    for stop in regions_of(tree, kind):
        if stop.part == "dash":
            dashes.append(stop)
            continue
        found += cutter.between(stop.start, dashes)
        dashes = []
        found.append(cutter.take(stop))
    found += cutter.between(len(cutter.text), dashes)
    return _signs_first(found)


class _Tokenizer:
    """Walks over a text, from one key or value to the next."""

    def __init__(self, source: Source) -> None:
        self.source, self.text = source, source.text
        self.at = 0
        self.breaks = 0

    def take(self, stop: Region) -> LayoutToken:
        """The piece that starts here."""
        scalar = stop.scalar
        end = scalar.span.end if scalar else stop.start + 1
        piece = self._piece(stop.part, stop.start, end, stop)
        if scalar and scalar.style in ("literal", "folded") and scalar.text.endswith("\n\n"):
            end += len(self.text[end:]) - len(self.text[end:].lstrip(" \t\r\n"))
            end = max(self.text.rfind("\n", 0, end), scalar.span.end)  # its empty lines at the end are kept
        self.at = end
        return piece

    def between(self, end: int, dashes: list[Region]) -> Iterator[LayoutToken]:
        """The signs and comments up to an offset."""
        waiting = iter(dashes)
        while self.at < end:
            start, char = self.at, self.text[self.at]
            if match := LINE_END.match(self.text, start):
                self.breaks += 1
                self.at = match.end()
            elif char == "#":
                after = LINE_END.search(self.text, start)
                self.at = after.start() if after else len(self.text)
                yield self._piece("comment", start, self.at)
            elif (match := _MARKER.match(self.text, start)) and self.source.place(start)[1] == 1:
                self.at = match.end()
                yield self._piece("marker", start, self.at)
            elif char == "-":
                self.at += 1
                yield self._piece("dash", start, self.at, next(waiting))
            else:
                self.at += 1
                if char in _SIGNS:
                    yield self._piece(_SIGNS[char], start, self.at)

    def _piece(self, kind: PieceKind, start: int, end: int, stop: Region | None = None) -> LayoutToken:
        line, column = (number - 1 for number in self.source.place(start))
        before = self.text[start - column : start]
        gap = len(before) - len(before.rstrip(" \t"))
        text = self.text[start:end]
        breaks, self.breaks = self.breaks, 0
        text = text.rstrip() if kind == "comment" else text
        return LayoutToken(kind=kind, text=text, breaks=breaks, gap=gap, line=line, column=column, stop=stop)


def _signs_first(found: list[LayoutToken]) -> list[LayoutToken]:
    """Puts commas and colons right after what they end, and drops a comma before a closing bracket."""
    result: list[LayoutToken] = []
    breaks = 0  # before the sign that has just been put before them
    for piece in found:
        if piece.kind in ("comma", "colon"):
            at = len(result)
            while at and result[at - 1].kind == "comment":
                at -= 1
            result.insert(at, piece)
            breaks = piece.breaks
            continue
        piece, breaks = replace(piece, breaks=max(piece.breaks, breaks)), 0
        if piece.kind == "close":
            last = next((i for i in range(len(result) - 1, -1, -1) if result[i].kind != "comment"), -1)
            if last >= 0 and result[last].kind == "comma":
                del result[last]
        result.append(piece)
    return result
