"""What depends on the number of players, in words: `700 (with 4 players: 1000)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..game.phrases import phrase
from .phrases import any_number, say


def by_players(values: Mapping[int, str], language: str) -> str:
    """The value that most numbers of players have, and behind it the others; one alone if all have the same.

    >>> by_players({2: "700", 3: "700", 4: "1000", 6: "700"}, "en")
    '700 (with 4 players: 1000)'
    """
    usual = Counter(values.values()).most_common(1)[0][0]
    others: dict[str, list[int]] = {}
    for players, value in values.items():
        if value != usual:
            others.setdefault(value, []).append(players)
    told = [
        say(language, "rules_with_players", numbers=any_number(numbers, language), n=numbers[-1], value=value)
        for value, numbers in others.items()
    ]
    return f"{usual} ({phrase(language, 'semicolon').join(told)})" if told else usual
