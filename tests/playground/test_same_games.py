"""In the playground games are loaded, checked and played as here: moves, texts, views, scores, saves, traces, messages.

There the compiled engine plays, here the reference engine. Node stands for the browser; in `test_browser.py` it is one.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cardwright.source.merge.catalogue import find_games
from tests.playground import same_games
from tests.structure.test_package import ROOT

HERE = Path(__file__).parent
NAMES = sorted(game.name for game in find_games().games)
EXPLICIT = ("course-folle", "gin-rummy", "kuhn-poker", "mille-bornes", "neko-racing")
"""Games that are played with explicit chance, too, by a seat for chance."""

SEED = 7


def there(playground: Path, folder: Path, line: str) -> Any:
    """The value of a line of Python in the playground."""
    words = ["node", "--stack-size=480", str(HERE / "python.mjs"), str(playground), str(folder), line]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.thorough
@pytest.mark.sampled(26)
@pytest.mark.parametrize("name", NAMES)
def test_games(playground: Path, name: str) -> None:
    configurations = [
        (variants, explicit)
        for game, variants in same_games.games()
        if game == name
        for explicit in (False, *([True] if name in EXPLICIT and not variants else []))
    ]
    calls = ", ".join(f"told({name!r}, {v!r}, 'fast', {SEED}, explicit={e})" for v, e in configurations)
    found = there(playground, HERE, f"import json; from same_games import told; json.dumps([{calls}])")
    for (variants, explicit), steps in zip(configurations, found, strict=True):
        here = same_games.told(name, variants, "reference", SEED, explicit=explicit)
        assert steps == here, f"{name} {variants} {explicit}"


@pytest.mark.thorough
def test_messages(playground: Path) -> None:
    """Of wrong files the same is said, though another package stands in for one that jsonschema needs."""
    corpus = ROOT / "tests" / "source" / "shape" / "corpus"
    program = (HERE / "same_games.py").read_text(encoding="utf-8") + "json.dumps(messages('/here'))"
    found = there(playground, corpus, program)
    assert sum(map(len, found.values())) > 100
    assert found == same_games.messages(str(corpus))


@pytest.mark.thorough
def test_long_games_are_freed(playground: Path) -> None:
    """Python's guard against deep recursion does not hold in WebAssembly (`engines.host.free_chain`)."""
    line = (
        "from cardwright import load_game\n"
        "state = load_game('mille-bornes', options={'match_to': 20000}).initial_state(seed=1)\n"
        "while not state.is_terminal and state.history.length < 9000: state.apply(state.random_move())\n"
        "length = state.history.length\n"
        "del state\n"
        "length"
    )
    assert there(playground, HERE, line) >= 4000


@pytest.mark.thorough
def test_memory_is_bounded(playground: Path) -> None:
    line = (
        "def asked(many):\n"
        "    try: return len(bytearray(many))\n"
        "    except MemoryError: return 'no'\n"
        "import json\n"
        "json.dumps([asked(1 << 26), asked(1 << 30), asked(1 << 26)])"
    )
    assert there(playground, HERE, line) == [1 << 26, "no", 1 << 26]
