"""What one configuration of a game consists of: its cards with their kinds, and the members of its families."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import prod

from ...diagnostics.record import dataclass
from ...language.ir import game as decl
from ...language.ir import nodes as ir
from ...language.ir.game import Deck, Kind, TypedGame
from .layout import KindRow
from .nodes import Expr
from .specialisation import Specialiser, configuration_error
from .traversal import every

MOST_CARDS = 10_000
"""The largest number of cards that a game may have (E572)."""


@dataclass(frozen=True, slots=True)
class CardCatalogue:
    """`kinds` by number; `kind_of[card]`; `owner_of[card]`, the owner of the zone where it starts (0 on the table).

    Cards are numbered deck by deck, kind by kind, then by starting owner. `decks` are the cards of each deck.
    """

    kinds: tuple[KindRow, ...]
    kind_of: tuple[int, ...]
    owner_of: tuple[int, ...]
    decks: dict[str, tuple[int, ...]]


def catalogue(game: TypedGame, specialiser: Specialiser) -> CardCatalogue:
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
            configuration_error(
                "E572", f"with deck '{deck.name}', the game has more than {MOST_CARDS} cards", deck.span
            )
        decks[deck.name] = tuple(range(first, len(kind_of)))
    return CardCatalogue(tuple(kinds), tuple(kind_of), tuple(owner_of), decks)


def _row(deck: Deck, kind: Kind, specialiser: Specialiser) -> KindRow:
    found = specialiser.attributes_of(kind.number)
    if len(found) < len(kind.attributes):
        configuration_error("E571", f"an attribute of '{kind.id}' has no constant value under these options", kind.span)
    return KindRow(kind.id, deck.name, dict(found))


def _copies(kind: Kind, specialiser: Specialiser) -> int:
    copies = specialiser.expr(kind.copies, {})
    if not isinstance(copies, ir.Const) or not isinstance(copies.value, int):
        configuration_error(
            "E571", f"the number of copies of '{kind.id}' has no constant value under these options", kind.copies.span
        )
    if not 0 <= copies.value <= MOST_CARDS:
        configuration_error("E572", f"there cannot be {copies.value} copies of '{kind.id}'", kind.copies.span)
    return copies.value


# Who belongs to a family of zones or variables in one configuration, and that no rule names anybody else.
#
#     row: {of: 1..rows}              row[1], row[2] … as many as the option says
#     slot: {of: [player, 1..5]}      p1.slot[1] … p1.slot[5], p2.slot[1] …
#
# The number of a member is the place of its index among all, counted from 0: the last index runs fastest. Whether an
# index exists shows in play (R709); but where it is settled when the program is made, the spec is refused (E576).

MOST_MEMBERS = 4000
"""No family has more members than this for each player or team, or on the table (E577)."""


def members_of(specialiser: Specialiser, declared: decl.Zone | decl.VariableDecl) -> tuple[str, ...]:
    """How each member that one owner has is written: `[1]`, `[red][2]`; only "" where there is no family.

    Raises `SpecError`: E571 if a bound has no constant value, E573 if a range is empty, E577 if it is far too large.
    """
    ranges = [_range(specialiser, axis, declared.name) for axis in declared.along]
    if prod(map(len, ranges)) > MOST_MEMBERS:
        configuration_error("E577", f"there would be more than {MOST_MEMBERS} of '{declared.name}'", declared.span)
    axes = zip(declared.along, ranges, strict=True)
    texts = [[_text(specialiser.game, axis, number) for number in numbers] for axis, numbers in axes]
    return tuple("".join(one) for one in product(*texts))


def _range(specialiser: Specialiser, axis: decl.Axis, name: str) -> range:
    low, high = (settled_number(specialiser, end, f"the range of '{name}'") for end in (axis.low, axis.high))
    if low > high:
        configuration_error("E573", f"the range of '{name}' is empty: it goes from {low} to {high}", axis.low.span)
    return range(low, high + 1)


def _text(game: TypedGame, axis: decl.Axis, number: int) -> str:
    match axis.type.base:
        case "symbol":
            return f"[{game.enumerations[axis.type.name][number]}]"
        case "player" | "team":
            return f"[{axis.type.base[0]}{number + 1}]"
        case _:
            return f"[{number}]"


def settled_number(specialiser: Specialiser, expr: ir.Expr, what: str) -> int:
    """A number that is known before the game. Raises `SpecError` (E571) if it has no constant value."""
    found = specialiser.expr(expr, {})
    if not isinstance(found, ir.Const) or not isinstance(found.value, int):
        configuration_error("E571", f"{what} has no constant value under these options", expr.span)
    return found.value


def check_members(exprs: Iterable[Expr]) -> None:
    """Check that no rule names a member that a family does not have (`SpecError` E576)."""
    for expr in exprs:
        for part in every(expr):
            match part:
                case ir.Apply("member", (_, ir.Const(int() as at), ir.Const(int() as low), ir.Const(int() as high))):
                    if not low <= at <= high:
                        configuration_error("E576", f"there is no number {at} here, only {low} to {high}", part.span)
