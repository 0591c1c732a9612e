"""A game in languages that the tool does not have is shown in them everywhere, with the tool's own words in English."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.diagnostics.suggest import language_names
from cardwright.diagnostics.text import DEFAULT_LANGUAGE, LANGUAGES
from tests.structure.python_files import PACKAGE, python_files, tree_of

GAME = """
spec: 1
game: batalo
title: {eo: "Batalo", fi: "Taistelu"}
about: {eo: "La plej alta karto gajnas.", fi: "Suurin kortti voittaa."}
players: 2
options: {rounds: {type: integer, range: [1, 5], default: 3, label: {eo: "Rondoj", fi: "Kierrokset"}}}
words:
  number: {eo: "nombro", fi: "luku"}
  suit: {eo: "flanko", fi: "puoli"}
  l: {eo: "maldekstra", fi: "vasen"}
  r: {eo: "dekstra", fi: "oikea"}
cards:
  main:
    attributes: {suit: [l, r], number: integer}
    each: {suit: [l, r], number: 1..6}
    label: {eo: "karto {number} {suit}", fi: "kortti {number} {suit}"}
zones:
  pile: {holds: main, start: shuffled, shows: count, label: {eo: "Stako", fi: "Pakka"}}
  hand: {of: player, holds: main, shows: owner, label: {eo: "Mano", fi: "Käsi"}}
  won: {of: player, holds: main, shows: all, label: {eo: "Gajnitaj", fi: "Voitetut"}}
table: {called: {main: {one: {eo: "karto", fi: "kortti"}, many: {eo: "kartoj", fi: "korttia"}}}}
begin: match
phases:
  match: {steps: [deal, play]}
  deal:
    do: |
      for p in players:
        draw rounds from pile to p.hand
  play:
    label: {eo: "Ludo", fi: "Peli"}
    turns: {from: players.top, until: all(p.hand.empty for p in players)}
    offer: [lay]
actions:
  lay:
    label: {eo: "Ludi {c}", fi: "Pelaa {c}"}
    text: {eo: "Metu karton antaŭ vi.", fi: "Laita kortti eteesi."}
    choose: {c: me.hand}
    when: {odd: {that: c.number + count(me.hand) > 1, eo: "{c} estas nula", fi: "{c} on nolla"}}
    do: move c to me.won
result: {winners: best(p for p in players by sum(c.number for c in p.won)), score: sum(c.number for c in it.won)}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    capsys.readouterr()
    assert answer(CommandLine(words)) == code, capsys.readouterr()
    heard = capsys.readouterr()
    return heard.out + heard.err


def test_that_the_tool_has_no_words_is_said_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "validate", "game.yaml", "--format", "json"))["diagnostics"]
    assert [(one["code"], one["path"]) for one in found] == [("W626", "title")]
    assert found[0]["message"].endswith("beside texts in Esperanto (eo) and Finnish (fi)")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("run", "game.yaml", "--seed", "1"), ("Taistelu, 2 players", "Pelaa kortti")),
        (("options", "game.yaml"), ("Kierrokset", "1 to 5")),
        (("list", "--path", "."), ("Taistelu, 2 players",)),
        (("rules", "game.yaml"), ("Suurin kortti voittaa.", "Laita kortti eteesi.", "## The cards", "Pelaa a card")),
        (("cards", "game.yaml"), ("kortti 6",)),
        (("explain", "game.yaml", "actions.lay"), ("Pelaa {c}", "Laita kortti eteesi.")),
        (("simulate", "game.yaml", "--games", "2"), ("2 players, 2 games",)),
        (("picture", "game.yaml"), ("<svg", "Pakka", "Käsi")),
    ],
    ids=lambda part: part[0],
)
def test_each_verb_shows_it(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    shown = said(capsys, *words, "--lang", "fi")
    assert [part for part in parts if part not in shown] == []
    assert "Batalo" not in shown and "Ludi" not in shown


def test_pages_say_in_which_language_they_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "run", "game.yaml", "--seed", "1", "--trace", "game.jsonl", "--html", "run.html", "--lang", "fi")
    said(capsys, "replay", "game.jsonl", "--html", "replay.html", "--lang", "fi", "--game", "game.yaml")
    said(capsys, "rules", "game.yaml", "--format", "html", "--out", "rules.html", "--lang", "fi")
    for name in ("run", "replay", "rules"):
        page = Path(f"{name}.html").read_text(encoding="utf-8")
        assert '<html lang="fi">' in page and "Laita kortti eteesi." in page, name


def test_a_language_that_nobody_has_is_refused_with_what_there_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, "run", "game.yaml", "--lang", "sv", code=2)
    assert "error[E012]: nothing is told in 'sv' here" in told
    assert f"languages: {', '.join(LANGUAGES)}, eo, fi" in told
    with pytest.raises(ValueError, match="eo, fi"):
        load_game("game.yaml").initial_state(seed=1).table(0, "sv")


def test_what_the_game_does_not_say_is_in_its_first_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = said(capsys, "run", "game.yaml", "--seed", "1", "--lang", "fr")
    assert "Batalo, 2 joueurs" in shown and "Ludi karto" in shown


def test_a_form_of_a_language_is_shown_by_the_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Taistelu, 2 players" in said(capsys, "run", "game.yaml", "--seed", "1", "--lang", "fi-FI")
    assert "Batalo, 2 joueurs" in said(capsys, "run", "game.yaml", "--seed", "1", "--lang", "fr-CA")


TRANSLATION = """
variant: svenska
extends: batalo
title: {eo: "Sveda", sv: "Svenska"}
add:
  title.sv: "Strid"
  actions.lay.label.sv: "Spela {c}"
"""


def test_a_variant_adds_a_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("variants").mkdir()
    Path("variants/svenska.yaml").write_text(TRANSLATION, encoding="utf-8")
    shown = said(capsys, "run", "game.yaml", "--variant", "svenska", "--seed", "1", "--lang", "sv")
    assert "Strid, 2 players" in shown and "Spela karto" in shown
    found = json.loads(said(capsys, "validate", "variants/svenska.yaml", "--format", "json"))["diagnostics"]
    missing = [one for one in found if one["code"] == "W620"]
    assert [one["message"] for one in missing] == ["14 texts are not in Swedish (sv), but other texts are"]
    assert len(missing[0]["paths"]) == 14 and "actions.lay.when.odd" in missing[0]["paths"]


def test_no_language_is_named_in_python() -> None:
    """The languages of the tool are its files; the one that stands in for others is named once."""
    named = [
        (path.relative_to(PACKAGE).as_posix(), node.value)
        for path in python_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and node.value in LANGUAGES and path.stem != "foreign_syntax"  # French words
    ]
    assert named == [("diagnostics/text.py", DEFAULT_LANGUAGE)]


def test_each_language_of_the_tool_has_a_name() -> None:
    assert set(LANGUAGES) <= language_names().keys()
    assert list(language_names()) == sorted(language_names())


def test_the_lobby_offers_the_languages_of_the_game_that_is_chosen(folder: Path) -> None:
    pytest.importorskip("starlette")
    from cardwright.source.merge.catalogue import find_games
    from cardwright.table.serving.hall import Hall
    from cardwright.table.serving.lobby import Chooser, read_choice

    chooser = Chooser(find_games(["."]), ["."], {})
    choice = {"game": "batalo", "variants": [], "preset": "", "options": {}, "players": 2}
    looked = chooser.look(read_choice(choice | {"seats": ["human", "random"], "language": "fi", "pace": "calm"}))
    assert looked.game is not None and looked.problems == ()
    form = chooser.form(looked)
    assert form["languages"] == (*LANGUAGES, "eo", "fi") and form["text"] == "Suurin kortti voittaa."
    hall = Hall(chooser, "calm", lambda language: lambda state: (), host="key")
    table = hall.tables[hall.open(looked.choice, looked.game)]
    assert table.session.words.language == "fi" and table.session.words.title() == "Taistelu"
    unspoken = hall.seated(looked.game, looked.choice.seats, "sv")
    assert unspoken.language == DEFAULT_LANGUAGE
