"""What games and messages look like, told in the same way wherever this runs: here and under Pyodide.

It imports nothing but the package, since it is all that there is there.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.game import State
from cardwright.play.game.loading.load import load_rules
from cardwright.play.game.traces.recorder import Recorder
from cardwright.source.merge.catalogue import find_games

MOST_MOVES = 400
"""So many moves of a game are told."""

LOOK = 7
"""After so many moves all seats look at the table."""


def games() -> list[tuple[str, tuple[str, ...]]]:
    """All games that are shipped, each by itself and with each of its variants."""
    known = find_games()
    return [
        (one.name, variants)
        for one in known.games
        for variants in ((), *((other.name,) for other in known.variants_of(one.name)))
    ]


def told(
    name: str, variants: tuple[str, ...], engine: Literal["fast", "reference"], seed: int, *, explicit: bool
) -> list[str]:
    """A game, step by step: a digest of each."""
    game = load_game(name, variants=variants, engine=engine)
    state = game.initial_state(seed, chance="explicit" if explicit else "sampled")
    return [sha256(json.dumps(step, default=str).encode()).hexdigest()[:16] for step in _steps(state, seed)]


def _steps(state: State, seed: int) -> Iterator[Any]:
    """The lines of the trace, with the legal moves and all events; what each seat sees; how it ends."""
    recorder, luck = Recorder(state, legal=True, events=True), random.Random(seed)
    yield recorder.first, list(recorder.lines(state))
    for number in range(MOST_MOVES):
        if state.is_terminal:
            break
        recorder.before(state)
        moves = state.legal_moves
        state.apply(luck.choice(moves))
        yield [str(move) for move in moves], list(recorder.lines(state)), state.fingerprint(), state.status
        if number % LOOK == 0:
            yield [state.view(seat) for seat in range(state.game.players)], state.scores, texts(state)
    yield state.status, state.scores, state.returns if state.is_terminal else None
    yield [state.view(seat) for seat in range(state.game.players)], state.to_bytes().hex()


def texts(state: State) -> list[str]:
    """The moves as people read them, in each language."""
    return [state.game.words(language).move(move) for language in ("en", "fr", "de") for move in state.legal_moves]


def messages(folder: str) -> dict[str, list[str]]:
    """What is said about each file of a folder."""
    found = {}
    for path in sorted(Path(folder).glob("*.yaml")):
        report = Report()
        load_rules(str(path), (), (), report, keep=False)
        told = [f"{one.code} {one.span and one.span.start} {one.message}" for one in report.diagnostics]
        found[path.name] = [one.replace(folder, "") for one in told]
    return found
