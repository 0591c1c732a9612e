"""What a player may ask beside the moves; a game that was saved goes on."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright import Engine, load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.sessions.play import completions
from cardwright.play.game.chance import resume_with_seed, settle_chance
from cardwright.play.game.traces.recorder import Recorder
from cardwright.play.game.traces.replay import replay

GAME = ("mille-bornes", "--preset", "single_hand", "--seed", "4")

Play = Callable[..., str]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Type some lines, in a folder of its own: what is shown, without the table."""
    monkeypatch.chdir(tmp_path)

    def typed(lines: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = answer(CommandLine(("play", *words)))
        shown = capsys.readouterr()
        assert code == 0, shown.err
        return "\n".join(line for line in shown.out.splitlines() if line[:1] not in ("│", "╭", "╰"))

    return typed


def test_history_tells_all_that_has_happened(play: Play) -> None:
    shown = play("history\n1\n1\nhistory\nhistory 1\nundo\nhistory\n", *GAME)
    answers = [part.splitlines() for part in shown.split("p1> ")]
    assert answers[1] == ["Hand 1"]
    assert [line[:7] for line in answers[4]] == ["Hand 1", "  1  p1", "  1  p2", "  2  p1", "  2  p2"]
    assert answers[5] == answers[4][-1:]
    assert answers[7] == answers[4][:3]


@pytest.mark.thorough
def test_a_bot_gives_a_hint(play: Play) -> None:
    """A hint changes nothing, not even the random numbers to come."""
    shown = play("hint\nhint random\nconseil nobody\n1\n", *GAME)
    assert re.search(r"p1> search would play \d+\) \S+\n     \S", shown)
    assert "p1> random would play " in shown
    assert "p1> there is no bot 'nobody'; bots: random, first, greedy, rollout, search" in shown
    assert shown.rpartition("What has happened")[2] == play("1\n", *GAME).rpartition("What has happened")[2]


@pytest.mark.thorough
def test_a_saved_game_goes_on(play: Play, tmp_path: Path) -> None:
    before = play("1\n1\nsave\nsave\n", *GAME)
    file = tmp_path / "mille-bornes.jsonl"
    assert before.count("`cardwright play --from mille-bornes.jsonl` goes on with it.") == 2
    after = play("quit\n", "--from", file.name)
    assert after.splitlines()[1] == "goes on after line 22 of mille-bornes.jsonl"
    offered = before[before.rindex("  1) ") : before.index("p1> The game is saved")]
    assert offered in after
    back = play("save mille-bornes\n", "--from", f"{file.name}@19")
    assert "'mille-bornes.jsonl' is there already" in back
    assert "p1> " in back


@pytest.mark.thorough
def test_two_games_that_go_on_alike(play: Play) -> None:
    play("1\nsave\n", *GAME)
    once, twice = (play("1\n1\n1\n", "--from", "mille-bornes.jsonl") for _ in range(2))
    assert once == twice != play("1\n1\n1\n", "--from", "mille-bornes.jsonl", "--seed", "3")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "play needs a game, or --from TRACE@N"),
        (("hearts", "--from", "a.jsonl"), "GAME has no effect with --from: the trace says what is played"),
        (("--from", "a.jsonl@2", "--set", "target=500"), "--set has no effect with --from"),
    ],
)
def test_what_is_played_is_said_once(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("play", *words))) == 2
    assert told in capsys.readouterr().err


def test_moves_are_completed() -> None:
    known = ["advance(km_25)", "advance(km_50)", "go", "why go"]
    assert completions("ad", known) == known[:2]
    assert completions("why", known) == ["why go"]


@pytest.mark.thorough
@pytest.mark.parametrize("engine", ["fast", "reference"])
def test_going_on_changes_nothing_that_was(engine: Engine) -> None:
    """Everybody has seen the same, the position can be saved, and a guess of hidden cards fits what was seen."""
    if engine == "fast":
        pytest.importorskip("wasmtime")
    game = load_game("hearts", engine=engine)
    state = game.initial_state(seed=5)
    for _ in range(20):
        state.apply(state.legal_moves[-1])
    recorder = Recorder(state)
    again = resume_with_seed(
        settle_chance(replay([recorder.first, *recorder.lines(state)], game, verify=False).state, 3), 77
    )
    assert again.fingerprint() == state.fingerprint()
    for seat in range(4):
        assert again.events(seat) == state.events(seat)
        assert again.resample(seat, 2).view(seat) == state.view(seat)
    assert type(again).from_bytes(game, again.to_bytes()) == again
    while not again.is_terminal:
        again.apply(again.legal_moves[0])
    assert again.status == "finished"


def test_a_record_without_a_seed_goes_on(play: Play, tmp_path: Path) -> None:
    """Of all that a trace says first, the seed alone may be missing."""
    play("1\nsave\n", *GAME)
    file = tmp_path / "mille-bornes.jsonl"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace('"seed": 4, ', ""), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != whole
    assert "goes on after line" in play("quit\n", "--from", file.name)
    assert answer(CommandLine(("test", "--update", file.name))) == 0
