"""The cards of a game as somebody would print them: each kind with its copies, what it says, and what it does.

A list of cards is made from configurations of one game (numbers of players, options). If there are several, there are
enough copies for any of them: a card that only five players need is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ...engines.program.layout import KindRow, Layout, own_name
from ...language.ir.types import Type
from ...language.spec.nodes import KindSpec
from ...language.spec.texts import unusual
from ...play.game.game import Game
from ...play.game.notation import attribute_plain
from ...play.game.texts import Wordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A kind of card in words, with the number of its copies; the field names are those of the JSON of `cards`.

    `attributes` are the values by name, as JSON has them, and `worded` in words. `told` are those that differ from what
    a card of the deck usually has; `untold` of these the ones that neither label nor text names, and `undrawn` those
    that its face does not show either.

    `rules` are the card's own rules as they are written; they are not printed, but a card with other rules is another
    card.
    """

    deck: str
    card: str
    copies: int
    label: str
    short: str
    long: str
    text: str
    attributes: dict[str, Any]
    worded: dict[str, str]
    told: tuple[tuple[str, str], ...]
    untold: tuple[tuple[str, str], ...]
    undrawn: tuple[tuple[str, str], ...]
    colour: str | None
    drawn: dict[str, Any]
    rules: tuple[str, ...]

    @property
    def name(self) -> str:
        """The card with its deck, `main.ace`: cards of several decks may have one id."""
        return f"{self.deck}.{self.card}"

    @property
    def face(self) -> tuple[Any, ...]:
        """All that makes it this card and no other, without the number of copies."""
        return (self.label, self.short, self.long, self.attributes, self.colour, self.drawn, self.rules)


def printed_cards(games: Sequence[Game], words: Wordings) -> list[Printed]:
    """Each kind of card of one game in these configurations, in the order of the spec, also kinds without a copy."""
    most: dict[str, tuple[int, Layout, KindRow]] = {}
    for game in games:
        layout = game.layout
        copies = Counter(layout.kind_of)
        for number, row in enumerate(layout.kinds):
            name = row.full_name
            if name not in most or copies[number] > most[name][0]:
                most[name] = (copies[number], layout, row)
    return [_printed(row, layout, copies, words) for copies, layout, row in most.values()]


def _printed(row: KindRow, layout: Layout, copies: int, words: Wordings) -> Printed:
    name = row.full_name
    deck, kind = words.kinds[name]
    keys = {own_name(key): key for key in row.attributes}
    values = {name: attribute_plain(layout, key, row.attributes[key]) for name, key in keys.items()}
    worded = {name: in_words(layout.attribute_types.get(keys[name]), one, words) for name, one in values.items()}
    special = unusual(deck, kind)
    told = {name: (words.symbol(name), text) for name, text in worded.items() if name in special and text}
    named, drawn = (words.named_in_words(name, on_the_face=face) for face in (False, True))
    return Printed(
        deck=row.deck,
        card=row.id,
        copies=copies,
        label=words.card(name),
        short=words.short_card(name),
        long=words.whole_card(name),
        text=words.card_text(name),
        attributes=values,
        worded=worded,
        told=tuple(told.values()),
        untold=tuple(pair for name, pair in told.items() if name not in named),
        undrawn=tuple(pair for name, pair in told.items() if name not in drawn),
        colour=words.colour(name),
        drawn=words.face(name),
        rules=_rules(kind),
    )


def in_words(type: Type | None, value: Any, words: Wordings) -> str:
    """The value of an attribute in words, none as no text. A symbol may have the id of a card, so its type decides."""
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(in_words(type.item if type else None, one, words) for one in value)
    if type is not None and type.base == "symbol" and isinstance(value, str):
        return words.symbol(value)
    return words.plain(value)


def _rules(kind: KindSpec) -> tuple[str, ...]:
    """The rules of a card as they are written, each after the key under which it stands."""
    lines = [("always", rule.modifier.span.text) for rule in kind.always]
    lines += [("when", condition.test.span.text) for condition in kind.when]
    bodies = [("do", kind.do), *((event.text, body) for event, body in (*kind.after, *kind.instead_of))]
    lines += [(key, statement.span.text) for key, body in bodies for statement in body]
    return tuple(f"{key}: {' '.join(text.split())}" for key, text in lines)


# What has to be printed again: the cards of a game that differ from those of another.

Change = Literal["new", "changed", "more", "fewer", "gone"]
"""How a card differs: it was not there, it says or does something else, only its copies differ, or it is gone."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A kind of card that differs. `before` is the number of its copies before, `needed` how many are to be printed."""

    card: Printed
    change: Change
    before: int
    needed: int


def changes(cards: Sequence[Printed], before: Sequence[Printed]) -> list[Changed]:
    """The cards that differ from those before, in the order of the deck; at the end those that are gone."""
    known = {one.name: one for one in before if one.copies}
    found = [one for card in cards if card.copies and (one := _changed(card, known.get(card.name)))]
    left = {card.name for card in cards if card.copies}
    gone = [Changed(replace(one, copies=0), "gone", one.copies, 0) for one in known.values() if one.name not in left]
    return [*found, *gone]


def _changed(card: Printed, before: Printed | None) -> Changed | None:
    """How a card of the deck differs from what it was; None if it does not."""
    if before is None:
        return Changed(card, "new", 0, card.copies)
    if card.face != before.face:
        return Changed(card, "changed", before.copies, card.copies)
    if card.copies == before.copies:
        return None
    more = card.copies - before.copies
    return Changed(card, "more" if more > 0 else "fewer", before.copies, max(0, more))
