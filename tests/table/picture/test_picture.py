"""Pictures of tables: they are SVG, fit, say in words what they show, and hold nothing that the seat does not know."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game.decider import EVERYTHING
from cardwright.play.game.game import State
from cardwright.table.faces.boxes import text_width
from cardwright.table.picture import png
from cardwright.table.picture.picture import picture

GAMES = ("mille-bornes", "on-the-trail", "course-folle", "neko-racing", "liars-dice", "contract-bridge", "sky-lights")
SVG = "{http://www.w3.org/2000/svg}"


def position(name: str, moves: int = 14) -> State:
    """A game after some moves."""
    state = load_game(name).initial_state(seed=5)
    for _ in range(moves):
        if not state.is_terminal:
            state.apply(state.random_move())
    return state


def texts(svg: str) -> list[tuple[float, float, str]]:
    """The texts of a picture: where each begins and ends, and what it says."""
    found: list[tuple[float, float, str]] = []

    def look(node: ElementTree.Element, x: float) -> None:
        moved = re.match(r"translate\(([-.\d]+)", node.get("transform", ""))
        x += float(moved[1]) if moved else 0.0
        if node.tag == f"{SVG}text":
            bold = "b" in node.get("class", "").split()
            said = node.text or ""
            wide = text_width(said, float(node.get("font-size", 0)), bold=bold)
            at = x + float(node.get("x", 0)) - {"middle": wide / 2, "end": wide}.get(node.get("text-anchor", ""), 0)
            found.append((at, at + wide, said))
        for child in node:
            look(child, x)

    look(ElementTree.fromstring(svg), 0.0)
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_a_picture_of_a_seat_is_made_of_what_it_knows(name: str) -> None:
    """It is the same, to the byte, where another position looks alike to the seat."""
    state = position(name)
    assert picture(state.table(1)) == picture(state.resample(1, seed=9).table(1))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("width", [360, 880])
def test_everything_has_room(name: str, width: int) -> None:
    """No text leaves the picture, by the widths that are reckoned with."""
    svg = picture(position(name).table(EVERYTHING, "fr"), width=width)
    found = texts(svg)
    assert found
    assert [text for text in found if text[0] < 0 or text[1] > width] == []


def test_whoever_does_not_see_it_is_told_what_it_shows() -> None:
    root = ElementTree.fromstring(picture(position("on-the-trail", 0).table(0)))
    title, told = (root.find(f"{SVG}{name}") for name in ("title", "desc"))
    assert title is not None and title.text == "On the Trail – Run – as seen by player 1"
    assert told is not None and told.text is not None
    assert told.text.startswith("Trail: player 1 0, player 2 0 (30). Table. finish at stop: 30.")
    assert " hand: 4. " in told.text and " discard pile: empty. " in told.text


def test_texts_of_a_spec_are_no_svg() -> None:
    table = position("kuhn-poker", 0).table(0)
    table["title"] = table["blocks"][0]["label"] = "<b>&amp;"
    assert ElementTree.fromstring(picture(table)).find(f"{SVG}b") is None


def say(*words: str) -> int:
    """The exit code of a command."""
    return answer(CommandLine(("picture", *words)))


SCENARIOS = Path(__file__).parents[3] / "specs/mille-bornes/scenarios/attacks.yaml"


@pytest.mark.thorough
def test_the_position_of_a_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = f"{SCENARIOS}@An accident stops"
    assert say(scenario) == 0
    before = capsys.readouterr().out
    out = tmp_path / "after.svg"
    assert say(scenario, "--after", "1", "--out", str(out)) == 0
    assert "battle pile: Green light." in before
    assert "battle pile: Accident, Green light." in out.read_text(encoding="utf-8")


def test_a_picture_in_dots(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed; it is in the extra `png`")
    out = tmp_path / "table.png"
    assert say("kuhn-poker", "--out", str(out)) == 0
    data = out.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(data[16:20]) == 2 * 880


def test_letters_are_drawn_in_a_font_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where none of the fonts that are asked for is there, it is told: a picture without letters helps nobody."""
    pytest.importorskip("resvg_py", reason="resvg-py is not installed; it is in the extra `png`")
    words = f'<svg xmlns="{SVG[1:-1]}" width="90" height="20"><text y="15" font-family="sans-serif">{{}}</text></svg>'
    assert png.png(words.format("Queen")) != png.png(words.format("Kings"))
    monkeypatch.setattr(png, "_family", png._family.__wrapped__)
    monkeypatch.setattr(png, "FAMILIES", ("a font that nobody has",))
    try:
        assert png.png(words.format("Queen")) != png.png(words.format("Kings"))  # it found another font by itself
    except png.NoPng as told:
        assert told.missing == "font"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("hearts", "--out", "a.gif"), "error[E012]: 'a.gif' has no format that is known"),
        (("hearts", "--out", "a.svg", "--format", "json"), "--out has no effect with --format json"),
        (("kuhn-poker", "--after", "9"), "error[E012]: the game has no 9 decisions"),
        ((f"{SCENARIOS}@stops a team that rolls",), "error[E012]: 4 scenarios have 'stops a team that rolls'"),
        ((f"{SCENARIOS}@nothing",), "error[E012]: no scenario has 'nothing' in its name"),
        ((f"{SCENARIOS}@An accident stops", "--after", "2"), "error[E012]: the scenario has no 2 moves"),
        (
            (f"{SCENARIOS}@An accident stops", "--players", "2"),
            "error[E013]: --players has no effect here: the scenario",
        ),
        (
            ("kuhn-poker", "--out", "a.png", "--colours", "both"),
            "error[E012]: a PNG has the same colours for everybody",
        ),
    ],
)
def test_what_cannot_be_drawn(words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert say(*words) == 2
    shown = capsys.readouterr()
    assert told in shown.err + shown.out


def test_without_the_package_a_png_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cardwright.table.picture.png.MODULE", "there_is_no_such_module")
    assert say("kuhn-poker", "--out", "a.png") == 2
    assert "error[E030]: PNG needs resvg-py, which is not installed" in capsys.readouterr().err
