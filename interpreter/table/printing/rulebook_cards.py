"""The cards in a rulebook: each by itself with its text, or those that say the same together.

Cards of a deck whose texts follow one pattern are one entry. Under it those that say the same otherwise share a line;
if that would be many lines, the deck is a table, a row a card. A line that has each number with each colour, say, tells
these instead of all the cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import prod

from ...diagnostics.text import localized
from ...language.spec.nodes import Spec
from ...play.game.game import Game
from ...play.game.phrases import phrase
from ...play.game.texts import Wordings
from .phrases import say
from .printed_cards import Printed
from .rulebook_entries import RulebookEntry, by_players

FEW = 3
"""So many cards of one pattern are told one by one."""

MANY = 12
"""With more lines than this a deck is a table."""


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")

Pattern = tuple[str, str]
"""The deck of a card, and its text as it is written, with braces."""


class Pack:
    """How many copies there are of each kind of card, by the number of players.

    Of a deck that each player has for themselves, the copies of one of them are counted; `each` says so.
    """

    def __init__(self, games: Sequence[Game], spec: Spec) -> None:
        self._games = games
        starts = [zone for zone in spec.zones.values() if zone.start and zone.of and zone.of.text == "player"]
        self._own = {zone.holds.text for zone in starts}

    @cached_property
    def _copies(self) -> dict[int, Counter[str]]:
        return {
            game.players: Counter(game.layout.kinds[kind].full_name for kind in game.layout.kind_of)
            for game in self._games
        }

    def count(self, cards: Sequence[Printed], language: str) -> str:
        """How many of these cards there are: `3`, or `2 (with 4 players: 3)`."""
        numbers = {
            players: str(sum(copies[one.name] // (players if one.deck in self._own else 1) for one in cards))
            for players, copies in self._copies.items()
        }
        return by_players(numbers, language)

    def each(self, one: Printed, language: str) -> str:
        """For each player, where each has a deck of their own."""
        return f" {say(language, 'rules_for_each')}" if one.deck in self._own else ""


def card_entries(cards: Sequence[Printed], pack: Pack, spec: Spec, words: Wordings) -> Iterator[RulebookEntry]:
    """The cards in the order of the spec; those whose texts follow one pattern are one entry, with a list."""
    told: set[Pattern] = set()
    patterns = {one.name: _pattern(one, spec, words) for one in cards}
    headed: set[str] = set()
    for one in cards:
        key = patterns[one.name]
        alike = [card for card in cards if patterns[card.name] == key and card.copies]
        alone = len(alike) <= FEW or not key[1] or not one.copies
        title = localized(spec.decks[one.deck].title, words.language)
        deck = [card for card in cards if card.deck == one.deck and card.copies]
        if title and one.deck not in headed and len(deck) > 1 and (alone or len(alike) < len(deck)):
            yield RulebookEntry(f"cards.{one.deck}", title, _counted(deck, pack, words))
        headed.add(one.deck)
        if alone:
            told_of = _joined((_sum(name, value, words) for name, value in one.untold), words)
            each = "" if title and len(deck) > 1 else pack.each(one, words.language)
            name, heading = words.key(one.name), _copied(one, pack, words) + each
            yield RulebookEntry(f"cards.{name}", heading, one.text or told_of, cards=(name,))
        elif key not in told:
            told.add(key)
            yield _CardGroup(alike, key, pack, words).entry(title)


def _pattern(one: Printed, spec: Spec, words: Wordings) -> Pattern:
    """What a card has in common with others; a card without a text is told by its attributes.

    A text that only few cards have is no pattern.
    """
    kinds = spec.decks[one.deck].kinds
    texts = {kind.id.text: words.texts(kind.about.text, "") if kind.about.text else "" for kind in kinds}
    text = texts[one.card]
    if not text:
        return one.deck, "|".join(name for name, _ in one.untold) or "-"
    return one.deck, text if "{" in text or [*texts.values()].count(text) > FEW else ""


class _CardGroup:
    """Cards of one pattern as an entry: what holds of all of them, and a list of those that say the same otherwise."""

    def __init__(self, cards: Sequence[Printed], key: Pattern, pack: Pack, words: Wordings) -> None:
        self._cards, self._pack, self._words = cards, pack, words
        self._pattern = _SENTENCE.split(key[1]) if cards[0].text else []
        self._key = f"cards.{cards[0].deck}.{cards[0].card}"

    def entry(self, title: str) -> RulebookEntry:
        """The entry; without a title of the deck it is called by the number of its cards."""
        count = _counted(self._cards, self._pack, self._words)
        text = " ".join(sentence for sentence in self._pattern if "{" not in sentence)
        by_text: dict[str, list[Printed]] = {}
        for one in self._cards:
            by_text.setdefault(self._own(one), []).append(one)
        title, text = (title, f"{count} {text}".strip()) if title else (count.rstrip("."), text)
        if len(by_text) > MANY:
            return RulebookEntry(self._key, title, text, rows=self._rows(), cards=self._kinds())
        items = tuple(
            _line(self._names(cards), told, self._words) if told else self._names(cards)
            for told, cards in by_text.items()
        )
        return RulebookEntry(self._key, title, text, items, cards=self._kinds())

    def _kinds(self) -> tuple[str, ...]:
        return tuple(self._words.key(one.name) for one in self._cards)

    def _rows(self) -> tuple[tuple[str, ...], ...]:
        """The cards as a table: their labels, and each other attribute that not all have alike."""
        others = [name for name in self._cards[0].worded if name not in self._in_label()]
        names = [name for name in others if len({one.worded.get(name, "") for one in self._cards}) > 1]
        head = (phrase(self._words.language, "cards", n=1).split(" ", 1)[-1], *map(self._words.symbol, names))
        rows = [
            (_copied(one, self._pack, self._words), *(one.worded.get(name, "") for name in names))
            for one in self._cards
        ]
        return (tuple(part[:1].upper() + part[1:] for part in head), *rows)

    def _names(self, cards: Sequence[Printed]) -> str:
        """The cards by name, with one number where there are as many of each.

        All combinations of the attributes that their labels name are told by these, and numbers without a gap by the
        first and the last.
        """
        counts = {self._pack.count([one], self._words.language) for one in cards}
        if any(re.search(r"\b0\b", count) for count in counts):  # some play without them
            counts = {str(one.copies) for one in cards}
        if len(counts) > 1:
            return ", ".join(_copied(one, self._pack, self._words) for one in cards)
        (count,) = counts
        combined = self._combined(cards)
        names = combined or _without_gaps([one.label for one in cards], self._words.language)
        if count == "1" or len(cards) == 1:
            alone = f"{names} × {count}" if count != "1" else names
            # Where other cards of the pattern say something else, these are not one of each combination
            some = not combined or len(cards) < len(self._cards)
            return alone if some else self._each("rules_one_of_each", "1", names)
        return self._each("rules_of_each_combination" if combined else "rules_of_each", count, names)

    def _each(self, phrase_name: str, count: str, names: str) -> str:
        return _sum(say(self._words.language, phrase_name, count=count), names, self._words)

    def _combined(self, cards: Sequence[Printed]) -> str:
        """`number: 1, 2` for the ones and twos of each colour; the empty text if the cards are no such combination."""
        varying = [name for name in self._in_label() if len({one.worded[name] for one in self._cards}) > 1]
        values = {name: list(dict.fromkeys(one.worded[name] for one in cards)) for name in varying}
        alike = {tuple(one.worded[name] for name in varying) for one in cards}
        complete = len(alike) == len(cards) == prod(map(len, values.values()))
        # From so many cards on, all combinations of something are told as that
        if len(varying) < 2 or len(cards) < 6 or not complete:
            return ""
        every = {name: list(dict.fromkeys(one.worded[name] for one in self._cards)) for name in varying}
        own = [name for name in varying if values[name] != every[name]]
        parts = (_sum(self._words.symbol(name), ", ".join(values[name]), self._words) for name in own or varying)
        return _joined(parts, self._words)

    def _in_label(self) -> list[str]:
        """The attributes that the labels of the cards name."""
        deck, kind = self._words.kinds[self._cards[0].name]
        label = self._words.texts(kind.about.label or deck.label, "")
        return [name for name in self._cards[0].worded if f"{{{name}}}" in label]

    def _own(self, one: Printed) -> str:
        """What a card says that others of its pattern do not: the sentences with braces, or its attributes."""
        if not one.text:
            telling = [pair for pair in one.untold if any(pair not in card.untold for card in self._cards)]
            return _joined((_sum(name, value, self._words) for name, value in telling), self._words)
        sentences = _SENTENCE.split(one.text)
        if len(sentences) != len(self._pattern):
            return one.text
        return " ".join(said for said, written in zip(sentences, self._pattern, strict=True) if "{" in written)


def _counted(cards: Sequence[Printed], pack: Pack, words: Wordings) -> str:
    """`52 cards.`, or `40 cards (with 3 players: 30)`."""
    number, _, others = pack.count(cards, words.language).partition(" ")
    told = phrase(words.language, "cards", n=int(number)) + pack.each(cards[0], words.language)
    return f"{told} {others}." if others else f"{told}."


def by_an_option(one: Printed, spec: Spec) -> bool:
    """Whether options decide how many copies of this card there are."""
    deck = spec.decks[one.deck]
    (kind,) = (kind for kind in deck.kinds if kind.id.text == one.card)
    copies = deck.copies if kind.copies is None else kind.copies
    return copies is not None and not spec.options.keys().isdisjoint(re.findall(r"\w+", copies.span.text))


def _copied(one: Printed, pack: Pack, words: Wordings) -> str:
    """A card with its copies, if there are several, or more with some numbers of players; none are not told.

    A card that only another value of an option brings in says so.
    """
    if not one.copies:
        return f"{one.label} ({say(words.language, 'rules_by_an_option')})"
    count = pack.count([one], words.language)
    if re.search(r"\b0\b", count) or count == "1":
        return one.label if "1" in (count, str(one.copies)) else f"{one.label} × {one.copies}"
    return f"{one.label} × {count}"


def _without_gaps(labels: Sequence[str], language: str) -> str:
    """Labels with commas between; `from 1 to 60` if they are nothing but whole numbers without a gap."""
    numbers = [int(label) for label in labels if label.isdecimal()]
    if len(numbers) == len(labels) > FEW and numbers == [*range(numbers[0], numbers[0] + len(numbers))]:
        return say(language, "rules_range", low=numbers[0], high=numbers[-1])
    return ", ".join(labels)


def _line(names: str, told: str, words: Wordings) -> str:
    """Cards, and what they say; a dash goes between where the cards are told with a colon."""
    return f"{names} – {told}" if ":" in names else _sum(names, told, words)


def _sum(what: str, told: str, words: Wordings) -> str:
    return f"{words.say('sum', what=what)} {told}"


def _joined(parts: Iterable[str], words: Wordings) -> str:
    return words.say("semicolon").join(parts)
