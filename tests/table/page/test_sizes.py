"""What a frame weighs: every change stays below 2.7 KB as it is written, below 0.7 KB as a connection compresses it."""

from __future__ import annotations

import json
import random
import zlib

import pytest

from cardwright import load_game
from cardwright.table.page.film import Film

MOST, MOST_ON_WIRE = 2900, 700
SMALL_WINDOW, SMALL_MEMORY = -12, 5
"""As the server compresses."""


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("name", "players"),
    [("neko-racing", 5), ("course-folle", 7), ("mille-bornes", 6), ("hearts", 4), ("limit-holdem", 10)],
)
def test_frames_are_small(name: str, players: int) -> None:
    state, luck = load_game(name, players=players).initial_state(seed=2), random.Random(2)
    film, plain, wire = Film(0, "en", lambda state: [state.status], moves=True), list[int](), list[int]()
    packer = zlib.compressobj(6, zlib.DEFLATED, SMALL_WINDOW, SMALL_MEMORY)
    while not state.is_terminal and state.decisions < 200:
        if film.look(state):
            text = json.dumps(film.frames[-1], ensure_ascii=False, separators=(",", ":")).encode()
            plain.append(len(text))
            wire.append(len(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)))
        state.apply(luck.choice(state.legal_moves))
    assert max(plain[1:]) < MOST and sorted(plain)[len(plain) // 2] < 340
    assert max(wire[1:]) < MOST_ON_WIRE and wire[0] < MOST
