"""Texts that YAML cut off without a word: by a comment, or by a comma between brackets.

`label: Player #1` is read as `Player`, and `{when: f(me, 3)}` as two keys. Both are YAML, and
neither is what was meant.
"""

from __future__ import annotations

import re

from ..diagnostics.diagnostic import Label, Report
from ..diagnostics.span import Source, Span
from .tree import Entry, Scalar

_COMMENT = re.compile("[ \t]+(#[^\r\n\x85\u2028\u2029]*)")
_QUOTED = re.compile("\"[^\"]*\"|'[^']*'")

HELPS = (
    "write it in block form, on a line of its own: within `{…}` and `[…]` every comma ends a text",
    "or put the whole text in quotes",
)


def cut_by(source: Source, scalar: Scalar) -> Span | None:
    """The comment that follows a text on its line and may have cut it off, or None.

    Only plain scalars can be cut. After an expression that is complete a comment is just a
    comment, so the caller decides whether to report it (W100, or a note on its own diagnostic).

    >>> from .compose import compose
    >>> source = Source("a.yaml", "a: Player #1")
    >>> tree = compose(source, Report())
    >>> cut_by(source, tree.get("a")).text
    '#1'
    """
    if scalar.style != "plain" or not scalar.text:
        return None
    match = _COMMENT.match(source.text, scalar.span.end)
    return Span(source, *match.span(1)) if match else None


def open_brackets(text: str) -> int:
    """How many parentheses a text opens without closing them; below zero, closes without opening."""
    if "(" not in text and ")" not in text:
        return 0
    bare = _QUOTED.sub("", text)
    return bare.count("(") - bare.count(")")


def mend_items(items: list[Scalar | None], report: Report, path: str) -> list[Scalar | None]:
    """Report and rejoin the items of a `[…]` list that a comma cut within parentheses.

    `items` holds the plain texts of the list and None for all else. The answer has the same length; a text
    that was cut is whole again, and its later pieces are None.
    """
    mended = list(items)
    i = 0
    while i < len(items):
        pieces = _pieces(items, i)
        first = items[i]
        if first is not None and len(pieces) > 1:
            _report(pieces, report, path)
            mended[i] = _joined(first, pieces[-1])
            mended[i + 1 : i + len(pieces)] = [None] * (len(pieces) - 1)
        i += max(len(pieces), 1)
    return mended


def _pieces(items: list[Scalar | None], first: int) -> list[Scalar]:
    """The items from `first` up to the one that closes the parentheses it opens; else the first alone."""
    found: list[Scalar] = []
    depth = 0
    for item in items[first:]:
        if item is None:
            break
        found.append(item)
        depth += open_brackets(item.text)
        if depth <= 0:
            return found
    return found[:1]


def mend_entries(entries: list[tuple[Entry, bool]], report: Report, path: str) -> list[Entry]:
    """Report the keys of a `{…}` mapping that have no colon, and rejoin texts that a comma cut.

    Each entry comes with whether it was written without a colon. The answer is the entries that
    were meant: pieces of a cut text are joined to the value they belong to.
    """
    kept: list[Entry] = []
    pieces: list[Scalar] = []  # the text that may have been cut, and its further pieces
    for entry, colonless in entries:
        value = entry.value
        opened = pieces and sum(open_brackets(p.text) for p in pieces) > 0
        if colonless and pieces:
            pieces.append(entry.key)
        elif opened and open_brackets(_text(entry)) < 0:
            pieces.append(_joined(entry.key, value) if isinstance(value, Scalar) else entry.key)
        else:
            _close(kept, pieces, report, path)
            if colonless:
                _no_colon(entry.key, report, path)
                pieces = []
            else:
                kept.append(entry)
                pieces = (
                    [value] if isinstance(value, Scalar) and value.style == "plain" and value.text else []
                )
    _close(kept, pieces, report, path)
    return kept


def _text(entry: Entry) -> str:
    return entry.key.text + (entry.value.text if isinstance(entry.value, Scalar) else "")


def _close(kept: list[Entry], pieces: list[Scalar], report: Report, path: str) -> None:
    if len(pieces) > 1:
        last = kept[-1]
        _report(pieces, report, f"{path}.{last.key.text}" if path else last.key.text)
        kept[-1] = Entry(last.key, _joined(pieces[0], pieces[-1]))


def _joined(first: Scalar, last: Scalar) -> Scalar:
    """The text from one piece to another as it was written, commas included."""
    span = first.span.until(last.span)
    return Scalar(span.text, span, "plain", range(span.start, span.end + 1))


def _report(pieces: list[Scalar], report: Report, path: str) -> None:
    first, second = pieces[0].span, pieces[1].span
    source = first.source
    comma = source.text.find(",", first.end, second.start)
    span = Span(source, comma, comma + 1) if comma >= 0 else second
    report.add(
        "E139",
        f"a comma cut this text into {' and '.join(repr(piece.text) for piece in pieces)}",
        span,
        label="the text ends here",
        others=(Label(first, "first piece"), Label(second, "second piece")),
        helps=HELPS,
        path=path,
    )


def _no_colon(key: Scalar, report: Report, path: str) -> None:
    report.add(
        "E111",
        f"'{key.text}' has no colon and no value",
        key.span,
        label="a key needs a value here",
        helps=(f"write `{key.text}: …` within `{{…}}`; a list is written `[…]`",),
        path=path,
    )
