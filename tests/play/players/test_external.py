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
