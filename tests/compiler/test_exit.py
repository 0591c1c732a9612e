"""When Python exits, compiled games go quietly."""

from __future__ import annotations

import subprocess
import sys

import pytest

BEGIN = """
import ctypes, threading, time
from cardwright import load_game
from cardwright.compiler.runtime import engine
game = load_game("mille-bornes", players=2, preset="single_hand", engine="fast")
state = game.initial_state(seed=1)
state.apply(0)
game.playouts(2, seed=1)
"""

ENDS = {
    "nothing more": "",
    "an error": "raise SystemExit(3)",
    # What a module holds lives longest if something else keeps the module alive, as a leak or a test runner may.
    "held to the last": "ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))",
    "left behind playing": """
threading.Thread(target=lambda: game.playouts(10**9, seed=1), daemon=True).start()
time.sleep(0.2)
""",
    "used after the end": """
import atexit
def late():
    try:
        game.playouts(1)
    except RuntimeError as error:
        assert "closed" in str(error)
    else:
        raise AssertionError
atexit.unregister(engine.close_all)
atexit.register(late)
atexit.register(engine.close_all)
""",
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_nothing_is_said_at_exit(end: str) -> None:
    done = subprocess.run([sys.executable, "-c", BEGIN + end], capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.returncode == (3 if "SystemExit" in end else 0)
