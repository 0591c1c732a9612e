"""Functions of the language, and the properties written with a dot."""

from __future__ import annotations

from typing import Any

from ..ir.types import NONE
from .row import Machine, Row


def _kind(m: Machine, card: int) -> int:
    return NONE if card == NONE else m.kind_of[card]


def _place(m: Machine, card: int) -> int:
    return NONE if card == NONE else list(m.cards(m.where(card))).index(card) + 1


def _from(m: Machine, player: int) -> tuple[int, ...]:
    return tuple((player + i) % m.players for i in range(m.players))


def _rivals(m: Machine, player: int) -> tuple[int, ...]:
    return tuple(q for q in _from(m, player)[1:] if not m.team_of or m.team_of[q] != m.team_of[player])


def _only(m: Machine, values: Any) -> int:
    return int(values[0]) if len(values) == 1 else NONE


def _function(
    op: str,
    spelling: str,
    parameters: tuple[str, ...],
    result: str,
    about: str,
    reference: Any,
    *examples: tuple[str, str],
) -> Row:
    return Row(op, "function", spelling, parameters, result, about, reference, examples)


FUNCTIONS: tuple[Row, ...] = (
    _function(
        "size", "count", ("list of T",), "integer", "How many there are.", lambda m, xs: len(xs), ("count([4, 5])", "2")
    ),
    _function("zone_size", "count", ("zone D",), "integer", "How many cards lie there.", lambda m, z: len(m.cards(z))),
    _function(
        "total",
        "sum",
        ("list of integer",),
        "integer",
        "All of them together.",
        lambda m, xs: sum(xs),
        ("sum([4, 5])", "9"),
    ),
    _function(
        "largest",
        "max",
        ("list of integer",),
        "integer or none",
        "The largest; none of nothing.",
        lambda m, xs: max(xs, default=NONE),
        ("max([4, 5, 2])", "5"),
    ),
    _function(
        "smallest",
        "min",
        ("list of integer",),
        "integer or none",
        "The smallest; none of nothing.",
        lambda m, xs: min(xs, default=NONE),
        ("min([4, 5, 2])", "2"),
    ),
    _function(
        "larger",
        "max",
        ("integer", "integer"),
        "integer",
        "The larger of two.",
        lambda m, a, b: max(a, b),
        ("max(2, 3)", "3"),
    ),
    _function(
        "smaller",
        "min",
        ("integer", "integer"),
        "integer",
        "The smaller of two.",
        lambda m, a, b: min(a, b),
        ("min(2, 3)", "2"),
    ),
    _function(
        "abs", "abs", ("integer",), "integer", "The number without its sign.", lambda m, a: abs(a), ("abs(2 - 5)", "3")
    ),
    _function(
        "first_of",
        "first",
        ("list of T",),
        "T or none",
        "The first; none of nothing.",
        lambda m, xs: xs[0] if xs else NONE,
        ("first([4, 5])", "4"),
    ),
    _function(
        "last_of",
        "last",
        ("list of T",),
        "T or none",
        "The last; none of nothing.",
        lambda m, xs: xs[-1] if xs else NONE,
        ("last([4, 5])", "5"),
    ),
    _function(
        "reverse",
        "reverse",
        ("list of T",),
        "list of T",
        "From the last to the first.",
        lambda m, xs: tuple(reversed(xs)),
        ("first(reverse([4, 5]))", "5"),
    ),
    Row(
        "distinct",
        "function",
        "distinct",
        ("list of T",),
        "list of T",
        "Each once, where it stands first; of cards, their kinds.",
        lambda m, xs: tuple(dict.fromkeys(xs)),
        (("count(distinct([4, 5, 4]))", "2"),),
        by_kind=True,
    ),
    _function(
        "players_from", "players_from", ("player",), "list of player", "All players, clockwise from this one.", _from
    ),
    _function(
        "distance",
        "distance",
        ("player", "player"),
        "integer",
        "How many seats clockwise from the first to the second.",
        lambda m, a, b: (b - a) % m.players,
    ),
    _function(
        "symbol_place", "place", ("symbol E",), "integer", "Its number in the enumeration, from 1.", lambda m, s: s + 1
    ),
    Row(
        "card_place",
        "function",
        "place",
        ("card D",),
        "integer",
        "Its place in its zone, from the top, from 1.",
        _place,
        reads_order=True,
    ),
)

PROPERTIES: tuple[Row, ...] = (
    Row(
        "top",
        "property",
        "top",
        ("zone D",),
        "card D or none",
        "The uppermost card.",
        lambda m, z: next(iter(m.cards(z)), NONE),
        reads_order=True,
    ),
    Row(
        "bottom",
        "property",
        "bottom",
        ("zone D",),
        "card D or none",
        "The lowest card.",
        lambda m, z: m.cards(z)[-1] if len(m.cards(z)) else NONE,
        reads_order=True,
    ),
    Row(
        "only",
        "property",
        "only",
        ("zone D",),
        "card D or none",
        "The one card that lies there; none if there are none or several.",
        lambda m, z: _only(m, m.cards(z)),
    ),
    Row("zone_empty", "property", "empty", ("zone D",), "boolean", "No card lies there.", lambda m, z: not m.cards(z)),
    Row(
        "cards_of",
        "inner",
        "cards of",
        ("zone D",),
        "list of card D",
        "All its cards, from the top; a zone stands for this list by itself.",
        lambda m, z: tuple(m.cards(z)),
    ),
    Row(
        "list_only",
        "property",
        "only",
        ("list of T",),
        "T or none",
        "The one element; none if there are none or several.",
        _only,
        (("[4].only", "4"), ("[4, 5].only is none", "true")),
    ),
    Row(
        "list_top",
        "property",
        "top",
        ("list of T",),
        "T or none",
        "The first element.",
        lambda m, xs: xs[0] if xs else NONE,
        (("[4, 5].top", "4"),),
    ),
    Row(
        "list_empty",
        "property",
        "empty",
        ("list of T",),
        "boolean",
        "Nothing is in it.",
        lambda m, xs: not xs,
        (("[].empty", "true"),),
    ),
    Row("kind", "property", "kind", ("card D",), "kind D", "What kind of card it is.", _kind),
    Row(
        "next",
        "property",
        "next",
        ("player",),
        "player",
        "The next player clockwise.",
        lambda m, p: (p + 1) % m.players,
    ),
    Row(
        "previous",
        "property",
        "previous",
        ("player",),
        "player",
        "The next player the other way round.",
        lambda m, p: (p - 1) % m.players,
    ),
    Row("team", "property", "team", ("player",), "team", "The team in which the player is.", lambda m, p: m.team_of[p]),
    Row(
        "rivals",
        "property",
        "rivals",
        ("player",),
        "list of player",
        "All players who are not in the same team, clockwise.",
        _rivals,
    ),
    Row(
        "members",
        "property",
        "members",
        ("team",),
        "list of player",
        "The players of the team, in the order of seats.",
        lambda m, t: m.members[t],
    ),
    Row(
        "team_rivals",
        "property",
        "rivals",
        ("team",),
        "list of team",
        "All other teams.",
        lambda m, t: tuple(u for u in range(len(m.members)) if u != t),
    ),
    Row(
        "zone_of",
        "inner",
        "zone of",
        ("card D",),
        "zone D",
        "The zone in which it lies; authors have no need of it.",
        lambda m, c: NONE if c == NONE else m.where(c),
    ),
    Row(
        "players",
        "name",
        "players",
        (),
        "list of player",
        "All players, in the order of seats.",
        lambda m: tuple(range(m.players)),
    ),
    Row(
        "teams",
        "name",
        "teams",
        (),
        "list of team",
        "All teams, in the order of their first seats.",
        lambda m: tuple(range(len(m.members))),
    ),
)
