"""Tampered saves: a few cells are changed, and the checksum is made to fit. They are refused, or positions to play on.

Both engines must refuse and take the same, play on in lockstep, and play sound games as before.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from cardwright.play.game.game import State
from cardwright.play.game.serialisation import _sum
from tests.fuzz.fuzz_games import SETTINGS, course, pair, usual
from tests.fuzz.fuzz_limits import MemoryIsUp, TimeIsUp
from tests.fuzz.fuzz_lockstep import WrongHistory, played
from tests.fuzz.fuzz_trial import Fault, Outcome, Trial

SAVE = "saved.json"
ODD = (0, 1, 2, 3, 7, 255, -1, -2, 2**31, 2**62, 2**63 - 1, -(2**63), 2**63, 10**30)


class States:
    """Tampered saves."""

    def make(self, luck: Random) -> Trial:
        """A position of a random game, saved, with a few changes."""
        number = luck.randrange(len(SETTINGS))
        state = pair(number)[1].initial_state(seed=luck.randrange(2**31), chance=luck.choice(("sampled", "explicit")))
        for _ in range(luck.choice((0, 1, 5, 20, 60, 200))):
            if state.is_terminal:
                break
            state.apply(luck.randrange(len(state.legal_moves)))
        kept = json.loads(state.to_bytes())
        del kept["sum"]
        layout = state.game.layout
        for _ in range(luck.choice((1, 1, 1, 2, 3))):
            _tamper(kept, luck, range(layout.locals_at, layout.queue_at))
        saved = json.dumps({**kept, "sum": _sum(kept)}).encode()
        return Trial(kind="states", files={SAVE: saved}, more={"setting": number, "seed": luck.randrange(2**31)})

    def run(self, trial: Trial) -> Outcome:
        """Load it with both engines, play on, and play a sound game."""
        number = trial.more["setting"]
        slow, fast = pair(number)
        before = usual(number)
        one, other = (_loaded(game, trial.files[SAVE]) for game in (slow, fast))
        if isinstance(one, str) or isinstance(other, str):
            if one != other:
                raise Fault("states: one engine refuses what the other takes", f"{[one, other]}")
            return "refused"
        try:
            end = played(one, other, Random(trial.more["seed"]), 30)
        except WrongHistory:
            end = "refused to be guessed"
        except (TimeIsUp, MemoryIsUp):
            end = "too long"
        if course(fast) != before:
            raise Fault("states: a tampered save changes other games")
        return f"taken, {end if end in ('error', 'refused to be guessed') else 'played on'}"


def _loaded(game: Any, saved: bytes) -> State | str:
    try:
        return State.from_bytes(game, saved)
    except ValueError as error:
        return str(error)


def _tamper(kept: dict[str, Any], luck: Random, within: range) -> None:
    """One change: mostly of a cell, often one `within` (loops and choices not over), sometimes of several, or of
    what stands beside the cells.
    """
    cells = kept["cells"]
    at, to = luck.randrange(len(cells)), luck.randrange(len(cells))
    if within and luck.random() < 0.3:
        at = luck.choice(within)
    match luck.randrange(12):
        case 0:
            cells[at], cells[to] = cells[to], cells[at]
        case 1:
            cells[at] = cells[to]
        case 2:
            cells[at : at + luck.randrange(1, 4)] = cells[to : to + luck.randrange(1, 4)]
        case 3:
            kept["explicit"] = luck.choice((not kept["explicit"], 1, None))
        case 4:
            kept["steps"] = luck.choice((*ODD, True, 1.0))
        case 5:
            cells[at] = luck.choice((True, None, 1.0, "1", [1]))
        case 6:  # the header
            cells[luck.randrange(8)] = luck.choice((*ODD, luck.randrange(40)))
        case 7 if isinstance(cells[at], int) and isinstance(cells[to], int):  # in opposite ways, as where a card moves
            cells[at] += 1
            cells[to] -= 1
        case _:
            old = cells[at]
            if isinstance(old, int):
                cells[at] = luck.choice((old + 1, old - 1, old ^ (1 << luck.randrange(10)), luck.randrange(64), *ODD))
