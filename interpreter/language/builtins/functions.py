"""Functions of the language, the properties written after a dot, and the names `players` and `teams`."""

from __future__ import annotations

from typing import Any

from ..ir.types import NONE
from .gathering import stretches, subsets
from .row import Machine, Row, row


def _kind(m: Machine, card: int) -> int:
    return NONE if card == NONE else m.kind_of[card]


def _position(m: Machine, card: int) -> int:
    return NONE if card == NONE else list(m.cards(m.where(card))).index(card) + 1


def _from(m: Machine, player: int) -> tuple[int, ...]:
    return tuple((player + i) % m.players for i in range(m.players))


def _rivals(m: Machine, player: int) -> tuple[int, ...]:
    return tuple(q for q in _from(m, player)[1:] if not m.team_of or m.team_of[q] != m.team_of[player])


def _only(m: Machine, values: Any) -> int:
    return int(values[0]) if len(values) == 1 else NONE


def _member(m: Machine, before: int, at: int, low: int, high: int) -> int:
    """Raises LookupError where there is no such member; the executor adds at which rule."""
    if before == NONE:
        return NONE
    if not low <= at <= high:
        raise LookupError(at)
    return before * (high - low + 1) + at - low


# fmt: off
FUNCTIONS: tuple[Row, ...] = (
    row("function", "size", "count(list of T) -> integer", "How many elements there are.",
        lambda m, xs: len(xs), ("count([4, 5])", "2")),
    row("function", "zone_size", "count(zone D) -> integer", "How many cards lie there.",
        lambda m, z: len(m.cards(z))),
    row("function", "total", "sum(list of integer) -> integer", "Their sum; 0 for an empty list.",
        lambda m, xs: sum(xs), ("sum([4, 5])", "9")),
    row("function", "largest", "max(list of integer) -> integer or none", "The largest; none for an empty list.",
        lambda m, xs: max(xs, default=NONE), ("max([4, 5, 2])", "5")),
    row("function", "smallest", "min(list of integer) -> integer or none", "The smallest; none for an empty list.",
        lambda m, xs: min(xs, default=NONE), ("min([4, 5, 2])", "2")),
    row("function", "larger", "max(integer, integer) -> integer", "The larger of two.",
        lambda m, a, b: max(a, b), ("max(2, 3)", "3")),
    row("function", "smaller", "min(integer, integer) -> integer", "The smaller of two.",
        lambda m, a, b: min(a, b), ("min(2, 3)", "2")),
    row("function", "abs", "abs(integer) -> integer", "The number without its sign.",
        lambda m, a: abs(a), ("abs(2 - 5)", "3")),
    row("function", "first_of", "first(list of T) -> T or none", "The first element; none for an empty list.",
        lambda m, xs: xs[0] if xs else NONE, ("first([4, 5])", "4")),
    row("function", "last_of", "last(list of T) -> T or none", "The last element; none for an empty list.",
        lambda m, xs: xs[-1] if xs else NONE, ("last([4, 5])", "5")),
    row("function", "reverse", "reverse(list of T) -> list of T", "From the last element to the first.",
        lambda m, xs: tuple(reversed(xs)), ("first(reverse([4, 5]))", "5")),
    row("function", "distinct", "distinct(list of T) -> list of T",
        "Each element once, where it comes first; for cards, their kinds.",
        lambda m, xs: tuple(dict.fromkeys(xs)), ("count(distinct([4, 5, 4]))", "2"), by_kind=True),
    row("function", "subsets", "subsets(list of T, list of integer) -> list of list of T",
        "All sub-lists of these sizes; a number alone means this size only.",
        lambda m, xs, sizes: tuple(subsets(xs, sizes)), ("count(s for s in subsets([4, 5, 6], 2..3))", "4")),
    row("function", "all_subsets", "subsets(list of T) -> list of list of T",
        "All sub-lists, from the empty one to the whole list.",
        lambda m, xs: tuple(subsets(xs, range(len(xs) + 1))),
        ("count(s for s in subsets([7, 8, 5, 10]) if sum(s) == 15)", "2")),
    row("function", "stretches", "stretches(list of T, list of integer) -> list of list of T",
        "All parts without a gap that have one of these sizes; a number alone means this size only.",
        lambda m, xs, sizes: tuple(stretches(xs, sizes)), ("max(sum(s) for s in stretches([4, 0, 5], 2))", "5")),
    row("function", "all_stretches", "stretches(list of T) -> list of list of T",
        "All parts without a gap, from single elements to the whole list.",
        lambda m, xs: tuple(stretches(xs, range(1, len(xs) + 1))),
        ("max(sum(s) for s in stretches([4, -2, 5]))", "7")),
    row("function", "players_from", "players_from(player) -> list of player", "All players, clockwise from this one.",
        _from),
    row("function", "distance", "distance(player, player) -> integer",
        "How many seats clockwise from the first to the second.",
        lambda m, a, b: (b - a) % m.players),
    row("function", "symbol_place", "place(symbol E) -> integer", "Its position in the enumeration, from 1.",
        lambda m, s: s + 1),
    row("function", "card_place", "place(card D) -> integer", "Its position in its zone, counted from the top, from 1.",
        _position, reads_order=True),
)

PROPERTIES: tuple[Row, ...] = (
    row("property", "top", "top(zone D) -> card D or none", "The top card.",
        lambda m, z: next(iter(m.cards(z)), NONE), reads_order=True),
    row("property", "bottom", "bottom(zone D) -> card D or none", "The bottom card.",
        lambda m, z: m.cards(z)[-1] if len(m.cards(z)) else NONE, reads_order=True),
    row("property", "only", "only(zone D) -> card D or none",
        "The only card in it; none if there are no cards or several.",
        lambda m, z: _only(m, m.cards(z))),
    row("property", "zone_empty", "empty(zone D) -> boolean", "Whether no card lies there.",
        lambda m, z: not m.cards(z)),
    row("inner", "cards_of", "cards of(zone D) -> list of card D",
        "All its cards, from the top; where a list is needed, a zone means this one.",
        lambda m, z: tuple(m.cards(z))),
    row("property", "list_only", "only(list of T) -> T or none",
        "The only element; none if there are no elements or several.",
        _only, ("[4].only", "4"), ("[4, 5].only is none", "true")),
    row("property", "list_top", "top(list of T) -> T or none", "The first element.",
        lambda m, xs: xs[0] if xs else NONE, ("[4, 5].top", "4")),
    row("property", "list_empty", "empty(list of T) -> boolean", "Whether it has no elements.",
        lambda m, xs: not xs, ("[].empty", "true")),
    row("property", "kind", "kind(card D) -> kind D", "What kind of card it is.", _kind),
    row("property", "next", "next(player) -> player", "The next player clockwise.",
        lambda m, p: (p + 1) % m.players),
    row("property", "previous", "previous(player) -> player", "The next player anticlockwise.",
        lambda m, p: (p - 1) % m.players),
    row("property", "team", "team(player) -> team", "The player's team.",
        lambda m, p: m.team_of[p]),
    row("property", "rivals", "rivals(player) -> list of player",
        "All players who are not on the same team, clockwise.", _rivals),
    row("property", "members", "members(team) -> list of player", "The players of the team, in seat order.",
        lambda m, t: m.members[t]),
    row("property", "team_rivals", "rivals(team) -> list of team", "All other teams.",
        lambda m, t: tuple(u for u in range(len(m.members)) if u != t)),
    row("inner", "member", "member(player, T, T, T) -> integer",
        "The number of a member of a family: those before it, and where it stands from the second bound to the third.",
        _member),
    row("inner", "zone_of", "zone of(card D) -> zone D", "The zone in which it lies.",
        lambda m, c: NONE if c == NONE else m.where(c)),
    row("name", "players", "players() -> list of player", "All players, in seat order.",
        lambda m: tuple(range(m.players))),
    row("name", "teams", "teams() -> list of team", "All teams, in the order of their first seats.",
        lambda m: tuple(range(len(m.members)))),
)
# fmt: on
