"""Functions and properties that version 1 of the language called otherwise, found in rules.

    symbol(n, suit)                suit[n]
    kinds(main)                    main
    top(c for c in hand by c.n)    max(c for c in hand by c.n)
    c.can_activate                 may activate(c)

Version 1 could say the first two as today, too: a digest is looked for with either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..text.literals import COMMENT
from ..text.tree import Mapping, child, entries_of

OLD_CALL = re.compile(r"\b(?:symbol|kinds|top)\(|\.can_activate\b")
NEW_CALL = r"\bmax\(|\bmay activate\("
_WORD, _AFTER_A_BLANK = re.compile(r"\w"), re.compile(r" \w")
_LAST = re.compile(r"(?:^|(,))\s*(\w+)\s*\Z")

Edit = tuple[int, int, str]
"""A range of a text and what stands there instead."""


def old_calls(text: str, braces: bool) -> Iterator[tuple[int, int, tuple[Edit, ...]]]:
    """What is called as in version 1, from where to where, and what changes there; with `braces`, only within those.

    >>> list(old_calls("1 + symbol(2, suit)", False))
    [(4, 19, ((4, 11, 'suit['), (12, 19, ']')))]
    """
    bare = COMMENT.sub(lambda comment: " " * len(comment[0]), text) if "#" in text else text
    partner = _partners(bare)
    for found in OLD_CALL.finditer(bare):
        start, end = found.span()
        close = partner.get(end - 1, 0)
        last = _LAST.search(bare[max(end, close - 200) : close])
        if braces and bare.rfind("{", 0, start) <= bare.rfind("}", 0, start):
            continue
        if found[0] == ".can_activate":
            first = _beginning(bare, start, partner)
            yield first, end, ((first, first, "may activate("), (start, end, ")"))
        elif found[0] == "top(" and _goes_by(bare, end, close, partner):
            yield start, close + 1, ((start, end, "max("),)
        elif found[0] == "symbol(" and last and last[1]:
            yield start, close + 1, ((start, end, f"{last[2]}["), (close - len(last[0]), close + 1, "]"))
        elif found[0] == "kinds(" and last and not last[1]:
            yield start, close + 1, ((start, close + 1, last[2]),)


def first_calls(text: str, pattern: str) -> str:
    """A rule in its plainest form, with what a pattern finds as version 1 called it, in its plainest form as well.

    (To bring it into that form once more would take blanks away where lines were joined.)
    """
    edits = list[Edit]()
    calls = [*re.finditer(pattern, text)]
    partner = _partners(text) if calls else {}
    for found in calls:
        (start, end), word = found.span(), found[0]
        close = partner.get(end - 1, 0)
        if word == "max(":
            edits += [(start, end, "top(")] * _goes_by(text, end, close, partner)
        elif word[-1] in "[(":
            apart = " " * bool(_WORD.match(text, close + 1))
            old, after = ("symbol(", f",{word[:-1]})") if word[-1] == "[" else ("", f".can_activate{apart}")
            edits += [(start, end, old), (close, close + 1, after)] * (close > 0)
        else:
            edits.append((start, end + bool(_AFTER_A_BLANK.match(text, end)), f"kinds({word})"))
    return edited(text, sorted(edits))


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text with changes that do not overlap, from its beginning to its end."""
    parts, at = list[str](), 0
    for start, end, new in edits:
        parts += (text[at:start], new)
        at = end
    return "".join(parts) + text[at:]


def _partners(text: str) -> dict[int, int]:
    """Where each bracket is closed or was opened; none of what is nested so deeply that it is no rule."""
    found, opened = dict[int, int](), list[int]()
    for bracket in re.finditer(r"[()\[\]]", text):
        if bracket[0] in "([":
            opened.append(bracket.start())
        elif opened:
            found |= {opened[-1]: bracket.start(), bracket.start(): opened.pop()}
        if len(opened) > DEEPEST:
            return {}
    return found


DEEPEST = 100
"""Rules with more brackets within each other are refused."""


def _beginning(text: str, at: int, partner: dict[int, int]) -> int:
    """Where it begins what a dot is behind: at `me` in `not me.hand[f(2)].can_activate`."""
    while at and (text[at - 1] in ")].]" or text[at - 1].isalnum() or text[at - 1] == "_"):
        at = partner.get(at - 1, at - 1)
    return at


def _goes_by(text: str, at: int, close: int, partner: dict[int, int]) -> bool:
    """Whether a comprehension has keys behind `by`: itself, and not something in brackets in it."""
    while (found := re.compile(r"[(\[]|\bby\b").search(text, at, close)) and found[0] != "by":
        at = partner.get(found.start(), close)
    return found is not None


def lists_of(spec: Mapping) -> str:
    """A pattern for `suit[` and `main`, which version 1 may have written as `symbol(…, suit)` and `kinds(main)`."""
    decks = [re.escape(entry.key.text) for entry in entries_of(spec.get("cards"))]
    own = [entries_of(child(deck.value, "attributes")) for deck in entries_of(spec.get("cards"))]
    groups = (entries_of(spec.get("types")), entries_of(spec.get("options")), *own)
    words = [rf"{re.escape(entry.key.text)}\[" for group in groups for entry in group] + [rf"{one}\b" for one in decks]
    return rf"|(?<![\w.])(?<!gather )(?:{'|'.join(words)})" if words else ""
