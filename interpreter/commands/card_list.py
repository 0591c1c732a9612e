"""The cards of a game as a list: tables for people, rows for spreadsheets, JSON."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from ..play.game.texts import Wordings, spaced
from ..play.printing.changes import Changed
from ..play.printing.phrases import say
from ..play.printing.printed import Printed
from .screen import screen_width

FIXED = ("deck", "card", "copies", "label", "short", "long", "text")
"""The columns that every list has in CSV, before those of the attributes."""

COMPARED = ("change", "before", "needed")
"""What else is told where cards are compared."""

Row = Printed | Changed
"""A card of a list, and where cards are compared also how it differs."""


def card_of(row: Row) -> Printed:
    """The card of a row."""
    return row.card if isinstance(row, Changed) else row


def needed(row: Row, *, once: bool = False) -> int:
    """How many cards of a row are to be printed; with `once` at most one."""
    many = row.needed if isinstance(row, Changed) else row.copies
    return min(many, 1) if once else many


def as_json(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as JSON has them."""
    return [
        {
            **{key: getattr(card_of(row), key) for key in (*FIXED, "attributes", "colour")},
            **({key: getattr(row, key) for key in COMPARED} if isinstance(row, Changed) else {}),
        }
        for row in rows
    ]


def as_csv(rows: Sequence[Row], *, compared: bool) -> str:
    """The rows as CSV, with a column for each attribute of any deck, its values in words.

    An attribute with the name of another column is called `attribute NAME`.
    """
    fixed = (*FIXED, *COMPARED) if compared else FIXED
    names = list(dict.fromkeys(name for row in rows for name in card_of(row).attributes))
    heads = [f"attribute {name}" if name in fixed else name for name in names]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*fixed, *heads])
    for row in rows:
        card, values = card_of(row), card_of(row).worded
        common = [getattr(row if key in COMPARED else card, key) for key in fixed]
        writer.writerow([*common, *(values.get(name, "") for name in names)])
    return text.getvalue()


def as_text(rows: Sequence[Row], words: Wordings) -> str:
    """A table for each deck, under its name and the number of its cards."""
    decks: dict[str, list[Row]] = {}
    for row in rows:
        decks.setdefault(card_of(row).deck, []).append(row)
    return "\n\n".join(f"{_headline(deck, found, words)}\n{_table(found, words)}" for deck, found in decks.items())


def _headline(deck: str, rows: Sequence[Row], words: Wordings) -> str:
    copies = sum(map(needed, rows))
    kinds = say(words.language, "kinds", n=len(rows))
    return say(words.language, "deck", deck=spaced(deck), n=copies, kinds=kinds)


def _table(rows: Sequence[Row], words: Wordings) -> str:
    """The cards of a deck; `rich` is loaded only here. Columns in which no card says anything are left out."""
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    heads = ("card", "copies", "change", "short", "attributes", "text")
    cells = [list(_cells(row, words)) for row in rows]
    used = [number for number in range(len(heads)) if any(row[number] for row in cells)]
    table = Table(box=SIMPLE, pad_edge=False)
    for number in used:
        numbers = heads[number] == "copies"
        head = say(words.language, f"head_{heads[number]}")
        table.add_column(head, justify="right" if numbers else "left", overflow="fold")
    for row in cells:
        table.add_row(*(Text(row[number]) for number in used))
    console = Console(width=screen_width())
    with console.capture() as shown:
        console.print(table)
    return "\n".join(line.rstrip() for line in shown.get().rstrip().split("\n") if line.strip())


def _cells(row: Row, words: Wordings) -> Iterator[str]:
    card = card_of(row)
    yield card.label if card.label == spaced(card.card) else f"{card.label} ({card.card})"
    yield str(card.copies)
    yield change_text(row, words) if isinstance(row, Changed) else ""
    yield card.short if card.short != card.label else ""
    yield words.say("semicolon").join(f"{words.say('sum', what=name)} {value}" for name, value in card.told)
    yield card.text


def change_text(row: Changed, words: Wordings) -> str:
    """How a card differs, in words: `new`, `2 more`."""
    return say(words.language, row.change, n=abs(row.card.copies - row.before))
