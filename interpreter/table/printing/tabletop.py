"""The cards of a game for virtual tables: pictures of 10 × 7 cards, and the object that Tabletop Simulator takes.

It has `DeckIDs` and `CustomDeck`, as the knowledge base of that program tells: a card is the number of its sheet times
100, plus its place. Pictures may have 4096 dots each way.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ...play.game.texts import Wordings
from .sheets import FONTS, Copies, face_symbols

COLUMNS, ROWS = 10, 7
WIDTH, HEIGHT = 409, 571
"""The size of a card in dots: ten of them beside each other take 4090, seven below each other 3997."""


def tabletop(cards: Copies, words: Wordings, dots: Callable[[str], bytes]) -> dict[str, bytes]:
    """The files by their names; `dots` makes a picture of SVG. Kinds of card without a copy are left out."""
    decks: dict[str, Copies] = {}
    for one, times in cards:
        if times:
            decks[one.deck] = [*decks.get(one.deck, ()), (one, times)]
    files: dict[str, bytes] = {}
    objects, number = [], 0
    for deck, some in decks.items():
        custom: dict[str, Any] = {}
        held: list[dict[str, Any]] = []
        for at in range(0, len(some), COLUMNS * ROWS):
            number, here = number + 1, some[at : at + COLUMNS * ROWS]
            symbols = face_symbols(here, words)
            front, back = f"{deck}-{number}.png", f"{deck}-{number}-back.png"
            files[front] = dots(_drawn([one.name for one, _ in here], symbols))
            files[back] = dots(_drawn([f"back-{one.name}" for one, _ in here], symbols))
            sheet = {"FaceURL": front, "BackURL": back, "NumWidth": COLUMNS, "NumHeight": ROWS}
            custom[f"{number}"] = {**sheet, "BackIsHidden": True, "UniqueBack": True}
            for place, (one, times) in enumerate(here):
                card = {"Name": "Card", "CardID": 100 * number + place, "Nickname": one.label, "Description": one.text}
                held += [card] * times
        name = {"Name": "DeckCustom", "Nickname": words.texts(_title(words, deck), deck)}
        ids = [card["CardID"] for card in held]
        objects.append({**name, "DeckIDs": ids, "CustomDeck": custom, "ContainedObjects": held})
    files["table.json"] = json.dumps({"ObjectStates": objects}, ensure_ascii=False, indent=1).encode()
    return files


def _title(words: Wordings, deck: str) -> dict[str, str]:
    return words.spec.decks[deck].title if words.spec else {}


def _drawn(names: list[str], symbols: str) -> str:
    """A sheet with the symbols of these names, row by row."""
    card = f'width="{WIDTH}" height="{HEIGHT}"'
    placed = "".join(
        f'<use href="#face-{name}" x="{at % COLUMNS * WIDTH}" y="{at // COLUMNS * HEIGHT}" {card}/>'
        for at, name in enumerate(names)
    )
    size = f'width="{COLUMNS * WIDTH}" height="{ROWS * HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}">{symbols}{placed}</svg>'
