"""Checks how a scenario says that the game ends: its status, who has won, and the returns.

`winners: [p1]` names the winning sides, in any order: players, or teams where teams win; `none` is a side without
players, and `[]` says that the game is over and nobody has won. A game may have returns of its own, which say nothing
about who has won.
"""

from __future__ import annotations

from fractions import Fraction

from ...diagnostics.diagnostic import Report
from ...engines.program.layout import Layout
from ...language.text.tree import Scalar
from ..game.state import State
from .nodes import Scenario
from .sides import no_player, the_players
from .values import side

NOBODY = "none"
"""A side without players, such as a bot that the rules play."""


def check_ending(scenario: Scenario, state: State, report: Report) -> None:
    """Compare the end of the game with what the scenario says of it (E854)."""
    if scenario.end is not None and scenario.end.text != state.status:
        now = "the game is still running" if state.status == "running" else f"the game has ended: {state.status}"
        report.add("E854", f"{now}, not {scenario.end.text}", scenario.end.span, path=f"{scenario.path}.end")
    _compare_winners(scenario, state, report)
    if scenario.returns:
        _compare_returns(scenario.returns, state, report, f"{scenario.path}.returns")


def check_winners(scenario: Scenario, layout: Layout, report: Report) -> None:
    """Report winners that are neither players nor teams of the game (E811)."""
    for one in _named(scenario):
        if one.text != NOBODY and side(one.text, layout) is None:
            path = f"{scenario.path}.winners"
            report.add("E811", no_player(one.text), one.span, path=path, helps=(the_players(layout),))


def _named(scenario: Scenario) -> list[Scalar]:
    sides = () if scenario.winners is None else scenario.winners.items
    return [one for one in sides if isinstance(one, Scalar)]


def _compare_winners(scenario: Scenario, state: State, report: Report) -> None:
    layout, wanted = state.game.layout, scenario.winners
    if wanted is None:
        return
    asked = [_seats(one.text, layout) for one in _named(scenario)]
    if state.status == "running" or sorted(asked) != sorted(state.winners):
        told = ", ".join(_name(seats, layout) for seats in state.winners)
        message = "the game is still running" if state.status == "running" else f"the winners are [{told}]"
        report.add("E854", message, wanted.span, path=f"{scenario.path}.winners")


def _seats(name: str, layout: Layout) -> tuple[int, ...]:
    """The seats of a side by its name."""
    found = side(name, layout)
    if found is None:
        return ()
    what, number = found
    return (number,) if what == "player" else tuple(seat for seat, team in enumerate(layout.teams) if team == number)


def _name(seats: tuple[int, ...], layout: Layout) -> str:
    if len(seats) > 1 and seats == _seats(team := f"t{layout.teams[seats[0]] + 1}", layout):
        return team
    return "+".join(f"p{seat + 1}" for seat in seats) or NOBODY


def _compare_returns(wanted: tuple[Scalar, ...], state: State, report: Report, path: str) -> None:
    numbers = [float(Fraction(value.text)) for value in wanted]
    same = len(numbers) == len(state.returns)
    if not same or any(abs(a - b) > 1e-9 for a, b in zip(numbers, state.returns, strict=True)):
        given = ", ".join(f"{value:g}" for value in state.returns)
        report.add("E854", f"the returns are [{given}]", wanted[0].span.until(wanted[-1].span), path=path)
