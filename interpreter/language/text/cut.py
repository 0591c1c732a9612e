"""Reports texts that YAML silently cuts off: by a comment, or by a comma between brackets.

`label: Player #1` is read as `Player`, and `{when: f(me, 3)}` as two keys. Both are valid YAML, and neither is what
was meant.
"""

from __future__ import annotations

import re

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Source, Span
from .tree import Entry, Scalar

_COMMENT = re.compile("[ \t]+(#[^\r\n\x85\u2028\u2029]*)")
_LIKE_TEXT = re.compile(r"#\w")  # `Player #1`; a real comment usually has a space after the `#`
_DANGLING = re.compile(r"(?:^|\s)(?:[=!<>]=|[-+*<>=]|and|or|not)$")
A_NAME = re.compile(r"[a-z_]\w*")
QUOTED = re.compile("\"[^\"]*\"|'[^']*'")
"""A text in quotes."""

NO_SPACE = re.compile(r"(?P<key>[A-Za-z_][\w.-]*):(?=[^\s:/])")
"""A key whose colon is not followed by a space."""

MOST_PIECES = 50
"""The largest number of pieces from which a text is rejoined; without it, a long list would take quadratic time."""

A_GAP = re.compile(r"\{\w+\}[ ]*(?=[^\s,:#\]}])")
"""What looks like the start of a text that says what is chosen: `{p} has drawn`."""

FOR_PEOPLE = ("title", "about", "label", "text", "en", "fr")
"""The keys of texts for people."""

HELPS = (
    "write it in block form, on a line of its own: within `{…}` and `[…]` every comma ends a text",
    "or put the whole text in quotes",
)


def cut_by(source: Source, scalar: Scalar) -> Span | None:
    """The comment that follows a text on its line and may have cut it off, or None.

    Only plain scalars can be cut. After a text that is complete a comment is just a comment.

    >>> source = Source("a.yaml", "a: Player #1")
    >>> cut_by(source, Scalar("Player", Span(source, 3, 9), "plain", range(3, 10))).text
    '#1'
    """
    if scalar.style != "plain":
        return None
    match = _COMMENT.match(source.text, scalar.span.end)
    return Span(source, *match.span(1)) if match else None


def report_cut(source: Source, scalar: Scalar, report: Report, path: str) -> None:
    """Report a comment after an incomplete text (E140), or one that may be the rest of the text (W100).

    That is one without a space after its `#`, and any after a text for people, who may well write `#`.
    """
    comment = cut_by(source, scalar)
    if comment is None:
        return
    for_people = path.rpartition(".")[2] in FOR_PEOPLE
    if unfinished(scalar.text):
        report.add(
            "E140",
            "a comment cuts this text off in the middle",
            comment,
            label="the text ends before this comment",
            others=(Label(scalar.span, "this is incomplete"),),
            helps=(
                "put the whole text in quotes, if the `#` belongs to it",
                "or move the comment to a line of its own",
            ),
            path=path,
        )
    elif _LIKE_TEXT.match(comment.text) or for_people:
        report.add(
            "W100",
            f"this is read as a comment, not as part of '{scalar.text}'"
            if 0 < len(scalar.text) <= 40
            else "this is read as a comment, not as a text",
            comment,
            label="a `#` after a space starts a comment",
            helps=(
                "put the whole text in quotes, if the `#` belongs to it",
                "or put only the text before it in quotes, if it is a comment"
                if for_people
                else "or write a space after the `#`, if it is a comment",
            ),
            path=path,
        )


def unfinished(text: str) -> bool:
    """Whether a text stops in the middle: a bracket is still open, or the last word is an operator.

    >>> unfinished("f(a"), unfinished("x > 1 and"), unfinished("x > 1")
    (True, True, False)
    """
    bare = QUOTED.sub("", text)
    return any(bare.count(a) > bare.count(b) for a, b in ("()", "[]", "{}")) or bool(_DANGLING.search(bare))


def open_brackets(text: str) -> int:
    """The number of parentheses that a text opens but does not close; negative if it closes more than it opens."""
    if "(" not in text and ")" not in text:
        return 0
    bare = QUOTED.sub("", text)
    return bare.count("(") - bare.count(")")


def rejoin_items(items: list[Scalar | None], report: Report, path: str) -> list[Scalar | None]:
    """Report and rejoin the items of a `[…]` list that were cut by a comma within parentheses.

    `items` are the plain texts of the list, with None for everything else. The result has the same length; a text that
    was cut is whole again, and its later pieces are None.
    """
    rejoined = list(items)
    i = 0
    while i < len(items):
        pieces = _pieces(items, i)
        first = items[i]
        if first is not None and len(pieces) > 1:
            _report(pieces, report, path)
            rejoined[i] = _joined(first, pieces[-1])
            rejoined[i + 1 : i + len(pieces)] = [None] * (len(pieces) - 1)
        i += max(len(pieces), 1)
    return rejoined


def _pieces(items: list[Scalar | None], first: int) -> list[Scalar]:
    """The items from `first` up to the one that closes the parentheses it opens; if there is none, the first alone."""
    pieces: list[Scalar] = []
    depth = 0
    for item in items[first : first + MOST_PIECES]:
        if item is None:
            break
        pieces.append(item)
        depth += open_brackets(item.text)
        if depth <= 0:
            return pieces
    return pieces[:1]


def rejoin_entries(entries: list[tuple[Entry, bool]], report: Report, path: str) -> list[Entry]:
    """Report the keys of a `{…}` mapping that have no colon, and rejoin texts that were cut by a comma.

    Each entry comes with whether it was written without a colon. The result is the entries that were meant: pieces of
    a cut text are joined to the value they belong to.
    """
    meant: list[Entry] = []
    pieces: list[Scalar] = []  # the text that may have been cut, and its further pieces
    if len(entries) > 1 and all(colonless and A_NAME.fullmatch(entry.key.text) for entry, colonless in entries):
        _no_colons([entry.key for entry, _ in entries], report, path)
        return meant
    for entry, colonless in entries:
        value = entry.value
        opened = pieces and sum(open_brackets(p.text) for p in pieces) > 0
        if colonless and pieces:
            pieces.append(entry.key)
        elif opened and open_brackets(_text(entry)) < 0:
            pieces.append(_joined(entry.key, value) if isinstance(value, Scalar) else entry.key)
        else:
            _close(meant, pieces, report, path)
            if colonless:
                _no_colon(entry.key, report, path)
                pieces = []
            else:
                meant.append(entry)
                pieces = [value] if isinstance(value, Scalar) and value.style == "plain" and value.text else []
    _close(meant, pieces, report, path)
    return meant


def _text(entry: Entry) -> str:
    return entry.key.text + (entry.value.text if isinstance(entry.value, Scalar) else "")


def _close(meant: list[Entry], pieces: list[Scalar], report: Report, path: str) -> None:
    if len(pieces) > 1:
        last = meant[-1]
        _report(pieces, report, f"{path}.{last.key.text}" if path else last.key.text)
        meant[-1] = Entry(last.key, _joined(pieces[0], pieces[-1]))


def _joined(first: Scalar, last: Scalar) -> Scalar:
    """The text from one piece to another as it was written, including commas."""
    span = first.span.until(last.span)
    return Scalar(span.text, span, "plain", range(span.start, span.end + 1))


def report_unopened(span: Span, report: Report, path: str) -> None:
    """Report a text that ends with a quote, but does not begin with one (E115): YAML takes it for a part of it."""
    report.add(
        "E115",
        "this text ends with a quote, but does not begin with one",
        Span(span.source, span.start, span.start + 1),
        label='" is missing before this',
        others=(Label(Span(span.source, span.end - 1, span.end), "it ends here"),),
        helps=('write " before the text', "or put all of it in single quotes, if the quote belongs to it"),
        path=path,
    )


def ends_with_a_quote(text: str) -> bool:
    """Whether a text without quotes ends with one that belongs to none before it."""
    return text[-1:] == '"' and text.count('"') % 2 == 1


def _report(pieces: list[Scalar], report: Report, path: str) -> None:
    first, second = pieces[0].span, pieces[1].span
    last = pieces[-1].span
    if ends_with_a_quote(first.until(last).text):
        report.diagnostics[:] = [
            one for one in report.diagnostics if one.code != "E115" or one.span is None or one.span.start != last.start
        ]
        report_unopened(first.until(last), report, path)
        return
    names = [f"'{piece.text}'" for piece in pieces]
    source = first.source
    comma = source.text.find(",", first.end, second.start)
    span = Span(source, comma, comma + 1) if comma >= 0 else second
    report.add(
        "E139",
        f"a comma cuts this text into {', '.join(names[:-1])} and {names[-1]}",
        span,
        label="the text ends here",
        others=(Label(first, "first piece"), Label(second, "second piece")),
        helps=HELPS,
        path=path,
    )


def _no_colons(keys: list[Scalar], report: Report, path: str) -> None:
    """Several names between braces, as other languages write a set: mostly a list is meant."""
    names = ", ".join(key.text for key in keys)
    report.add(
        "E111",
        f"these names have no colons and no values: {names}",
        keys[0].span.until(keys[-1].span),
        label="a key needs a value here",
        helps=(f"write a list as `[{names}]`, and keys as `{keys[0].text}: …`",),
        path=path,
    )


def _no_colon(key: Scalar, report: Report, path: str) -> None:
    match = NO_SPACE.match(key.text)
    if match and key.style == "plain":
        report.add(
            "E112",
            f"a space is missing after the colon of '{match['key']}'",
            key.at(match.end("key"), match.end("key") + 1),
            helps=(f"write `{match['key']}: {key.text[match.end('key') + 1 :]}`",),
            path=path,
        )
        return
    if A_GAP.match(key.span.source.text, key.span.start - 1):
        return  # what follows the brace is a breakage, which says that the text must be in quotes
    quoted = ("put the text in quotes, if it begins with `{`",) if path.rpartition(".")[2] in FOR_PEOPLE else ()
    report.add(
        "E111",
        f"'{key.text}' has no colon and no value",
        key.span,
        label="a key needs a value here",
        helps=(*quoted, f"write `{key.text}: …` within `{{…}}`; a list is written `[…]`"),
        path=path,
    )
