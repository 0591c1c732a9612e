"""Each verb from the outside: what it prints, where, and its exit code."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright.commands.descriptions.resolve import STAGES
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.studies.worker_pool import Chunk
from cardwright.commands.verbs import VERBS, load
from cardwright.play.players.playout import Played
from cardwright.studies.outcomes import Outcomes

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases"
GAME = "mille-bornes"
SHORT = ("--preset", "single_hand", "--seed", "7")


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


@pytest.fixture(autouse=True)
def in_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


EXITS = [
    (("list",), 0),
    (("options", GAME), 0),
    (("resolve", GAME), 0),
    (("resolve", GAME, "--origins"), 0),
    *((("resolve", GAME, "--stage", stage), 0) for stage in STAGES),
    (("run", GAME, *SHORT), 0),
    (("simulate", GAME, *SHORT, "--games", "2"), 0),
    (("study", "kuhn-poker", "--games", "2"), 0),
    (("compare", GAME, GAME + ",target=1000", *SHORT, "--games", "2"), 0),
    (("sweep", GAME, *SHORT, "--games", "2", "--over", "target=500,700"), 0),
    (("merge", "nothing.csv"), 2),
    (("merge", "LICENSE"), 2),
    (("test", "specs", "-k", "accident stops"), 0),
    (("test", "docs/pictures"), 5),
    (("test", "specs", "-k", "no such scenario"), 5),
    (("validate", "docs/pictures"), 5),
    (("--version",), 0),
    (("run", "--help"), 0),
    ((), 2),
    (("lsit",), 2),
    (("list", "--fromat", "json"), 2),
    (("list", "--format", "xml"), 2),
    (("list", "--path", "nowhere"), 2),
    (("run",), 2),
    (("run", "mille-borne"), 2),
    (("run", GAME, "--seats", "randm"), 2),
    (("run", GAME, "--seats", "human"), 2),
    (("run", GAME, "--players", "2", "--seats", "random,random,random"), 2),
    (("run", GAME, "--players", "5"), 2),
    (("run", GAME, "--players", "x"), 2),
    (("run", GAME, "--set", "target=33"), 2),
    (("run", GAME, "--set", "target"), 2),
    (("run", GAME, "--set", "targt=700"), 2),
    (("run", GAME, "--set", "target=700", "--set", "target=1000"), 2),
    (("run", GAME, "--preset", "single_hnad"), 2),
    (("run", GAME, "--variant", "nothing"), 2),
    (("run", GAME, "--legal"), 2),
    (("options", GAME, "--set", "target=700"), 2),
    (("options", GAME, "--preset", "single_hand"), 2),
    (("placeholders", GAME, "--players", "4"), 2),
    (("cards", GAME), 0),
    (("cards", GAME, "--once"), 2),
    (("cards", GAME, "--players", "5"), 2),
    (("cards", GAME, "--out", "nowhere/cards.csv"), 2),
    (("cards", GAME, "--against", "mille-borne"), 2),
    (("resolve", GAME, "--set", "target=700"), 2),
    (("resolve", GAME, "--stage", "typed", "--players", "4"), 2),
    (("resolve", GAME, "--stage", "typed", "--origins"), 2),
    (("run", GAME, "--trace", "no/such/folder/t.jsonl"), 2),
    (("play", GAME, "--seat", "9=human"), 2),
    (("play", GAME, "--seat", "human"), 2),
    (("simulate", GAME, "--games", "0"), 2),
    (("run", GAME, "--seed", str(2**63)), 2),
    (("simulate", GAME, "--games", "2", "--seed", str(2**63 - 1)), 2),
    (("replay", "nothing.jsonl"), 2),
    (("test", "nothing.yaml"), 2),
    (("validate", "nothing.yaml"), 2),
    (("validate", "LICENSE"), 2),
    (("test", "LICENSE"), 2),
]


@pytest.mark.parametrize(("words", "code"), EXITS, ids=lambda part: " ".join(part) if isinstance(part, tuple) else None)
def test_exit_codes(words: tuple[str, ...], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(*words) == code
    shown = capsys.readouterr()
    assert "internal error" not in shown.err
    assert bool(shown.out) == (code == 0)
    assert bool(shown.err) == (code != 0)


def test_a_page_is_not_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("explain", "--markdown", "--format", "json") == 2
    (found,) = json.loads(capsys.readouterr().out)["diagnostics"]
    assert found["message"] == "--markdown prints a page, not JSON"


@pytest.mark.parametrize(
    "words", [words for words, code in EXITS if code == 2 and words and "--legal" not in words], ids=" ".join
)
def test_every_failure_is_json_where_that_is_asked_for(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    words = words[:-2] if words[-2:] == ("--format", "xml") else words
    assert say(*words, "--format", "json") in (0, 2)
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert shown.err == ""
    assert found.get("errors", 1) >= 1
    for one in found.get("diagnostics", ()):
        assert {
            "code",
            "severity",
            "message",
            "file",
            "line",
            "column",
            "end_line",
            "end_column",
            "path",
            "helps",
        } <= set(one)


@pytest.mark.parametrize("verb", ["test", "validate"])
def test_nothing_selected_is_one_value_of_json(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(verb, "docs/pictures", "--format", "json") == 5
    json.loads(capsys.readouterr().out)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", sorted(CASES.glob("*.txt")), ids=lambda path: path.stem)
def test_what_is_shown(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A case holds a command line, and then exactly what it prints."""
    first, _, wanted = path.read_text().partition("\n")
    say(*first.removeprefix("$ cardwright ").split())
    shown = capsys.readouterr()
    assert shown.out + shown.err == wanted


@pytest.mark.parametrize("path", sorted(CASES.glob("*.txt")), ids=lambda path: path.stem)
def test_what_is_shown_fits_the_screen(path: Path) -> None:
    assert all(len(line) <= 80 for line in path.read_text().split("\n"))


@pytest.mark.parametrize("verb", [None, *VERBS])
def test_help_fits_the_screen_and_holds_an_example(verb: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(*([verb] if verb else []), "--help") == 0
    shown = capsys.readouterr().out
    assert all(len(line) <= 80 for line in shown.split("\n"))
    assert "Example:" in shown


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_of_the_table_is_there(verb: str) -> None:
    assert load(verb).name == verb


@pytest.mark.parametrize("words", [["list"], ["--help"]])
def test_a_list_needs_no_heavy_library(words: list[str]) -> None:
    script = (
        "import sys; from cardwright.commands.main import answer; from cardwright.commands.outcome import "
        "CommandLine\n"
        f"assert answer(CommandLine({tuple(words)!r})) == 0\n"
        "heavy = {'lark', 'jsonschema', 'rich', 'hypothesis'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.thorough
def test_a_trace_is_replayed_and_a_changed_one_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "game.jsonl"
    assert say("run", GAME, *SHORT, "--seats", "first,random", "--trace", str(trace), "--events", "--legal") == 0
    assert say("replay", str(trace), "--verify") == 0
    assert say("validate", str(trace)) == 0
    lines = trace.read_text().splitlines()
    assert json.loads(lines[0])["seed"] == 7
    lines[-1] = lines[-1].replace('"finished"', '"limit"')
    trace.write_text("\n".join(lines) + "\n")
    capsys.readouterr()
    assert say("replay", str(trace), "--verify", "--format", "json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [one["line"] for one in found["differences"]] == [len(lines)]


def test_run_prints_the_same_trace_as_it_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = tmp_path / "game.jsonl"
    assert say("run", GAME, *SHORT, "--format", "json", "--trace", str(trace)) == 0
    assert capsys.readouterr().out == trace.read_text()


def test_many_games_are_the_same_with_several_processes(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for jobs in ("1", "2"):
        assert say("simulate", GAME, *SHORT, "--games", "12", "--jobs", jobs, "--format", "json") == 0
        result = json.loads(capsys.readouterr().out)
        results.append({key: value for key, value in result.items() if "second" not in key})
    assert results[0] == results[1]
    assert list(result) == [
        "game",
        "players",
        "games",
        "level",
        "statuses",
        "seats",
        "bots",
        "decisions",
        "seconds",
        "games_per_second",
        "decisions_per_second",
    ]
    assert list(result["seats"][0]) == [
        "seat",
        "wins",
        "ties",
        "losses",
        "win_rate",
        "tie_rate",
        "loss_rate",
        "mean_return",
    ]
    assert list(result["decisions"]) == ["mean", "p5", "p50", "p95"]


@pytest.mark.thorough
def test_games_that_do_not_end_are_counted_and_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "game.yaml"
    text = (ROOT / "specs" / GAME / "game.yaml").read_text()
    spec.write_text(text.replace("limits: {decisions: 50000", "limits: {decisions: 50"))
    assert say("simulate", str(spec), "--games", "3", "--format", "json") == 3
    shown = capsys.readouterr()
    assert json.loads(shown.out)["statuses"] == {"limit": 3}
    assert "3 of 3 games did not end" in shown.err
    assert say("run", str(spec), "--seed", "0") == 3
    assert "limit" in capsys.readouterr().out


def test_after_an_interruption_the_games_so_far_are_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright.commands.studies import simulate

    def two_games(*_: object) -> Iterator[Chunk]:
        for seed in range(2):
            played = Played(seed=seed, status="finished", returns=(1.0, 0.0), decisions=10, winners=((0,),))
            chunk = Chunk(range(seed, seed + 1), Outcomes())
            chunk.outcomes.add(played, ("random", "random"))
            yield chunk
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "play_all", two_games)
    assert say("simulate", GAME, "--games", "9", "--format", "json") == 130
    shown = capsys.readouterr()
    assert json.loads(shown.out)["games"] == 2
    assert shown.err == "interrupted after 2 of 9 games\n"


def test_an_internal_error_is_reported_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardwright.commands.descriptions import list_games

    monkeypatch.setattr(list_games, "find_games", lambda paths: 1 // 0)
    monkeypatch.delenv("CARDWRIGHT_TRACEBACK", raising=False)
    assert say("list") == 4
    shown = capsys.readouterr().err
    assert shown.startswith("error[E090]: internal error: ZeroDivisionError")
    assert "Traceback" not in shown
    monkeypatch.setenv("CARDWRIGHT_TRACEBACK", "1")
    assert say("list") == 4
    assert "Traceback" in capsys.readouterr().err


def test_a_spec_with_a_mistake_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "game.yaml"
    text = (ROOT / "specs" / GAME / "game.yaml").read_text()
    spec.write_text(text.replace("do: draw 1 from pile to me.hand", "do: draw 1 from pille to me.hand"))
    assert say("validate", str(spec)) == 1
    assert "did you mean the zone 'pile'?" in capsys.readouterr().err
    assert say("validate", str(spec), "--format", "json") == 1
    (found,) = json.loads(capsys.readouterr().out)["diagnostics"]
    line = text[: text.index("do: draw 1 from pile to me.hand")].count("\n") + 1
    assert (found["file"], found["line"], found["column"]) == (str(spec), line, 21)
    assert say("run", str(spec)) == 1
    capsys.readouterr()
    assert say("validate", str(spec), "--format=github") == 1
    assert capsys.readouterr().out.startswith(
        f"::error file={spec},line={line},col=21,endLine={line},endColumn=26,title=E201::"
    )


def test_the_python_that_starts_from_a_checkout_answers_too() -> None:
    done = subprocess.run([sys.executable, "cli.py", "list"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert GAME in done.stdout


def test_an_error_in_a_spec_is_reported_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each scenario of a game meets the same mistake of its spec."""
    game = tmp_path / "game"
    shutil.copytree(ROOT / "examples/love-letter", game)
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("> strength(t)", "> strenth(t)"), encoding="utf-8")
    assert say("validate", str(game)) == 1
    assert capsys.readouterr().err.count("unknown function 'strenth'\n") == 1
    assert say("test", str(game)) == 1
    out = capsys.readouterr().out
    assert out.count("error[E203]") == 1
    assert out.count("FAIL") == out.count("as above: E203") + 1 > 10
