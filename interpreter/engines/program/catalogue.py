"""All cards of a game: kinds with their attributes, and every single card."""

from __future__ import annotations

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir
from ...language.ir.game import Deck, Game, Kind
from .layout import KindRow
from .setting import misfit
from .specialise import Specialiser

MOST_CARDS = 10_000
"""The largest number of cards that a game may have (E572)."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """`kinds` by number; `kind_of[card]`; `owner_of[card]`, the owner of the zone where it starts (0 on the table).

    Cards are numbered deck by deck, kind by kind, then by starting owner. `decks` are the cards of each deck.
    """

    kinds: tuple[KindRow, ...]
    kind_of: tuple[int, ...]
    owner_of: tuple[int, ...]
    decks: dict[str, tuple[int, ...]]


def catalogue(game: Game, specialiser: Specialiser) -> Catalogue:
    """All cards of the game in this setting.

    Raises `SpecError`: E571 if an attribute or a number of copies has no constant value, E572 if a
    number of copies is negative or far too large.
    """
    kinds: list[KindRow] = []
    kind_of: list[int] = []
    owner_of: list[int] = []
    decks: dict[str, tuple[int, ...]] = {}
    for deck in game.decks.values():
        owners = specialiser.setting.owners(game.zones[deck.start].owner)
        first = len(kind_of)
        for kind in deck.kinds:
            kinds.append(_row(deck, kind, specialiser))
            copies = _copies(kind, specialiser)
            for owner in range(owners):
                kind_of += [kind.number] * copies
                owner_of += [owner] * copies
        if len(kind_of) > MOST_CARDS:
            misfit("E572", f"with deck '{deck.name}', the game has more than {MOST_CARDS} cards", deck.span)
        decks[deck.name] = tuple(range(first, len(kind_of)))
    return Catalogue(tuple(kinds), tuple(kind_of), tuple(owner_of), decks)


def _row(deck: Deck, kind: Kind, specialiser: Specialiser) -> KindRow:
    found = specialiser.attributes_of(kind.number)
    if len(found) < len(kind.attributes):
        misfit("E571", f"an attribute of '{kind.id}' has no constant value under these options", kind.span)
    return KindRow(kind.id, deck.name, dict(found))


def _copies(kind: Kind, specialiser: Specialiser) -> int:
    copies = specialiser.expr(kind.copies, {})
    if not isinstance(copies, ir.Const) or not isinstance(copies.value, int):
        misfit(
            "E571", f"the number of copies of '{kind.id}' has no constant value under these options", kind.copies.span
        )
    if not 0 <= copies.value <= MOST_CARDS:
        misfit("E572", f"there cannot be {copies.value} copies of '{kind.id}'", kind.copies.span)
    return copies.value
