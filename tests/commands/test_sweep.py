"""`sweep` plays each setting of a grid, judges wishes by intervals, and goes on where it was stopped."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.studies import sweep
from cardwright.commands.studies.worker_pool import play_all
from cardwright.studies.outcomes import Outcomes
from cardwright.studies.statistics.intervals import Estimate
from cardwright.studies.sweep import (
    Measured,
    SweepTarget,
    Verdict,
    all_of,
    looks,
    measured,
    rounds,
    sweep_target,
    values_of,
    verdicts_of,
)

HAND = ("mille-bornes", "--preset", "single_hand")
OVER = ("--over", "target=300..500:100", "--over", "coup_fourre=ask,automatic")


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


def swept(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `sweep` prints as JSON."""
    assert say("sweep", *HAND, *words, "--format", "json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("game", [("mille-bornes@single_hand",), HAND])
def test_the_game_is_told_with_its_preset_and_options(
    game: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    words = ("--set", "coup_fourre=ask", "--over", "target=300,400", "-n", "2", "--html", str(page))
    assert say("sweep", *game, *words) == 0
    for told in (capsys.readouterr().out, page.read_text(encoding="utf-8")):
        assert "mille-bornes@single_hand,coup_fourre=ask, 2 players, 2 games for each setting" in told


@pytest.mark.thorough
def test_a_grid(capsys: pytest.CaptureFixture[str]) -> None:
    """All combinations, in order; each setting is what `simulate` says of it."""
    found = swept(capsys, *OVER, "-n", "200")
    settings = [tuple(row["setting"].values()) for row in found["settings"]]
    assert settings == [(target, how) for target in ("300", "400", "500") for how in ("ask", "automatic")]
    row = found["settings"][3]
    assert (
        say("simulate", *HAND, "-n", "200", "--set", "target=400", "--set", "coup_fourre=automatic", "--format", "json")
        == 0
    )
    alone = json.loads(capsys.readouterr().out)
    assert row["length"]["value"] == alone["decisions"]["mean"]["value"]
    assert row["sides"]["t1"]["value"] == pytest.approx(alone["seats"][0]["mean_return"]["value"], abs=1e-6)
    assert row["length"]["low"] < alone["decisions"]["mean"]["low"], "six questions need wider intervals than one"


@pytest.mark.thorough
def test_a_race_leaves_what_is_settled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Short games are short after few games; what is close to the limit is played to the end."""
    page = tmp_path / "sweep.html"
    words = ("--over", "target=200..500:300", "--over", "coup_fourre=ask,automatic", "-n", "500", "--html", str(page))
    found = swept(capsys, *words, "--want", "length<=93")
    rows = {tuple(row["setting"].values()): row for row in found["settings"]}
    assert rows["200", "ask"]["fits"] == "yes" and rows["200", "ask"]["games"] == 125
    assert rows["500", "ask"]["fits"] == "no" and rows["500", "ask"]["games"] <= 500
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 6 and text.count('class="cell"') == 24 and text.count('class="chosen"') == 12
    assert "<script" not in text and "http" not in text
    assert looks(1000) == (125, 250, 500, 1000) and rounds(range(5, 305), True) == [range(5, 155), range(155, 305)]
    assert rounds(range(9), False) == [range(9)]


@pytest.mark.thorough
def test_a_stopped_sweep_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, play = tmp_path / "sweep.jsonl", play_all
    whole = swept(capsys, *OVER, "-n", "60")
    played: list[tuple[str, ...]] = []

    def stopped(task: Any, seeds: Any, workers: Any) -> Any:
        played.append(task.flags.settings)
        if len(played) == 3:
            raise KeyboardInterrupt
        return play(task, seeds, workers)

    monkeypatch.setattr(sweep, "play_all", stopped)
    assert say("sweep", *HAND, *OVER, "-n", "60", "--out", str(out)) == 130
    assert "4 settings were not played" in capsys.readouterr().out
    kept = out.read_bytes()
    assert say("sweep", *HAND, *OVER, "-n", "60", "--out", str(out)) == 2
    assert "is not begun again: it holds settings of this sweep" in capsys.readouterr().err
    assert out.read_bytes() == kept
    out.write_bytes(kept + b'{"number": 2, "set')  # killed while it wrote
    assert swept(capsys, *OVER, "-n", "60", "--out", str(out), "--resume") == whole
    assert len(played) == 3 + 4
    assert swept(capsys, *OVER, "-n", "60", "--out", str(out), "--resume") == whole
    assert len(played) == 3 + 4
    assert say("sweep", *HAND, *OVER, "-n", "61", "--out", str(out), "--resume") == 2
    assert "cannot be resumed: it belongs to another sweep" in capsys.readouterr().err
    out.write_text("{}\n")
    assert say("sweep", *HAND, *OVER, "-n", "60", "--out", str(out), "--resume") == 2
    out.write_text("")
    assert say("sweep", *HAND, *OVER, "-n", "60", "--out", str(out), "--resume") == 2


@pytest.mark.parametrize(
    ("text", "low", "high", "verdict"),
    [
        ("length<=100", 90, 100, "yes"),
        ("length<=100", 90, 101, "open"),
        ("length<=100", 101, 120, "no"),
        ("length>=100", 100, 120, "yes"),
        ("length>=100", 80, 99, "no"),
        ("length<100", None, None, "open"),
        ("t1<=52%", 0.48, 0.51, "yes"),
        ("ties>5%", 0.06, 0.09, "yes"),
        ("fair", 0.0, 0.04, "yes"),
        ("fair", 0.06, 0.09, "no"),
        ("fair<=2%", 0.0, 0.04, "open"),
    ],
)
def test_wishes(text: str, low: float | None, high: float | None, verdict: str) -> None:
    wish = sweep_target(text, ("t1", "t2"))
    middle = 0.0 if low is None or high is None else (low + high) / 2
    assert wish.judge(Estimate(middle, low, high, 100)) == verdict
    assert wish.judge(None) == "open"


def test_all_wishes_together() -> None:
    assert [all_of(["yes", "yes"]), all_of(["yes", "open"]), all_of(["no", "open"])] == ["yes", "open", "no"]
    assert isinstance(sweep_target("fair", ()), SweepTarget)


@pytest.mark.thorough
def test_the_best_of_all(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is certainly longer is left after its first games; a race that was stopped comes to the same."""
    words = ("--over", "target=200..600:200", "--want", "shortest", "--want", "t1<=75%", "-n", "500")
    found = swept(capsys, *words)
    rows = {row["setting"]["target"]: row for row in found["settings"]}
    assert rows["600"]["games"] < 500 and rows["600"]["wishes"]["shortest"] == "no"
    assert rows["200"]["fits"] == "yes" and rows["200"]["wishes"] == {"shortest": "yes", "t1<=75%": "yes"}
    played, play, out = list[int](), play_all, tmp_path / "race.jsonl"

    def stopped(task: Any, seeds: Any, workers: Any) -> Any:
        played.append(sum(map(len, seeds)))
        if len(played) == 4:
            raise KeyboardInterrupt
        return play(task, seeds, workers)

    monkeypatch.setattr(sweep, "play_all", stopped)
    assert say("sweep", *HAND, *words, "--out", str(out)) == 130
    capsys.readouterr()
    assert swept(capsys, *words, "--out", str(out), "--resume") == found
    assert sum(played) - played[3] == sum(row["games"] for row in found["settings"])


def test_the_best_is_rarely_thrown_out() -> None:
    """Four settings, of which one is shorter by a little: thrown out in at most 5 of 100 races."""
    luck, wishes, thrown_out, settled = random.Random(8), [sweep_target("shortest", ())], 0, 0
    for _ in range(100):
        games = [Outcomes() for _ in range(4)]
        verdicts: dict[int, list[Verdict]] = {}
        for part in rounds(range(1000), True):
            for number, one in enumerate(games):
                one.lengths.update(luck.randint(0, 60) + (0 if number == 2 else 3 + 4 * number) for _ in part)
            now = {number: measured(one, (), (), wishes, 4, 1000) for number, one in enumerate(games)}
            verdicts = verdicts_of(now, wishes)
            thrown_out += verdicts[2] == ["no"]
        settled += verdicts[2] == ["yes"]
    assert thrown_out <= 5 and settled > 20


def test_only_the_best_of_those_that_do_all_else() -> None:
    def found(length: float, off: float) -> Measured:
        one = Estimate(length, length - 1, length + 1, 100)
        return Measured(100, {}, None, one, Estimate(off, off - 0.01, off + 0.01, 100))

    wishes = [sweep_target("shortest", ()), sweep_target("fair", ())]
    unfair, good, longer = found(10, 0.2), found(20, 0.02), found(30, 0.02)
    assert verdicts_of({0: unfair, 1: good, 2: longer}, wishes) == {
        0: ["no", "no"],
        1: ["yes", "yes"],
        2: ["no", "yes"],
    }
    near = found(10, 0.045)
    assert verdicts_of({0: near, 1: good}, wishes) == {0: ["open", "open"], 1: ["open", "yes"]}


def test_values() -> None:
    assert values_of("-2..2:2") == ("-2", "0", "2")
    assert values_of("true") == ("true",)


REFUSED = [
    ((), "E013", "--over is missing"),
    (("--over", "target"), "E012", "--over needs OPTION=VALUES, not 'target'"),
    (("--over", "target=9..3"), "E012", "--over target: a range goes up, but 3 is below 9"),
    (("--over", "target=1..5:0"), "E012", "--over target: the step must be at least 1"),
    (("--over", "target=500,500"), "E012", "--over target: each value must be there once"),
    (("--over", "target=1..99999"), "E012", "--over target: that is more than 1000 values"),
    (("--over", "target=500", "--over", "target=700"), "E012", "--over gives 'target' two values, 500 and 700"),
    (("--over", "target=500", "--set", "target=700"), "E012", "--over and --set both give values of 'target'"),
    (("--over", "targt=500"), "E500", "unknown option 'targt'"),
    (("--over", "target=501"), "E503", ""),
    (("--over", "target=500", "--want", "short"), "E012", "--want 'short' is not a wish"),
    (
        ("--over", "target=500", "--want", "length<=90%"),
        "E012",
        "--want 'length<=90%': length is a number of decisions",
    ),
    (("--over", "target=500", "--want", "ties<=5"), "E012", "--want 'ties<=5': this needs a percentage"),
    (("--over", "target=500", "--want", "length"), "E012", "--want 'length' needs a limit, such as length<=100"),
    (("--over", "target=500", "--want", "length<=1.2.3"), "E012", "--want 'length<=1.2.3': '1.2.3' is not a number"),
    (("--over", "target=500", "--want", "p1<=50%"), "E012", "--want 'p1<=50%': the sides of this game are t1, t2"),
    (("--over", "target=500", "--want", "shortest", "--want", "fairest"), "E012", "only one setting can be the best"),
    (("--over", "target=500", "--resume"), "E013", "--resume has no effect without --out"),
    (("--over", "target=500", "--out", "no/such/file"), "E012", "'no/such/file' cannot be written"),
]


@pytest.mark.parametrize(("flags", "code", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_swept(
    flags: tuple[str, ...], code: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say("sweep", *HAND, *flags, "-n", "5") == 2
    assert f"error[{code}]: {message}" in capsys.readouterr().err


SPEC = """
spec: 1
game: short
title: "Short"
players: 2
options:
  many: {type: integer, range: [1, 3], default: 1}
  twice: {type: boolean, default: false, requires: many > 1}
cards: {main: {list: {card: {copies: 20}}}}
zones:
  pile: {holds: main, start: shuffled, shows: count}
  table: {holds: main, shows: all}
begin: play
phases: {play: {turns: {}, until: count(table) >= many, offer: [go]}}
actions: {go: {do: draw 1 from pile to table}}
result: {winners: first(players)}
"""


def test_settings_that_the_rules_do_not_allow_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spec = tmp_path / "short.yaml"
    spec.write_text(SPEC, encoding="utf-8")
    words = ("sweep", str(spec), "--over", "many=1..2", "--over", "twice=true,false", "-n", "20")
    assert say(*words, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["not_allowed"] == [{"many": "1", "twice": "true"}]
    assert [(row["setting"]["many"], row["length"]["value"]) for row in found["settings"]] == [
        ("1", 1),
        ("2", 2),
        ("2", 2),
    ]
    assert say(*words) == 0
    assert "Not allowed by the rules: many=1, twice=true\n" in capsys.readouterr().out
    assert say("sweep", str(spec), "--over", "twice=true", "-n", "20") == 2
    assert "the rules allow none of these settings" in capsys.readouterr().err
