"""What the tests against OpenSpiel share: where our games are, and how cards and moves are called there and here."""

import re
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"

NAMES = "two three four five six seven eight nine ten jack queen king ace"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = dict(zip("23456789TJQKA", NAMES.split(), strict=True))


def card(text: str) -> str:
    """`HA` and `AH` are `hearts_ace` here."""
    suit, rank = list(text if text[0] in SUITS else reversed(text))
    return f"{SUITS[suit]}_{RANKS[rank]}"


def ordered(move: str) -> str:
    """The move, its cards in brackets in a fixed order."""
    return re.sub(r"\[(.*)]", lambda cards: f"[{', '.join(sorted(cards[1].split(', ')))}]", move)
