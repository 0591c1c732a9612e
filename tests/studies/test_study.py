"""A study tells what was in the games: small games whose truth is known, and the games that ship."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.documents.document import Histogram, IntervalsPlot, PlotMark
from cardwright.documents.html import svg
from cardwright.play.players.playout import play_out
from cardwright.play.players.registry import make_players
from cardwright.studies.measures.observation import watch
from cardwright.studies.report.study_document import fairness
from cardwright.studies.report.summary_document import points_table
from cardwright.studies.report.wording import Formatter
from tests.studies.closed_pages import Reader


def say(*words: str) -> int:
    """The exit code of `cardwright WORDS`."""
    return answer(CommandLine(words))


def studied(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What `study` prints as JSON, without the time."""
    assert say("study", *words, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    return {key: value for key, value in found.items() if "second" not in key}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", ["mille-bornes", "course-folle", "neko-racing", "on-the-trail"])
@pytest.mark.parametrize("fully", [True, False])
def test_a_watched_game_is_the_same_game(name: str, fully: bool) -> None:
    game, seed = load_game(name), int(fully)
    kinds = ("random", "first", "greedy", "first", "first", "first", "first")[: game.players]
    seen = watch(game, make_players(kinds, seed), kinds, seed=seed, fully=fully)
    assert seen.played == play_out(game, make_players(kinds, seed), seed=seed)
    assert seen.watched is not None
    assert seen.watched.actions.total() == seen.played.decisions


@pytest.mark.thorough
def test_what_is_counted_is_what_happened() -> None:
    """Played again by hand: legal moves, decisions with a choice, actions by seat."""
    game = load_game("mille-bornes", preset="single_hand")
    state, actions, moves, real = game.initial_state(seed=3), Counter[tuple[int, str]](), 0, 0
    while not state.is_terminal:
        legal = state.legal_moves
        moves, real = moves + len(legal), real + (len(legal) > 1)
        actions[legal[0].seat, legal[0].action] += 1
        state.apply(legal[0])
    seen = watch(game, make_players(("first", "first"), 3), ("first", "first"), seed=3, fully=True).watched
    assert seen is not None
    assert (seen.moves, seen.real, seen.actions) == (moves, real, actions)
    assert seen.scores == state.scores
    assert sum(points for (side, _, _), points in seen.points.items() if side == "t1") == state.scores[0]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", r"in half of the games at most \d+% \(\?–\?\)"),
        ("fr", r"dans la moitié des parties \d+ % \(\?–\?\) au plus"),
    ],
)
def test_a_median_of_few_games_is_not_called_the_same_in_every_game(
    lang: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three games are too few for an interval of the median, whether they are alike or not."""
    assert say("study", "course-folle", "--players", "2", "-n", "3", "--course", "3", "--lang", lang) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert re.search(said, told), told


def test_the_game_is_told_with_its_preset_and_options_and_so_is_the_command_to_try_next(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    words = ("course-folle", "--set", "edges=printed", "--players", "3", "-n", "20", "--course", "20")
    assert say("study", *words, "--html", str(page)) == 0
    named = "course-folle,edges=printed"
    for told in (capsys.readouterr().out, page.read_text()):
        assert f"{named}, 3 players, 20 games" in told
        assert f"cardwright compare {named} --players 3 --seats greedy --against" in re.sub(r"</?span>", "", told)


@pytest.mark.thorough
def test_sides_actions_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("mille-bornes", "--preset", "single_hand", "-n", "240", "--course", "8")
    found = studied(capsys, *words)
    assert [side["side"] for side in found["sides"]] == ["t1", "t2"]
    assert found["fairness"]["even"] == pytest.approx(0.5, abs=0.01)
    assert sum(found["lengths"].values()) == 240
    rows = {row["name"]: row for row in found["actions"]}
    assert rows["extend"]["settled"] == 1 and rows["extend"]["difference"]["low"] > 0
    assert rows["discard"]["difference"] is None
    rules = {row["name"]: row for row in found["rules"]}
    assert found["rules_games"] == 60 and rules["coup_fourre"]["owned"]
    assert not rules["effects.expose: if immune(p.team, red_light)"]["owned"]
    asked = "actions.advance: if extension and caller is none and goal < extended_target"
    assert 0 < rules["actions.advance: if extend"]["games"]["value"] < rules[asked]["games"]["value"], "some say no"
    assert found["first_ahead"]["low"] < 0 < found["first_ahead"]["high"]
    assert {one["category"] for one in found["details"]["points"]} >= {"distance", "safeties"}
    (points,) = points_table(found["details"], 240, Formatter("en"))
    assert points.rows[0][0] == "points a game, in 60 games"
    few = (*words[:3], "-n", "24")
    assert studied(capsys, *few, "--jobs", "2") == studied(capsys, *few)


POINTING = """\
spec: 1
game: pointing
title: "Pointing"
players: 7
types:
  face: [a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20]
cards: {main: {attributes: {face: face}, each: {face: face}, label: "{face}"}}
zones:
  display: {holds: main, shows: all, start: listed}
variables: {won: {of: player, type: boolean, start: false}}
begin: hand
phases:
  hand: {steps: [turns, finish]}
  turns: {turns: {once: true}, offer: [point]}
  finish: {do: "random p in players\\np.won = true"}
actions:
  point: {label: "Point at {c}", choose: {c: display}}
result: {winners: "[p for p in players if p.won]"}
"""
"""Seven sides point at a card each, and a lot decides who wins: nothing that is done matters."""


@pytest.mark.parametrize(
    ("p", "shares", "told"),
    [
        (0.4, ((0.4, 0.55), (0.45, 0.6)), "No difference between the sides was found (p = 0.4);"),
        (0.038, ((0.4, 0.51), (0.49, 0.6)), "Whether the sides have equal chances is not settled (p = 0.038);"),
        (0.01, ((0.4, 0.49), (0.51, 0.6)), "The sides may not have equal chances (p = 0.01);"),
    ],
)
def test_chances_are_not_equal_only_where_the_intervals_say_so(
    p: float, shares: tuple[tuple[float, float], ...], told: str
) -> None:
    """The test alone is wrong in one fair game of twenty; whether a lot gave that is not known."""
    sides = [{"side": "p1", "victory": {"value": 0.5, "low": low, "high": high}} for low, high in shares]
    found = {"fairness": {"p": p, "even": 0.5, "off_at_most": 0.1}, "sides": sides}
    (line,) = fairness(found | {"first_ahead": None, "compensation": None}, Formatter("en"))
    assert line.startswith(told)


def test_the_lead_is_measured_only_where_the_score_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """A hand of Mille Bornes is scored at its end; a race of On the Trail as it goes on."""
    hand = ("mille-bornes", "--preset", "single_hand", "-n", "20", "--course", "0")
    found = studied(capsys, *hand)
    assert (found["lead_measured"], found["lead_changes"], found["lead_changes_half"]) == (False, None, None)
    assert say("study", *hand) == 0
    assert "changes of the lead: not measured" in capsys.readouterr().out
    assert say("compare", *("mille-bornes@single_hand",) * 2, "-n", "20", "--format", "json") == 0
    assert "leads" not in {row["what"] for row in json.loads(capsys.readouterr().out)["use"]["rows"]}
    moves = studied(capsys, "hearts", "-n", "20", "--course", "0")
    assert moves["lead_measured"] and moves["lead_changes"]["value"] > 0


def test_a_number_that_never_varies_says_how_rare_others_are(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Each of seven sides decides once: in `simulate`, `study`, `compare` and `sweep`, as text and on pages."""
    (tmp_path / "game.yaml").write_text(POINTING)
    game, pages = str(tmp_path / "game.yaml"), [tmp_path / f"{name}.html" for name in "abc"]
    always = "7 in every game (up to 8.8% may differ)"
    for words in (("simulate", game), ("study", game, "--course", "0", "--html", str(pages[0]))):
        assert say(*words, "-n", "40") == 0
        assert always in capsys.readouterr().out
    assert always in pages[0].read_text(encoding="utf-8")
    assert say("compare", game, game, "-n", "40", "--details") == 0
    assert "7 (in every game; up to " in capsys.readouterr().out
    assert say("compare", game, game, "-n", "40", "--format", "json") == 0
    asked = {row["what"]: row for row in json.loads(capsys.readouterr().out)["questions"]}
    assert asked["decisions"]["a"]["low"] is None and 0.08 < asked["decisions"]["a"]["rare"] < 0.3


@pytest.mark.thorough
def test_where_nothing_matters_nothing_is_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Of 20 studies one may claim that a card goes with winning; more than 2 do one time in 13."""
    game = tmp_path / "game.yaml"
    game.write_text(POINTING)
    claims = judged = 0
    for number in range(20):
        found = studied(capsys, str(game), "-n", "200", "--course", "0", "--seed", str(1000 * number))
        rows = [row for row in (*found["actions"], *found["cards"], *found["rules"]) if row["difference"]]
        judged += len(rows)
        claims += any(row["settled"] for row in rows)
        assert all(row["difference"]["high"] - row["difference"]["low"] > 0.2 for row in rows)
    assert judged > 100 and claims <= 2


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "lang"), [("mille-bornes", "fr"), ("course-folle", "en")])
def test_the_page_holds_all_it_needs(name: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, numbers = tmp_path / "study.html", tmp_path / "study.csv"
    files = ("--html", str(page), "--csv", str(numbers), "--format", "json")
    assert say("study", name, "-n", "12", "--course", "3", "--lang", lang, *files) == 0
    found = json.loads(capsys.readouterr().out)
    rows = {what: row for what, *row in csv.reader(numbers.read_text(encoding="utf-8").splitlines())}
    assert len(rows) == len(numbers.read_text(encoding="utf-8").splitlines()), "each number has a name of its own"
    first, mean = found["sides"][0], found["decisions"]["mean"]
    for what, one in ((f"sides.{first['side']}.victory", first["victory"]), ("decisions.mean", mean)):
        assert list(map(float, rows[what])) == list(one.values())
    text, reader = page.read_text(encoding="utf-8"), Reader()
    reader.feed(text)
    assert not reader.open and reader.seen["svg"] >= 2 and reader.seen["table"] >= 3
    assert "script" not in reader.seen and "url(" not in text and "@import" not in text
    assert sorted(tmp_path.iterdir()) == [numbers, page]
    assert not re.search(r"\bnan\b|\binf\b|None|Fraction", text)
    assert not re.search(r"<p[^\n]*\S [:;?!»]", text), "no line begins with a colon"


def test_a_page_that_cannot_be_written_is_refused_before_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert say("study", "mille-bornes", "-n", "100000", "--html", "no/such/folder/page.html") == 2
    assert "error[E012]: 'no/such/folder/page.html' cannot be written" in capsys.readouterr().err


@pytest.mark.thorough
def test_a_game_for_one_has_no_unfairness(capsys: pytest.CaptureFixture[str]) -> None:
    found = studied(capsys, "on-the-trail", "--variant", "solo", "-n", "8")
    assert found["fairness"] is None and len(found["sides"]) == 1
    assert say("study", "on-the-trail", "--variant", "solo", "-n", "8", "--lang", "fr") == 0
    capsys.readouterr()


def test_plots_of_extremes() -> None:
    """One value, equal values, huge ones; labels are escaped."""
    assert svg(Histogram("x", {5: 3})).count("<rect") == 2, "one, at two widths"
    assert svg(Histogram("x", {0: 1, 1_000_000: 1})).count("<rect") == 4
    same = svg(IntervalsPlot("a < b", [PlotMark("<b>", 1, 1, 1, "one & one")], 1))
    assert "&lt;b&gt;" in same and "one &amp; one" in same and "a &lt; b" in same


def test_minutes_are_as_exact_as_the_pace(capsys: pytest.CaptureFixture[str]) -> None:
    """In Kuhn poker each decision is a choice between two moves."""
    found = studied(capsys, "kuhn-poker", "-n", "20", "--course", "0", "--pace", "0.01")
    decisions = sum(int(length) * many for length, many in found["lengths"].items())
    assert found["minutes"]["value"] == pytest.approx(decisions / 20 * 0.01 / 60, abs=1e-6)
