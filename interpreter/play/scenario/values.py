"""Converts the texts of a scenario to values of the expected type: numbers, symbols, players, kinds of card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean, instead
from ...engines.program.layout import Layout, side_name, side_of
from ...language.ir.types import NONE, Type
from ...source.text.literals import parse_integer
from ...source.text.tree import Scalar
from ..game.notation import value_names

SHOWN = 12
"""How many names a message lists at most."""


def side(text: str, layout: Layout) -> tuple[str, int] | None:
    """The player or team with a name like `p1` or `t2`: ("player", 0) or ("team", 1); None if there is none."""
    found = side_of(text)
    several = 0 if found is None else layout.players if found[0] == "player" else layout.team_count
    return found if found and 0 <= found[1] < several and side_name(*found) == text else None


QUOTED = ("single", "double")
"""The styles of texts in quotes."""


def written_value(written: Scalar, type: Type, layout: Layout) -> int | None:
    """The value of a text as it stands in a file; None if it is not one of this type, or a number in quotes."""
    if type.base == "integer" and written.style in QUOTED:
        return None
    return value_of(written.text, type, layout)


def meant(written: Scalar, type: Type, layout: Layout) -> tuple[str, ...]:
    """What to write instead of a text that is no value of this type, as helps."""
    if type.base == "integer" and written.style in QUOTED and parse_integer(written.text) is not None:
        return (f"numbers are written without quotes: `{written.text}`",)
    if type.base == "boolean" and (others := instead("boolean of a scenario", written.text.lower())):
        return (f"write `{others[0]}`",)
    if type.base in ("player", "team"):
        number = re.search(r"\d+$", written.text)
        name = f"{type.base[0]}{number[0]}" if number else ""
        return (f"write `{name}`" if side(name, layout) else the_players(layout),)
    return did_you_mean(written.text, names_of(type, layout))


def type_text(type: Type) -> str:
    """A type as messages of scenarios name it."""
    return "true or false" if type.base == "boolean" else str(type)


def value_of(text: str, type: Type, layout: Layout) -> int | None:
    """The value of a text; None if it is not a value of this type.

    >>> from ...language.ir.types import INTEGER
    >>> value_of("-3", INTEGER, None)
    -3
    """
    if text == "none":
        return NONE if type.optional else None
    match type.base:
        case "integer":
            return parse_integer(text)
        case "player" | "team":
            found = side(text, layout)
            return found[1] if found and found[0] == type.base else None
        case _:
            return names_of(type, layout).get(text)


def names_of(type: Type, layout: Layout) -> dict[str, int]:
    """The texts of all values of a type, with the values; empty for integers."""
    match type.base:
        case "boolean":
            return {"false": 0, "true": 1, "no": 0, "yes": 1}
        case "kind":
            return {row.id: number for number, row in enumerate(layout.kinds) if row.deck == type.name}
        case _:
            return {name: number for number, name in enumerate(value_names(layout, type))}


def some(names: Sequence[str]) -> str:
    """Names in a message: the first few, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


# What scenarios say of players and teams that the game does not have.

TURN = ("turn.player", "turn.next")
"""The variables that hold whose turn it is, and who has the first turn of a phase."""

ENTERING = "entering"
"""The variable that no spec has, but each position that a scenario gives."""


def is_strange(name: str, layout: Layout) -> bool:
    """Whether this is how a player or a team is called, but none of this game."""
    return side_of(name) is not None and side(name, layout) is None


def no_player(name: str) -> str:
    """The message about a player or a team that the game does not have."""
    return f"'{name}' is not a {'team' if name.startswith('t') else 'player'} of this game"


def the_players(layout: Layout) -> str:
    """The help that says which players and teams there are."""
    teams = f", the teams t1 to t{layout.team_count}" if layout.team_count else ""
    return f"the players are p1 to p{layout.players}{teams}"


def what_there_is(layout: Layout) -> str:
    """The note that lists zones and variables by name; of those that each player, team or number has, the first."""
    zones = [layout.zones[numbers[0]].full_name for numbers in layout.families.values()]
    cells = (cell for name, cell in layout.variables.items() if "." not in name and name != ENTERING)
    variables = [cell.full_names[0] for cell in cells]
    return f"zones: {some(zones)}" + (f"; variables: {some(variables)}" if variables else "")


def player_seat(player: Scalar, layout: Layout, report: Report, path: str) -> int | None:
    """The seat of a player of the game; None with E811 if it is none."""
    found = side(player.text, layout)
    if found is not None and found[0] == "player":
        return found[1]
    wrong = no_player(player.text) if found is None else f"'{player.text}' is a team, not a player"
    report.add("E811", wrong, player.span, path=path, helps=(the_players(layout),))
    return None
