"""`compare` finds differences that are there, none that are not, and says what is open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.commands.studies import compare
from cardwright.documents.terminal import to_text
from cardwright.studies.report.comparison_document import comparison_document, saved_lines
from cardwright.studies.report.wording import Formatter

EXAMPLES = Path(__file__).parents[2] / "examples"
HAND = "mille-bornes@single_hand"


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


def compared(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> dict[str, Any]:
    """What `compare` prints as JSON."""
    assert say("compare", *words, "--format", "json") == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


WATCHED = 20
"""So many pairs are watched here, in tests of what comes out of all others."""


@pytest.fixture
def few_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """To watch as many pairs as usual takes seconds."""
    monkeypatch.setattr(compare, "enough", lambda decisions: WATCHED)


few = pytest.mark.usefixtures("few_watched")


@pytest.mark.thorough
@few
def test_what_is_the_same_is_identical(capsys: pytest.CaptureFixture[str]) -> None:
    """The same game on the same deals: not one pair differs, and that is soon settled."""
    found = compared(capsys, HAND, HAND, "--smallest", "2%")
    assert found["settled"] and found["pairs"] < 1000
    assert {one["verdict"] for one in found["questions"]} == {"identical"}


@pytest.mark.thorough
@few
def test_a_difference_that_is_there_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    """A shorter way is driven in fewer decisions; whichever of the two is named first."""
    words = (f"{HAND},target=300", f"{HAND},target=1000")
    for order, verdict in ((words, "more"), (words[::-1], "less")):
        found = compared(capsys, *order, "--smallest", "5%", "-n", "2000")
        (length,) = [one for one in found["questions"] if one["what"] == "decisions"]
        assert length["verdict"] == verdict
        assert (length["difference"]["value"] > 0) == (verdict == "more")
        assert (
            length["difference"]["low"] <= length["b"]["value"] - length["a"]["value"] <= length["difference"]["high"]
        )


@pytest.mark.thorough
@few
def test_what_is_open_says_how_many_games_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    words = (f"{HAND},target=700", f"{HAND},target=1000", "--smallest", "0.5%", "-n", "300")
    found = compared(capsys, *words)
    assert not found["settled"] and found["pairs"] == 300
    victory = found["questions"][0]
    assert (victory["what"], victory["verdict"]) == ("victory", "open") and victory["more_games"] > 1000
    assert say("compare", *words) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "about so many of each would settle it for differences of 0.5 points in victories" in told


def test_a_duel_and_its_mirror(capsys: pytest.CaptureFixture[str]) -> None:
    """random beats first (who never bets) from either side of the command, and by the same."""
    one = compared(capsys, "kuhn-poker", "--seats", "random", "--against", "first", "-n", "100")
    other = compared(capsys, "kuhn-poker", "--seats", "first", "--against", "random", "-n", "100")
    assert (one["a"], one["b"], one["questions"][0]["verdict"]) == ("random", "first", "less")
    assert other["questions"][0]["verdict"] == "more"
    assert one["questions"][0]["difference"]["value"] == pytest.approx(-other["questions"][0]["difference"]["value"])


@pytest.mark.thorough
@few
def test_equal_pairs_settle_nothing_early(capsys: pytest.CaptureFixture[str]) -> None:
    """The first deals come to the same, most others do not: only many equal pairs may end a comparison."""
    found = compared(capsys, "kuhn-poker", "--seats", "first", "--against", "random", "-n", "19")
    assert found["pairs"] == 19 and not found["settled"]
    for share, least in (("5%", 60), ("1%", 300)):  # exp(-0.05 * 60) and exp(-0.01 * 300) are about 0.05
        assert compared(capsys, HAND, HAND, "--smallest", share)["pairs"] >= least


@pytest.mark.thorough
@few
def test_few_games_have_intervals_and_nobody_looks_before_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    """Thirty games with a small target are surely shorter; of nineteen nothing is said to be so "in every game"."""
    words = (f"{HAND},target=700", f"{HAND},target=25")
    found = compared(capsys, *words, "--smallest", "60%", "-n", "30")
    told = {(one["what"], one["who"]): one for one in found["questions"]}
    assert found["pairs"] == 30 and told["decisions", ""]["verdict"] == "less"
    assert all(one[key]["low"] is not None for one in told.values() for key in ("a", "b", "difference"))
    assert say("compare", *words, "-n", "30") == 0
    assert "if the number of games was fixed beforehand" in " ".join(capsys.readouterr().out.split())
    assert say("compare", *words, "-n", "19") == 0
    assert "every game" not in " ".join(capsys.readouterr().out.split())


def test_without_any_games_there_is_nothing_to_compare() -> None:
    told = to_text(comparison_document({"pairs": 0, "questions": [], "duel": False}, ("one", "other")))
    assert told.splitlines()[2:] == ["No pair of games has been played, so there is nothing to compare."]


def test_a_warning_about_both_games_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (EXAMPLES / "kuhn-poker" / "game.yaml").read_text(encoding="utf-8")
    file = tmp_path / "game.yaml"
    file.write_text(text.replace("\nfunctions:\n", "\nfunctions:\n  never: 7\n", 1), encoding="utf-8")
    assert say("compare", str(file), str(file), "-n", "1") == 0
    assert capsys.readouterr().err.count("W611") <= 2  # the warning, and where to read more about it


@pytest.mark.thorough
@few
def test_jobs_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    words = (HAND, "mille-bornes+parker@single_hand", "--smallest", "5%", "-n", "2000")
    assert compared(capsys, *words) == compared(capsys, *words, "--jobs", "3")


@pytest.mark.thorough
@few
def test_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("compare", HAND, HAND, "--smallest", "5%", "--lang", "fr") == 0
    assert "Ce fut la même chose à chaque paire de parties." in " ".join(capsys.readouterr().out.split())


REFUSED = [
    ((HAND,), "E013", "compare needs two games, but got 1"),
    ((HAND, HAND, HAND), "E013", "compare needs two games, but got 3"),
    ((HAND, HAND, "--against", "first"), "E013", "--against compares two bots in one game, so there is only A"),
    ((HAND, "--against", "random"), "E016", "--seats and --against name one bot each, two different ones"),
    ((HAND, "--against", "frist"), "E015", "unknown kind of player 'frist'"),
    ((HAND, "--against", "first", "--fixed-seats"), "E013", "--fixed-seats has no effect with --against"),
    ((HAND, "mille-bornes+"), "E012", "'mille-bornes+' is not GAME+VARIANT@PRESET,OPTION=VALUE"),
    ((HAND, "mille-bornes@"), "E012", "'mille-bornes@' is not GAME+VARIANT@PRESET,OPTION=VALUE"),
    ((HAND, f"{HAND},target=700", "--set", "target=500"), "E012", f"'{HAND},target=700' and --set both give a value"),
    ((HAND, "mille-bornes,target"), "E012", "--set needs OPTION=VALUE, not 'target'"),
    ((HAND, "mille-bornes@single_hnad"), "E506", "unknown preset 'single_hnad'"),
    ((HAND, "mille-bornes,targt=700"), "E500", "unknown option 'targt'"),
    ((HAND, HAND, "--preset", "single_hand"), "E013", f"'{HAND}' names a preset, and --preset another one"),
    (
        (HAND, HAND, "--smallest", "1"),
        "E012",
        "--smallest: needs a percentage between 0% and 100% such as `0.5%`, not '1'",
    ),
    (
        (HAND, HAND, "--smallest", "0%"),
        "E012",
        "--smallest: needs a percentage between 0% and 100% such as `0.5%`, not '0%'",
    ),
    (
        (HAND, HAND, "--smallest", "nan%"),
        "E012",
        "--smallest: needs a percentage between 0% and 100% such as `0.5%`, not 'nan%'",
    ),
    ((HAND, "neko-racing"), "E016", "A and B are for 2 and 3 players"),
    ((HAND, "neko-racng"), "E400", "unknown game 'neko-racng'"),
]


@pytest.mark.parametrize(("words", "code", "message"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_compared(
    words: tuple[str, ...], code: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert say("compare", *words) == 2
    shown = capsys.readouterr().err
    assert f"error[{code}]: {message}" in shown
    assert "--> <command line>:1:" in shown and "^" in shown


def test_the_numbers_of_players_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    """What is for other numbers of players can be compared with those that both are for; or with none."""
    for other, told in (
        ("neko-racing", "say how many with --players: 3, 4"),
        ("golf-patience", "no number of players is for both"),
    ):
        assert say("compare", HAND, other) == 2
        assert f"= help: {told}\n" in capsys.readouterr().err


LAPS = """\
spec: 1
game: laps
title: "Laps"
players: 2
options: {laps: {type: integer, range: [1, 9], default: 3}, gain: {type: integer, range: [1, 9], default: 1}}
cards: {main: {list: {ace: {}}}}
zones: {box: {holds: main, shows: all, start: listed}}
variables:
  score: {of: player, type: integer}
begin: race
phases:
  race: {turns: {}, until: all(p.score >= laps * gain for p in players), offer: [drive, rest]}
actions:
  drive: {do: me.score += gain}
  rest: {when: gain > 1, do: me.score += 2}
result: {score: it.score, winners: "[p for p in players if p == first(players)]"}
"""


@pytest.mark.thorough
def test_what_a_designer_asks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Three rounds of a point each, or four of two: longer, more points, a choice that is new; p1 always wins."""
    file = tmp_path / "laps.yaml"
    file.write_text(LAPS)
    found = compared(capsys, str(file), f"{file},laps=4,gain=2", "-n", "400")
    (length,) = [one for one in found["questions"] if one["what"] == "decisions"]
    assert (length["a"]["value"], length["b"]["value"], length["verdict"]) == (6, 8, "more")
    fair = found["fairness"]
    assert (found["begins"], fair["a"]["who"], fair["a"]["value"], fair["verdict"]) == ("p1", "p1", 0.5, "open")
    rows = {(one["what"], one["name"]): one for one in found["use"]["rows"]}
    assert found["use"]["pairs"] == found["pairs"]
    assert [rows["score", ""][side]["value"] for side in "ab"] == [3, 8]
    assert [rows["real", ""][side]["value"] for side in "ab"] == [0, 1]
    rest = rows["actions", "rest"]
    assert rest["a"]["value"] == 0 and rest["b"]["low"] < 4 < rest["b"]["high"] and rest["verdict"] == "more"
    assert rows["actions", "drive"]["a"]["value"] == 6


def test_what_is_settled_stands_above_what_is_open(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Also what was seen in the course of the games: the scores that rise, and the choice that is new."""
    file = tmp_path / "laps.yaml"
    file.write_text(LAPS)
    assert say("compare", str(file), f"{file},laps=4,gain=2", "-n", "60") == 0
    told = capsys.readouterr().out
    settled, _, left = told.partition("not settled")
    for words in ("Games are longer in B", "Scores are higher in B", "There is more to decide in B"):
        assert words in settled and words not in left


SHARED = LAPS.replace(
    "[p for p in players if p == first(players)]", "[p for p in players if laps > 3 or p == first(players)]"
)


def test_shared_victories_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With four laps everybody wins, so p1 has half a victory where there was a whole one."""
    file = tmp_path / "laps.yaml"
    file.write_text(SHARED)
    assert say("compare", str(file), f"{file},laps=4", "-n", "60") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "p1, who begins, wins less often in B: 50% (" in told
    assert "Fewer games have a sole winner in B: 100% (" in told
    assert "a victory that several share counts in parts: one half for each of two" in told
    other = tmp_path / "alone.yaml"
    other.write_text(LAPS)
    assert say("compare", str(other), f"{other},laps=4", "-n", "60") == 0
    told = capsys.readouterr().out
    assert "sole winner" not in told and "in parts" not in told


def test_details_show_also_the_uses_that_are_open(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Driving takes six moves whether a point is gained or two; resting is what differs."""
    file = tmp_path / "laps.yaml"
    file.write_text(LAPS)
    words = ("compare", str(file), f"{file},gain=2", "-n", "20")
    assert say(*words) == 0
    short = capsys.readouterr().out
    assert say(*words, "--details") == 0
    long = capsys.readouterr().out
    assert "uses a game, not settled" not in short and "rest" in short
    assert "it is not settled that" not in long


SAVED = [
    ((0.2, 0.1, 0.3), "games saved by playing the same deals: for scores 20% (10–30)"),
    ((-0.2, -0.3, -0.1), "in addition, as the luck of one is the other's bad luck: for scores 20% (10–30)"),
    ((0.1, -0.1, 0.3), "Whether the same deals save games is not settled for scores 10% (-10 to 30)."),
]


@pytest.mark.parametrize(("saved", "told"), SAVED)
def test_games_saved_are_told_as_what_they_are(saved: tuple[float, float, float], told: str) -> None:
    """What lies below 0 is a cost, and is told as one."""
    share = dict(zip(("value", "low", "high"), saved, strict=True))
    found = {"luck": False, "pairs": 200, "questions": [{"what": "score", "saved": share}]}
    (line,) = saved_lines(found, Formatter("en"))
    assert line.endswith(told)


@pytest.mark.thorough
def test_a_lot_decides_who_begins(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Whoever begins wins each game, so no side has an advantage, and the game is as unfair as can be."""
    file = tmp_path / "laps.yaml"
    drawn = LAPS.replace("variables:", "variables:\n  lead: {type: player, start: random}")
    drawn = drawn.replace("turns: {}", "turns: {from: lead}").replace("p == first(players)", "p == lead")
    file.write_text(drawn)
    found = compared(capsys, str(file), f"{file},laps=4", "-n", "400")
    (first,) = [one for one in found["questions"] if one["what"] == "beginning"]
    assert (found["begins"], first["a"]["value"], first["b"]["value"]) == ("lot", 1, 1)
    assert (found["fairness"]["a"]["who"], found["fairness"]["b"]["value"]) == ("", 0.5)
