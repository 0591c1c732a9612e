"""Reports the games of a study that did not end by the rules, and what goes round in the first of them."""

from __future__ import annotations

import time

from ..diagnostics.diagnostic import Report
from ..diagnostics.how_many import how_many
from ..play.game.endless import Watch
from ..play.game.texts import Wordings
from ..play.players.seats import make_players
from ..studies.outcomes import Outcomes
from .endless_text import circle_text
from .flags import GameFlags
from .opening import open_game
from .outcome import UNENDED, Outcome
from .workers import Task

SECONDS = 10
"""How long a game that did not end is played once more, to see what comes again and again in it."""


def unended(found: Outcomes, flags: GameFlags, outcome: Outcome, task: Task | None = None) -> int:
    """Report on standard error which games did not end, and return the exit code. With the task that they were played
    for, the first of them is played once more to tell what goes round in it.
    """
    statuses = {status: many for status, many in found.statuses.items() if status != "finished"}
    if not statuses and not found.lost:
        return 0
    report = Report()
    if statuses:
        first = found.stuck[0].seed if found.stuck else 0
        report.add(
            "R720",
            f"{sum(statuses.values())} of {how_many(found.games, 'game')} did not end by the rules"
            f" ({', '.join(sorted(statuses))})",
            None,
            notes=(
                *(f"game with seed {one.seed}: {one.status} after {one.decisions} decisions" for one in found.stuck),
                *_going_round([one.seed for one in found.stuck if one.status == "limit"], task, outcome),
            ),
            helps=(f"`cardwright run {flags.game} --seed {first}` with the same flags shows the first of them",)
            if found.stuck
            else (),
        )
        report.diagnostics += found.errors
    if found.lost:
        seeds = ", ".join(map(str, found.lost[:5]))
        killed = "its process was killed" if len(found.lost) == 1 else "their processes were killed"
        report.add(
            "R721",
            f"{how_many(len(found.lost), 'game')} could not be played: {killed}",
            None,
            notes=(f"seeds: {seeds}" + (", …" if len(found.lost) > 5 else ""),),
            helps=("a process may be killed because memory runs out: try fewer `--jobs`",),
        )
    outcome.show_beside(report)
    return UNENDED


def _going_round(seeds: list[int], task: Task | None, outcome: Outcome) -> tuple[str, ...]:
    """What comes again and again in the first of these games, which did not end by themselves."""
    if not seeds or task is None:
        return ()
    kinds = task.seated(seeds[0])
    game = open_game(task.flags, kinds=kinds)
    state, players, watch = game.initial_state(seed=seeds[0], record=False), make_players(kinds, seeds[0]), Watch(game)
    until = time.monotonic() + SECONDS
    circle = None
    while circle is None and not state.is_terminal and time.monotonic() < until:
        circle = watch.at(state)
        move = players[state.current_seat].choose(state, state.legal_moves)
        watch.played(state, move)
        state.apply(move)
    first, *others = circle_text(circle or watch.likely(), Wordings(game.spec, "en"))
    return (f"game with seed {seeds[0]}: {first}", *(" ".join(line.split()) for line in others))
