"""Numbers of cards in words, by what the spec calls the cards of a deck: `2 dice`, `1 domino`, else `5 cards`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .texts import Wordings

Things = Mapping[str, str]
"""What cards are called, `one` and `many` of them; empty if they are just cards."""


def things(deck: str, words: Wordings) -> Things:
    """What the cards of a deck are called.

    >>> things("die", load_game("liars-dice").words("fr"))
    {'one': 'dé', 'many': 'dés'}
    """
    found = words.spec.table.called.get(deck) if words.spec else None
    return {} if found is None else {"one": words.texts(found.one, deck), "many": words.texts(found.many, deck)}


def number_of(number: int, called: Things, words: Wordings) -> str:
    """So many cards of a deck."""
    return words.say("things", n=number, **called) if called else words.say("cards", n=number)


def number_in(number: int, zone: str, words: Wordings) -> str:
    """So many cards of a zone, which is named as in the view: `p1.cup`."""
    name = re.sub(r"^[pt]\d+\.", "", zone).partition("[")[0]
    found = words.spec.zones.get(name) if words.spec else None
    return number_of(number, things(found.holds.text, words) if found else {}, words)
