"""The same deal under two rules: each side is the film of its game, and the first decision that differs is marked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.game import Game
from cardwright.play.game.traces.recorder import Line
from cardwright.table.page.film import Compared, Film, film_of_trace, first_apart, rules_text
from cardwright.table.page.film_encoding import FrameDecoder
from tests.table.page.test_film import lines, played


def compared(game: Game, trace: list[Line], seat: int) -> Compared:
    """One side of a page."""
    made = Compared(seat, "en", lambda state: [state.status])
    made.play(trace[1:], game.initial_state(seed=0, chance="explicit"), game.words("en"))
    return made


@pytest.mark.parametrize("seat", [0, 1, EVERYTHING])
def test_a_side_is_the_film_of_its_game(seat: int) -> None:
    game = load_game("love-letter")
    trace = lines(played(game, 3, 12))
    alone = Film(seat, "en", lambda state: [state.status], moves=False)
    film_of_trace(trace, game.initial_state(seed=0, chance="explicit"), alone)
    side = compared(game, trace, seat)
    assert side.film.frames == alone.frames
    assert len(side.decisions) == len(alone.frames)


@pytest.mark.thorough
def test_both_sides_are_made_of_what_the_seat_has_seen() -> None:
    """With other hidden cards and the same moves, by other rules that allow them, all is the same to the byte."""
    one, two = load_game("mille-bornes"), load_game("mille-bornes", options={"target": 900})
    state = played(one, 2, 12)
    pages = []
    for trace in (lines(state), lines(state.resample(1, seed=7))):
        sides = [compared(game, trace, 1) for game in (one, two)]
        pages.append(json.dumps([[side.film.frames, side.decisions] for side in sides]))
    assert pages[0] == pages[1]


@pytest.mark.thorough
def test_where_the_rules_part() -> None:
    """The record stops where a move is not allowed; only from above the reason is told, which may be hidden."""
    one, two = load_game("mille-bornes"), load_game("mille-bornes", variants=["no-early-attack"])
    state = one.initial_state(seed=4)
    while not (attacks := [m for m in state.legal_moves if m.text.startswith("attack(") and "limit" not in m.text]):
        state.apply("go" if any(m.text == "go" for m in state.legal_moves) else state.legal_moves[-1])
    state.apply(attacks[0])
    trace = lines(state)
    for seat in (0, EVERYTHING):
        sides = [compared(game, trace, seat) for game in (one, two)]
        told = [entry["text"] for entry in FrameDecoder(sides[1].film.frames).log if entry["event"] == "result"]
        apart = first_apart(sides[0].decisions, sides[1].decisions)
        assert apart == len(sides[0].decisions) - 1
        assert told[0] == "By these rules the recorded game cannot go on."
        assert len(told) == (2 if seat == EVERYTHING else 1)


def say(*words: str) -> int:
    """The exit code of a command."""
    return answer(CommandLine(words))


def data(file: Path) -> dict[str, Any]:
    """What stands in a page as JSON."""
    found = re.search(r'id="page">(.*?)</script>', file.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return dict(json.loads(found[1]))


RUN = ("run", "course-folle", "--seats", "first", "--seed", "3")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of a game and a variant of it."""
    file = tmp_path_factory.mktemp("two") / "two.html"
    trace = file.with_suffix(".jsonl")
    assert say(*RUN, "--trace", str(trace), "--html", str(file), "--against", "without-boosters") == 0
    return file


@pytest.mark.thorough
def test_a_variant_is_put_on_top_of_the_game(page: Path) -> None:
    shown, trace, again = data(page), page.with_suffix(".jsonl"), page.with_name("again.html")
    assert [film["rules"] for film in shown["films"]] == ["Course Folle", "Course Folle + Without boosters"]
    assert say("replay", str(trace), "--html", str(again), "--against", "course-folle+without-boosters") == 0
    assert data(again)["films"][0] == shown["films"][0]


def test_options_that_differ_are_told() -> None:
    words = load_game("mille-bornes").words("fr")
    told = rules_text(
        words, ["Parker Brothers"], {"target": 900, "extension": True}, {"target": 700, "extension": True}
    )
    assert told == ("Mille Bornes + Parker Brothers", "Kilomètres pour gagner une manche\N{NO-BREAK SPACE}: 900")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((*RUN, "--against", "two-boosters"), "error[E013]: --against has no effect without --html"),
        ((*RUN, "--html", "a.html", "--against", "two-bosters"), "error[E401]: "),
        ((*RUN, "--html", "a.html", "--against", "hearts"), "error[E510]: "),
    ],
)
def test_what_cannot_be_compared(
    words: tuple[str, ...],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert say(*words) in (1, 2)
    assert told in capsys.readouterr().err


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A page of a real browser."""
    from tests.table.page import browser

    if browser.CHROMIUM is None:
        pytest.skip("there is no Chromium; Debian has it in the package `chromium`")
    with browser.browser(tmp_path_factory.mktemp("profile")) as one:
        yield one


@pytest.mark.thorough
def test_the_page_shows_both(window: Any, page: Path) -> None:
    """It opens at the decision that differs; where there is no room for both, a button shows the other."""
    apart = data(page)["apart"]
    window.look_like(1280, 900)
    window.open(page.as_uri())
    window.wait_for("document.querySelectorAll('.side.differs').length === 2")
    assert window.ask("document.querySelector('#steps .at').textContent").startswith(f"{apart} / ")
    assert window.ask("new Set([...document.querySelectorAll('[id]')].map((one) => one.id)).size") == window.ask(
        "document.querySelectorAll('[id]').length"
    )
    window.press("ArrowLeft")
    window.wait_for("document.querySelectorAll('.side.differs').length === 0")
    told = "[...document.querySelectorAll('.side > .latest')].map((one) => one.textContent)"
    assert len(set(window.ask(told))) == 1
    for width in (390, 1024, 1600):
        window.look_like(width, 900)
        assert window.ask("document.documentElement.scrollWidth") <= width
    window.look_like(390, 900)
    seen = "[...document.querySelectorAll('.side')].map((one) => one.offsetParent !== null)"
    assert window.ask(seen) == [True, False]
    window.ask("document.querySelectorAll('.choice button')[1].click()")
    assert window.ask(seen) == [False, True]
    assert window.complaints == []
