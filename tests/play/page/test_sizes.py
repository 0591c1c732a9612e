"""What a frame weighs on the wire: 99 of 100 stay below 2.7 KB, as each connection compresses what it sends."""

from __future__ import annotations

import json
import random
import zlib

import pytest

from cardwright import load_game
from cardwright.play.page.film import Film

MOST = 2700
SMALL_WINDOW, SMALL_MEMORY = -12, 5
"""As the server compresses."""


@pytest.mark.parametrize(("name", "players"), [("neko-racing", 5), ("course-folle", 7), ("mille-bornes", 6)])
def test_frames_are_small(name: str, players: int) -> None:
    state, luck = load_game(name, players=players).initial_state(seed=2), random.Random(2)
    film, wire = Film(0, "en", lambda state: [state.status], moves=True), list[int]()
    packer = zlib.compressobj(6, zlib.DEFLATED, SMALL_WINDOW, SMALL_MEMORY)
    while not state.is_terminal and state.decisions < 200:
        if film.look(state):
            text = json.dumps(film.frames[-1], ensure_ascii=False, separators=(",", ":")).encode()
            wire.append(len(packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)))
        state.apply(luck.choice(state.legal_moves))
    first, *others = wire
    assert sorted(others)[len(others) * 99 // 100] < MOST and first < 2 * MOST
    assert sorted(others)[len(others) // 2] < 300
