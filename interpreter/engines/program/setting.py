"""What a program is built for: the number of players, their teams, the settled options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir.game import Game


@dataclass(frozen=True, slots=True)
class Setting:
    """One configuration.

    `team_of[seat]` is a team, `members[team]` its seats in order. The specialiser hands it to builtins in place of a
    machine (see `builtins.row.Machine`): one without cards, where asking for them raises `LookupError`.
    """

    players: int
    options: dict[str, int]
    team_of: Sequence[int]
    members: Sequence[tuple[int, ...]]
    kind_of: Sequence[int] = ()

    def cards(self, zone: int) -> Sequence[int]:
        """No zone exists yet."""
        raise LookupError(zone)

    def where(self, card: int) -> int:
        """No card exists yet."""
        raise LookupError(card)

    def owners(self, owner: str) -> int:
        """How many players or teams have one each of what is declared; 1 where it lies on the table."""
        return {"": 1, "player": self.players, "team": len(self.members)}[owner]


def setting(game: Game, players: int, options: dict[str, int]) -> Setting:
    """The configuration of a game for this number of players: seat s is in team s mod the number of teams.

    Teams are of the same size for each number of players that the spec allows, or it was not read (E512).
    """
    count = game.teams.get(players, game.teams.get(None, 0))
    assert not count or players % count == 0
    team_of = tuple(seat % count for seat in range(players)) if count else ()
    members = tuple(tuple(range(team, players, count)) for team in range(count))
    return Setting(players, options, team_of, members)


def misfit(code: str, message: str, span: Span | None) -> NoReturn:
    """Report a mistake of the author that shows only in this configuration, by raising `SpecError`."""
    report = Report()
    report.add(code, message, span)
    raise SpecError(report)
