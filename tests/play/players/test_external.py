"""Programs that play: they are told what their seat sees, and whatever they do wrong is told well."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.play.game.game import Game
from cardwright.play.players.external import External
from cardwright.play.players.fault import ExternalFault
from cardwright.play.players.playout import play_out
from cardwright.play.players.registry import maker

LONGEST = Path(__file__).resolve().parents[3] / "examples" / "players" / "longest.py"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game("kuhn-poker")


def python(program: str) -> str:
    return f"{sys.executable} -c '{program}'"


def test_a_program_in_ten_lines_plays(game: Game) -> None:
    make = maker(f"external:time=20s:{sys.executable} {LONGEST}")
    played = [play_out(game, [make(seat, 3) for seat in (0, 1)], seed=3) for _ in range(2)]
    assert played[0] == played[1]
    assert played[0].status == "finished"
    assert len(LONGEST.read_text().splitlines()) <= 10


def test_it_sees_what_its_seat_sees(game: Game, tmp_path: Path) -> None:
    """What the program is sent is the same whatever the other holds."""
    program = tmp_path / "player.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        f"    open({str(tmp_path / 'heard')!r}, 'a').write(line)\n"
        "    if 'choose' in line:\n"
        "        print('{\"move\": 0}', flush=True)\n"
    )
    state = game.initial_state(seed=1)
    heard = []
    for seed in range(4):
        guess = state.resample(0, seed)
        External(0, 7, f"{sys.executable} {program}", 20).choose(guess, guess.legal_moves)
        heard.append((tmp_path / "heard").read_text())
        (tmp_path / "heard").unlink()
    assert len(set(heard)) == 1
    assert heard[0].startswith('{"type": "start", "protocol": 1, "game": "kuhn-poker", "players": 2, "seat": 0')


@pytest.mark.parametrize(
    ("command", "fault", "message"),
    [
        ("./no-such-player", "missing", "cannot be started: No such file or directory"),
        ("'", "missing", "cannot be started: No closing quotation"),
        ("sleep 30", "slow", "took longer than 0.2 seconds for a move"),
        (python("import sys; sys.exit(3)"), "ended", "ended in the middle of the game, with exit code 3"),
        (python("1/0"), "ended", "ended in the middle of the game, with exit code 1"),
        ("echo hello", "nonsense", "answered `hello`, which is no JSON"),
        ("echo [1]", "nonsense", "answered `[1]`, which has no 'move'"),
        ("cat", "nonsense", "which has no 'move'"),
        ('echo {"move":"fly"}'.replace('"', '\\"'), "nonsense", "which is none of the 2 legal moves"),
        ('echo {"move":2}'.replace('"', '\\"'), "nonsense", "which is none of the 2 legal moves"),
        ('echo {"move":true}'.replace('"', '\\"'), "nonsense", "which is none of the 2 legal moves"),
        ('echo {"error":"bridge only"}'.replace('"', '\\"').replace(" only", "\\ only"), "gave up", "bridge only"),
        ("head -c 70000 /dev/zero", "nonsense", "longer than 65536 bytes"),
    ],
)
def test_what_goes_wrong_is_told(game: Game, command: str, fault: str, message: str) -> None:
    state = game.initial_state(seed=1)
    bot = External(0, 0, command, 0.2 if fault == "slow" else 20)
    with pytest.raises(ExternalFault) as caught:
        bot.choose(state, state.legal_moves)
    assert (caught.value.fault, caught.value.command) == (fault, command)
    assert message in caught.value.message
    if command.endswith("'1/0'"):
        assert "ZeroDivisionError" in caught.value.told


ANSWER = "import json, sys, time\nfor line in sys.stdin:\n    n = json.loads(line).get('n')\n    if n:\n        "
"""A program that does something at each question, `n`."""


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (
            """sys.stdout.write('{"move": 0}\\n{"move": 1}\\n'); sys.stdout.flush()""",
            'said `{"move": 1}` without being asked',
        ),
        (
            """print('{"move": 0}', flush=True); time.sleep(0.05); print('late', flush=True)""",
            "said `late` without being",
        ),
        ("""print(json.dumps({"move": 0, "n": 1}), flush=True)""", "which is for another question than number 2"),
        ("""print(json.dumps({"move": 0, "n": n}), flush=True)""", ""),
        ("""print('{"move": 0}', flush=True)""", ""),
    ],
)
def test_an_answer_belongs_to_its_question(game: Game, answer: str, message: str, tmp_path: Path) -> None:
    """One too many is never taken for the next one; the number of the question says which it is about."""
    program = tmp_path / "player.py"
    program.write_text(ANSWER + answer + "\n", encoding="utf-8")
    state = game.initial_state(seed=1)
    bot = External(0, 0, f"{sys.executable} {program}", 20)
    bot.choose(state, state.legal_moves)
    time.sleep(0.2)
    for _ in range(2):
        if not message:
            assert bot.choose(state, state.legal_moves) == state.legal_moves[0]
            continue
        with pytest.raises(ExternalFault) as caught:
            bot.choose(state, state.legal_moves)
        assert message in caught.value.message
        return


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="this system does not show environments")
def test_no_child_outlives_its_game(game: Game, tmp_path: Path) -> None:
    """Nor one in a session of its own, nor one whose parent has gone."""
    program = tmp_path / "player.py"
    child = "import subprocess, sys, time; import os\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
    child += f"        open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
    child += "        for one in (0, 1, 2): os.close(one)\n        time.sleep(60)\n    os._exit(0)\n"
    program.write_text(child + ANSWER + "print('{\"move\": 0}', flush=True)\n", encoding="utf-8")
    state = game.initial_state(seed=1)
    bot = External(0, 0, f"{sys.executable} {program}", 20)
    bot.choose(state, state.legal_moves)
    for _ in range(100):
        if (tmp_path / "pid").exists() and (tmp_path / "pid").read_text():
            break
        time.sleep(0.02)
    pid = Path("/proc", (tmp_path / "pid").read_text())
    assert pid.exists()
    del bot
    for _ in range(100):
        if not pid.exists() or "\nState:\tZ" in (pid / "status").read_text():
            break
        time.sleep(0.02)
    else:
        pytest.fail("the child is still there")


def test_no_program_outlives_its_game(game: Game, tmp_path: Path) -> None:
    """Not even one that ignores the end of its input, and that has started another."""
    program = tmp_path / "deaf.sh"
    program.write_text(
        "trap '' TERM\n(while true; do echo >> alive; sleep 0.05; done) &\nread a\nread b\n"
        "echo '{\"move\": 0}'\nwhile true; do sleep 1; done\n"
    )
    state = game.initial_state(seed=1)
    bot = External(0, 0, f"sh -c 'cd {tmp_path}; . ./deaf.sh'", 20)
    assert bot.choose(state, state.legal_moves) is state.legal_moves[0]
    assert bot._talk is not None
    process = bot._talk._process
    del bot
    assert process.poll() is not None
    size = (tmp_path / "alive").stat().st_size
    time.sleep(0.3)
    assert (tmp_path / "alive").stat().st_size == size
