"""The rulebooks of the four games have all chapters, in both languages, and leave no gap where a value would stand."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.play.game.texts import Wordings

Book = tuple[str, str, Any]

GAMES = ("course-folle", "mille-bornes", "neko-racing", "on-the-trail")
NEEDED = {
    "en": {
        "Who wins",
        "Setting up",
        "Course of the game",
        "What players may do",
        "Special cases",
        "Examples",
        "Glossary",
    },
    "fr": {
        "Qui gagne",
        "Mise en place",
        "Déroulement",
        "Ce que l’on peut faire",
        "Cas particuliers",
        "Exemples",
        "Lexique",
    },
}


@pytest.fixture(scope="module", params=[(game, lang) for game in GAMES for lang in NEEDED], ids="-".join)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The rulebook of a game in a language, with their names."""
    game, lang = request.param
    file = tmp_path_factory.mktemp("rules") / "book.json"
    with file.open("w", encoding="utf-8") as out, redirect_stdout(out):
        assert answer(CommandLine(("rules", game, "--lang", lang, "--format", "json"))) == 0
    return game, lang, json.loads(file.read_text(encoding="utf-8"))


@pytest.mark.sampled(8)
def test_a_rulebook_is_whole(book: Book) -> None:
    _, lang, told_of = book
    chapters = {chapter["title"]: chapter["entries"] for chapter in told_of["chapters"]}
    assert chapters.keys() >= NEEDED[lang]
    for entry in (entry for entries in chapters.values() for entry in entries):
        told = [entry["title"], entry["text"], *entry["items"]]
        assert not [text for text in told if "…" in text or "{" in text], entry["key"]
        if entry["key"].startswith(("actions.", "reactions.", "rulebook.", "examples.", "scoring.")):
            assert entry["text"] or entry["items"], f"{entry['key']} is not told"


@pytest.mark.sampled(8)
def test_each_condition_of_a_move_is_told(book: Book) -> None:
    """A reason that names what only play knows is left out: it must make sense without that (`[ ({led})]`)."""
    game, lang, told_of = book
    entries = (entry for chapter in told_of["chapters"] for entry in chapter["entries"])
    told = {entry["key"]: len(entry["items"]) for entry in entries}
    spec = load_game(game).spec
    assert spec is not None
    for action in spec.actions.values():
        reasons = {tuple(one.why.items()) for one in action.when}
        assert told[f"actions.{action.name.text}"] == len(reasons), action.name.text


def test_a_reason_in_play_tells_the_part_that_a_rulebook_leaves_out() -> None:
    state = load_game("mille-bornes", players=2, options={"target": 25}).initial_state(seed=1)
    words, why = Wordings(state.game.spec, "fr"), ""
    while "parcouru" not in why and not state.is_terminal:
        refusal = state.why_not("advance(km_50)")
        why = words.reason(refusal) if refusal else ""
        state.apply(state.random_move())
    assert re.sub(r"\s", " ", why) == "« 50 km » mènerait votre équipe au-delà du but : elle a parcouru 0 km sur 25"


@pytest.mark.thorough
def test_a_card_that_only_an_option_brings_in_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("rules", "neko-racing", "--set", "circuit=long"))) == 0
    told = capsys.readouterr().out
    assert "**Short circuit (only with another option)** " in told
    assert "**Long circuit** " in told


BARE = """\
spec: 1
game: bare
title: Bare
players: 2
cards: {main: {list: {ace: {copies: 4}}}}
zones: {hand: {of: player, holds: main, shows: owner}, pile: {holds: main, start: shuffled, shows: count}}
begin: play
phases: {play: {turns: {once: true}, offer: [take]}}
actions: {take: {do: draw 1 from pile to me.hand}}
result: {score: count(it.hand)}
"""


def test_one_book_is_printed_so_it_is_warned_of_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bare.yaml").write_text(BARE, encoding="utf-8")
    bare = str(tmp_path / "bare.yaml")
    assert answer(CommandLine(("rules", bare, "--against", bare))) == 0
    assert capsys.readouterr().err.count("W648") == 1


def test_of_which_things_there_is_a_zone_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    families = "row: {of: 1..rows, holds: main}, hold: {of: [player, side], holds: main}, pair: {of: 2..3, holds: main}"
    more = "types: {side: [left, right]}\nwords: {left: port}\n"
    more += "options: {rows: {type: integer, range: [1, 9], default: {2: 4}}}\n"
    file = tmp_path / "bare.yaml"
    file.write_text(BARE.replace("zones: {", f"{more}zones: {{{families}, "), encoding="utf-8")
    assert answer(CommandLine(("rules", str(file)))) == 0
    told = capsys.readouterr().out
    assert "**Row** In the middle of the table. Numbers 1 to 4. " in told
    assert "**Hold** In front of each player. Separately for each: port, right. " in told
    assert "**Pair** In the middle of the table. Numbers 2 to 3. " in told


def test_what_a_card_shows_on_its_face_alone_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rulebook prints no faces. On sheets to cut, which do, it does not stand twice."""
    cards = "{main: {attributes: {price: integer}, list: {ace: {copies: 4, price: 3}, king: {price: 8, text: Dear.}}}}"
    file = tmp_path / "bare.yaml"
    text = BARE.replace("{main: {list: {ace: {copies: 4}}}}", cards)
    file.write_text(text + 'table: {faces: {main: {line: "for {price}"}}}\n', encoding="utf-8")
    assert answer(CommandLine(("rules", str(file)))) == 0
    told = capsys.readouterr().out
    assert "**ace × 4** price: 3\n" in told
    assert answer(CommandLine(("cards", str(file), "--format", "html"))) == 0
    page = capsys.readouterr().out
    assert "for 8" in page
    assert "price: 8" not in page


def test_an_example_that_is_left_out_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rulebook is printed, and beside it stands what `test` says of the scenario."""
    monkeypatch.chdir(tmp_path)
    assert answer(CommandLine(("new", "game", "harbour"))) == 0
    example = '{label: {en: "A", fr: "A"}, text: {en: "B", fr: "B"}}'
    text = f'game: harbour\nscenarios:\n  "Broken":\n    example: {example}\n    plyers: 2\n    then: true\n'
    scenarios = tmp_path / "harbour" / "scenarios"
    scenarios.mkdir(exist_ok=True)
    (scenarios / "broken.yaml").write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert answer(CommandLine(("rules", "harbour"))) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("# ") and "'plyers' is not a key of a scenario" in printed.err
    assert "broken.yaml:5:5" in printed.err


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_whole(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Its contents lead to all chapters, each face is there once, and tables are pictures with a description."""
    assert answer(CommandLine(("rules", name, "--lang", lang, "--format", "html"))) == 0
    page = capsys.readouterr().out
    chapters = re.findall(r'<h2 id="(.*?)"', page)
    assert re.findall(r'<a href="#(.*?)"', page) == chapters and len(chapters) > 8
    placed, drawn = re.findall(r'<use href="#(face-.*?)"', page), re.findall(r'<symbol id="(face-.*?)"', page)
    assert set(placed) == set(drawn) and len(drawn) == len(set(drawn)) > 5
    tables = re.findall(r'<img class="drawing" alt="(.+?)" src="data:image/svg\+xml;base64,', page)
    assert len(tables) == (3 if "examples." in page else 1)
    assert not re.search(r"https?://(?!www\.w3\.org)|<script|<link|@import", page)


def test_an_example_shows_what_lies_open(capsys: pytest.CaptureFixture[str]) -> None:
    """Also a card that it does not name, such as the board; what it names is shown wherever it lies."""
    assert answer(CommandLine(("rules", "neko-racing", "--format", "html"))) == 0
    drawn = re.findall(r'<img class="drawing".*?base64,(.*?)"', capsys.readouterr().out)
    example = b64decode(drawn[1]).decode()
    assert {"face-short_circuit", "face-blue_8", "face-red_5"} <= set(re.findall(r'<use href="#(.*?)"', example))


VARIANT = """\
variant: fast
extends: bare
title: Fast
override:
  actions.take.text: Take three of the cards from the pile.
  phases.play.offer: [take, give]
add:
  zones.pile.label: Heap
  actions.give: {choose: {c: me.hand}, text: Give one away., do: move c to pile}
"""


def test_what_differs_is_marked_to_the_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "actions: {take: {text: Take two of the cards from the pile., do: "
    (tmp_path / "bare.yaml").write_text(BARE.replace("actions: {take: {do: ", text), encoding="utf-8")
    (tmp_path / "fast.yaml").write_text(VARIANT, encoding="utf-8")
    game = (str(tmp_path / "bare.yaml"), "--format", "html")
    words = ("rules", *game, "--variant", str(tmp_path / "fast.yaml"), "--against", game[0])
    assert answer(CommandLine(words)) == 0
    page = capsys.readouterr().out
    assert "<p>Take <del>two</del> <ins>three</ins> of the cards from the pile.</p>" in page
    assert "<del>Pile</del> <ins>Heap</ins>" in page
    assert re.search(r'class="entry new" id="rule-actions.give".*?<em class="change">new</em>.*?Give one away', page)
    assert "rule-zones.hand" not in page
