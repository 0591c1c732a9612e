"""How YAML reads scalars: where each character was written, and what YAML silently cuts off.

A mistake inside a rule is shown under the exact characters that the author typed, so every character of a scalar's
value must know its source offset. The YAML library does not report that. So each style is decoded here a second time,
with offsets; if the outcome differs from what the library read, the nearest offsets are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import LINE_END, Source, Span
from ...diagnostics.suggest import language_names, written_instead
from .tree import Entry, Scalar, Style

Offsets = range | tuple[int, ...]

BLANKS = " \t\r\n\x85\u2028\u2029"
_RUN = f"[{BLANKS}]+"
_PIECES = {
    "plain": re.compile(_RUN),
    "single": re.compile(f"{_RUN}|''"),
    "double": re.compile(rf"{_RUN}|\\(?:\r\n|x..|u.{{4}}|U.{{8}}|.)", re.DOTALL),
}
"""What is read as something else than what is written, by style: white space and escapes."""
_HEADER = re.compile("[|>][-+1-9]* *(?:#[^\r\n\x85\u2028\u2029]*)?(?:\r\n|[\r\n\x85\u2028\u2029]|$)")
_WORD = re.compile(f"[^{BLANKS}]")
_GAPS = {
    "literal": re.compile(f"([{BLANKS}]*)((?:[^{BLANKS}][^\n\u2028\u2029]*)?)"),
    "folded": re.compile(f"([{BLANKS}]*)([^{BLANKS}]*)"),
}
"""The gaps in a block, each with what stands behind it on one line in any case: all of the line, or a word."""
_BREAK = re.compile("[\n\u2028\u2029]")
"""A line break in a value."""


def offsets(text: str, start: int, end: int, style: Style, value: str) -> Offsets:
    """The source offset of each character of a value, and the offset after the last one.

    `text[start:end]` is the scalar as written, including quotes and header. The result has `len(value) + 1` items that
    never decrease.

    >>> offsets("'l''as'", 0, 7, "single", "l'as")
    (1, 2, 4, 5, 6)
    """
    quote = 1 if style in ("single", "double") else 0
    if style in ("literal", "folded"):
        found = _block(text, start, end, _GAPS[style].finditer(value))
        after = found[-1] + 1 if found else end
    elif text[start + quote : end - quote] == value:
        return range(start + quote, end - quote + 1)
    else:
        found, after = _flow(text, start + quote, end - quote, _PIECES[style]), end - quote
    if len(found) != len(value):  # as near as can be
        start, end = start + quote, max(end - quote, start + quote)
        return tuple(min(start + i, end) for i in range(len(value) + 1))
    return (*found, after)


def _flow(text: str, start: int, end: int, special: re.Pattern[str]) -> list[int]:
    """The offsets in a plain or quoted scalar: white space with line breaks is folded, an escape is one character."""
    found: list[int] = []
    done = start
    after_break = False  # an escaped line break swallows the blanks of the next line
    for match in special.finditer(text, start, end):
        found += range(done, match.start())
        after_break = after_break and match.start() == done
        piece, done = match[0], match.end()
        if piece[0] == "\\" and piece[1] in BLANKS[2:]:
            after_break = True
            continue
        if piece[0] not in BLANKS:
            found.append(match.start())
        elif breaks := list(LINE_END.finditer(text, match.start(), match.end())):
            # the first of several is only there so that the others are
            folded = not after_break and len(breaks) > 1 and breaks[0][0] not in "\u2028\u2029"
            found += [one.start() for one in breaks[folded:]]
        elif not after_break:
            found += range(match.start(), match.end())
        after_break = False
    return [*found, *range(done, end)]


def _block(text: str, start: int, end: int, pieces: Iterable[re.Match[str]]) -> list[int]:
    """The offsets in a literal or folded block: its words stand in the source as they are, with other gaps."""
    header = _HEADER.match(text, start, end)
    at, found = header.end() if header else end, list[int]()
    for match in pieces:
        gap, word = match.groups()
        following = _WORD.search(text, at, end) if word else None
        then = following.start() if following else end
        found += _gap(text, at, then, gap, not word)
        found += range(then, then + len(word))
        at = then + len(word)
    return list(accumulate(found, max))


def _gap(text: str, start: int, end: int, gap: str, last: bool) -> Iterable[int]:
    """The offsets of white space in a block: the last line breaks before a word are those of the value, at the end the
    first; one that has become a blank is the first.
    """
    breaks = [match.start() for match in LINE_END.finditer(text, start, end)]
    first, *lines = _BREAK.split(gap)
    if not breaks or last and not lines:
        return range((at := breaks[0] if breaks else end) - len(gap), at)
    if not lines:
        return (*range(start, start + len(gap) - 1), breaks[0]) if gap else ()
    kept = breaks[: len(lines)] if last else breaks[-len(lines) :]
    kept = [breaks[0]] * (len(lines) - len(kept)) + kept
    ends = [*kept[1:], *(breaks[len(lines) :] if last else ()), end]
    found = [*range(breaks[0] - len(first), breaks[0])]
    for at, line, until in zip(kept, lines, ends, strict=False):
        found += (at, *range(until - len(line), until))
    return found


# Reports texts that YAML silently cuts off: by a comment, or by a comma between brackets.
#
# `label: Player #1` is read as `Player`, and `{when: f(me, 3)}` as two keys. Both are valid YAML, and neither is what
# was meant.

_COMMENT = re.compile("[ \t]+(#[^\r\n\x85\u2028\u2029]*)")
_LIKE_TEXT = re.compile(r"#\w")  # `Player #1`; a real comment usually has a space after the `#`
_DANGLING = re.compile(r"(?:^|\s)(?:[=!<>]=|[-+*<>=]|and|or|not)$")
TWO_WORDS = re.compile(r"(?!(?:not|and|or|in|is|if|else|for|may)\b)([a-z_]\w*) ([a-z_]\w*(?:\.\w+)*)")
A_NAME = re.compile(r"[a-z_]\w*")
QUOTED = re.compile("\"[^\"]*\"|'[^']*'")
"""A text in quotes."""

NO_SPACE = re.compile(r"(?P<key>[A-Za-z_][\w.-]*(?:\([^()\n]*\))?):(?=[^\s:/])")
"""A key whose colon is not followed by a space."""

CURLY = ("“”", "””", "““", "„“", "„”", "‘’", "‚‘")
"""Pairs of quotation marks that keyboards and other programs put in place of straight ones."""

OPENING = frozenset(pair[0] for pair in CURLY)

MOST_PIECES = 50
"""The largest number of pieces from which a text is rejoined; without it, a long list would take quadratic time."""

A_GAP = re.compile(r"\{\w+\}[ ]*(?=[^\s,:#\]}])")
"""What looks like the start of a text that says what is chosen: `{p} has drawn`."""

FOR_PEOPLE = ("title", "about", "label", "text")

_FOR_RULES = ("is", "as")
"""Keys of rules that are names of languages, too."""


def is_for_people(path: str) -> bool:
    """Whether the key at the end of a path is that of a text for people, such as a language."""
    key = path.rpartition(".")[2]
    return key in FOR_PEOPLE or (key in language_names() and key not in _FOR_RULES)


HELPS = (
    "write it in block form, on a line of its own: within `{…}` and `[…]` every comma ends a text",
    "or put the whole text in quotes",
)


def truncating_comment(source: Source, scalar: Scalar) -> Span | None:
    """The comment that follows a text on its line and may have cut it off, or None.

    Only plain scalars can be cut. After a text that is complete a comment is just a comment.

    >>> source = Source("a.yaml", "a: Player #1")
    >>> truncating_comment(source, Scalar("Player", Span(source, 3, 9), "plain", range(3, 10))).text
    '#1'
    """
    if scalar.style != "plain":
        return None
    match = _COMMENT.match(source.text, scalar.span.end)
    return Span(source, *match.span(1)) if match else None


def report_truncation(source: Source, scalar: Scalar, report: Report, path: str) -> None:
    """Report a comment after an incomplete text (E140), or one that may be the rest of the text (W100).

    That is one without a space after its `#`, and any after a text for people, who may well write `#`.
    """
    comment = truncating_comment(source, scalar)
    if comment is None:
        return
    for_people = is_for_people(path)
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
        # several names between braces, as other languages write a set: mostly a list is meant
        keys = [entry.key for entry, _ in entries]
        names = ", ".join(key.text for key in keys)
        message = f"these names have no colons and no values: {names}"
        label = "a key needs a value here"
        helps = (f"write a list as `[{names}]`, and keys as `{keys[0].text}: …`",)
        report.add("E111", message, keys[0].span.until(keys[-1].span), label=label, helps=helps, path=path)
        return meant
    for entry, colonless in entries:
        value = entry.value
        opened = pieces and sum(open_brackets(p.text) for p in pieces) > 0
        if colonless and pieces and (opened or not NO_SPACE.match(entry.key.text)):
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


SEVERAL = 3
"""So many words with commas between them are a list."""


def _report(pieces: list[Scalar], report: Report, path: str) -> None:
    first, second = pieces[0].span, pieces[1].span
    last = pieces[-1].span
    whole = first.until(last)
    if whole.text[0] + whole.text[-1] in CURLY:
        message = f"{whole.text[0]} and {whole.text[-1]} are no quotes here, so the comma ends the text"
        report.add("E115", message, whole, helps=(f'write `"{whole.text[1:-1]}"`',), path=path)
        return
    if ends_with_a_quote(whole.text):
        report.diagnostics[:] = [
            one for one in report.diagnostics if one.code != "E115" or one.span is None or one.span.start != last.start
        ]
        report_unopened(whole, report, path)
        return
    ends = (pieces[-1].text, whole.text)
    told = [advice for text in ends for _, advice in written_instead("entry in braces", text)][:1]
    if (pair := TWO_WORDS.fullmatch(pieces[-1].text)) and not is_for_people(path):
        told = [f"a colon is missing: `{pair[1]}: {pair[2]}`"]
    names = [f"'{piece.text}'" for piece in pieces]
    bare = len(pieces) >= SEVERAL and all(re.fullmatch(r"[a-z]\w*", piece.text) for piece in pieces)
    if bare and not told and not is_for_people(path):
        told = [f"if it is a list, write `[{', '.join(piece.text for piece in pieces)}]`"]
    source = first.source
    comma = source.text.find(",", first.end, second.start)
    span = Span(source, comma, comma + 1) if comma >= 0 else second
    message = f"a comma cuts this text into {', '.join(names[:-1])} and {names[-1]}"
    others = (Label(first, "first piece"), Label(second, "second piece"))
    report.add("E139", message, span, label="the text ends here", others=others, helps=(*told, *HELPS), path=path)


def _shortened(text: str) -> str:
    """A text that may be the first piece of a longer one in quotes."""
    return '"…"' if text[:1] == '"' else text


def _no_colon(key: Scalar, report: Report, path: str) -> None:
    match = NO_SPACE.match(key.text)
    if match and key.style == "plain":
        report.add(
            "E112",
            f"a space is missing after the colon of '{match['key']}'",
            key.at(match.end("key"), match.end("key") + 1),
            helps=(f"write `{match['key']}: {_shortened(key.text[match.end('key') + 1 :])}`",),
            path=path,
        )
        return
    if A_GAP.match(key.span.source.text, key.span.start - 1):
        return  # what follows the brace is a breakage, which says that the text must be in quotes
    quoted = ("put the text in quotes, if it begins with `{`",) if is_for_people(path) else ()
    message = f"'{key.text}' has no colon and no value"
    told = [advice for _, advice in written_instead("entry in braces", key.text)][:1]
    advice = f"write `{key.text}: …` within `{{…}}`; a list is written `[…]`"
    if not re.fullmatch(r"[\w.-]+", key.text):
        advice = f"leave the braces out, if this is the value: `{key.text}`"
    helps = (*told,) or (*quoted, advice)
    report.add("E111", message, key.span, label="a key needs a value here", helps=helps, path=path)
