"""Trial play: what only play can find in a spec, found by playing it at random."""

from __future__ import annotations

from collections.abc import Iterable

from ...diagnostics.diagnostic import Report
from ...engines.program.make import make_program
from ..game.endless import Circle, Watch
from ..game.game import Game
from ..game.rules import Rules
from .configuration import Configuration
from .marking import marked
from .places import places_of
from .playing import Endless, Trial, play_on_trial
from .telling import tell


def try_out(
    rules: Rules,
    settings: Iterable[Configuration],
    seconds: float,
    path: str,
    report: Report,
    *,
    patient: bool = False,
) -> Trial:
    """Play a game at random for about so many seconds, and report what goes wrong (W780 to W782, W660).

    `settings` are the configurations to play, in their order; `path` is how commands call the spec. The same number of
    seconds finds the same on every machine, unless it is extremely slow. `patient` as for `play_on_trial`.
    """
    places = places_of(rules.spec)
    trial = play_on_trial(marked(rules.game, places), settings, seconds, patient=patient)
    tell(trial, rules.spec, places, path, lambda found: _circle(rules, found), report)
    return trial


def _circle(rules: Rules, found: Endless) -> Circle:
    """Play a game without an end once more, and watch what goes round in it."""
    setting = found.setting
    program = make_program(rules.game, players=setting.players, options=setting.options)
    state = Game(program, spec=rules.spec, engine="reference").initial_state(seed=found.seed, record=False)
    watch = Watch(state.game)
    for _ in range(found.decisions + 1):
        if state.is_terminal:
            break
        circle = watch.at(state)
        if circle is not None:
            return circle
        move = state.random_move()
        watch.played(state, move)
        state.apply(move)
    return watch.likely()
