"""Mistakes in names: misspelt ones, and names of something else that would do there as well."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from cardwright.editor.symbols import Symbol
from cardwright.language.spec import nodes as spec
from cardwright.language.syntax import nodes as syn

from .edit import Edit, at_word
from .page import Page

_NEAR = {
    **{a: b for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm") for a, b in zip(row, row[1:], strict=False)},
    **dict(zip("plm0123456789", "olk9012345678", strict=True)),
}
"""The key beside each on the keyboard."""


def misspelt(word: str, luck: Random, taken: set[str]) -> str:
    """A word as it is often mistyped: two letters exchanged, one left out, doubled, or beside the right one."""
    for _ in range(20):
        at = luck.randrange(len(word))
        new = luck.choice(
            (
                word[:at] + word[at + 1 :] if len(word) > 2 else word,
                word[:at] + word[at] + word[at:],
                word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
                word[:at] + _NEAR.get(word[at], word[at]) + word[at + 1 :],
            )
        )
        if new != word and new not in taken and new[0].isalpha() and new[-1] not in "_-":
            return new
    return word + word[-1]


def names(page: Page, luck: Random) -> Iterator[Edit]:
    """A name where it is used: `me.hnad`"""
    for (start, end), symbol in page.uses.items():
        if (start, end) not in page.declared and symbol.what not in ("enumeration", "deck"):
            yield _misspelt(page, start, end, luck)


def types(page: Page, luck: Random) -> Iterator[Edit]:
    """A type: `type: integre`, `km(taem t)`"""
    for node in page.nodes:
        if isinstance(node, syn.TypeName) and page.text[node.word.span.start : node.word.span.end] == node.word.text:
            yield _misspelt(page, node.word.span.start, node.word.span.end, luck)
    for key, scalar in page.scalars():
        place = scalar.span.start, scalar.span.end
        if key in ("type", "of", "per") and scalar.text.isidentifier() and place not in page.declared:
            yield _misspelt(page, scalar.span.start, scalar.span.end, luck)


def words(page: Page, luck: Random) -> Iterator[Edit]:
    """A word of the language: `mvoe c to discard`, `pile.emtpy`"""
    for word in page.words:
        if word.text[0].isalpha() and len(word.text) > 1 and (word.start, word.end) not in page.uses:
            yield _misspelt(page, word.start, word.end, luck)


def keys(page: Page, luck: Random) -> Iterator[Edit]:
    """A key that is not a name of the author's: `shwos: all`"""
    named = {*page.uses, *page.declared}
    for stop in page.stops:
        word = stop.scalar
        if word is None or page.text[word.span.end : word.span.end + 1] != ":":
            continue
        if (word.span.start, word.span.end) not in named and word.text.isidentifier():
            yield _misspelt(page, word.span.start, word.span.end, luck)


def definitions(page: Page, luck: Random) -> Iterator[Edit]:
    """A name where it is declared; wherever it is used, it is unknown then."""
    used: defaultdict[Symbol, int] = defaultdict(int)
    for symbol in page.uses.values():
        used[symbol] += 1
    for start, end in page.declared:
        if used[page.uses.get((start, end), Symbol("text", ""))] > 1 and end - start > 1:
            new = misspelt(page.text[start:end], luck, page.names)
            yield at_word(page, start, end, new, hopes=(page.text[start:end], new))


def _misspelt(page: Page, start: int, end: int, luck: Random) -> Edit:
    word = page.text[start:end]
    new = misspelt(word, luck, page.names)
    return at_word(page, start, end, new, exact=True, hopes=(word,) if end - start > 2 else ())


def other_zones(page: Page, luck: Random) -> Iterator[Edit]:
    """Another zone with the same cards and owners: `move c to me.road` for `me.safeties`"""
    for (start, end), symbol in page.uses.items():
        if symbol.what == "zone" and (start, end) not in page.declared:
            yield from _other(page, start, end, symbol, luck)


def other_kinds(page: Page, luck: Random) -> Iterator[Edit]:
    """Another kind of card, or another symbol of its enumeration: `c == end_of_limit` for `c == go`"""
    for (start, end), symbol in page.uses.items():
        if symbol.what in ("card", "symbol") and (start, end) not in page.declared and _key(page, end) != "words":
            yield from _other(page, start, end, symbol, luck)


def other_names(page: Page, luck: Random) -> Iterator[Edit]:
    """Another variable, option, function, attribute, phase or action."""
    kinds = ("variable", "option", "function", "attribute", "card variable", "phase", "action", "effect", "quantity")
    for (start, end), symbol in page.uses.items():
        if symbol.what in kinds and (start, end) not in page.declared:
            yield from _other(page, start, end, symbol, luck)


def players(page: Page, luck: Random) -> Iterator[Edit]:
    """Another player: `me.next` for `me`, `me` for `p`"""
    for note in page.notes:
        node = note.node
        if note.value.type.base not in ("player", "team") or not isinstance(node, syn.Name):
            continue
        alike = [name for name, value in note.scope.names.items() if value.type == note.value.type and name != node.id]
        alike += [f"{node.id}.next"] if note.value.type.base == "player" else []
        alike += ["me"] if node.id != "me" and note.value.type.base == "player" else []
        if alike and page.text[node.span.start : node.span.end] == node.id:
            yield at_word(page, node.span.start, node.span.end, luck.choice(alike))


def _other(page: Page, start: int, end: int, symbol: Symbol, luck: Random) -> Iterator[Edit]:
    alike = sorted(
        {
            one.name
            for index in page.indexes
            for one in (*index.records, *index.declared)
            if one.what == symbol.what and one.of == symbol.of and one != symbol
            if symbol.what != "zone" or _as(index.records.get(one)) == _as(index.records.get(symbol))
        }
    )
    if alike:
        yield at_word(page, start, end, luck.choice(alike))


def _as(zone: object) -> tuple[object, ...]:
    """What two zones must share that one can stand for the other."""
    return (
        (zone.of.text if zone.of else "", zone.holds.text, len(zone.along)) if isinstance(zone, spec.ZoneSpec) else ()
    )


def _key(page: Page, end: int) -> str:
    """`words` for a key, which gives a text to a symbol there."""
    return "words" if page.text[end : end + 1] == ":" else ""
