"""`cards` lists each kind of card, and prints each copy on sheets; `--against` only what differs."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import pypdf
import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine

GAME = """\
spec: 1
game: cars
title: "Cars & <lorries>"
players: 2..3
types: {colour: [blue, red]}
options:
  big: {type: boolean, default: false}
words: {colour: {en: "colour", fr: "couleur"}, red: {en: "red", fr: "rouge"}, blue: {en: "blue", fr: "bleu"}}
table: {faces: {joker: "{label} (any)"}, looks: {red: {colour: red}}}
cards:
  main:
    attributes:
      colour: colour or none
      wheels: {type: integer, default: 4}
      rolls: {type: boolean, default: true}
      long: {type: boolean, default: false}
    list:
      bike: {colour: red, wheels: 2, copies: 3, label: {en: "{colour} bike", fr: "moto {colour}"}}
      lorry: {colour: blue, wheels: 6 + 2, copies: 2 if big else 0, text: "Carries {colour} sand."}
      joker: {copies: count(players), text: "<Any> card.", long: true}
      sledge: {wheels: 0, rolls: false, copies: 0}
zones:
  pile: {holds: main, start: shuffled}
begin: play
phases:
  play: {do: shuffle pile}
"""


GAMES = ("mille-bornes", "course-folle", "neko-racing", "on-the-trail")


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "cars.yaml"
    path.write_text(GAME, encoding="utf-8")
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert answer(CommandLine(("cards", *words))) == 0
    return capsys.readouterr().out


def copies(page: str) -> list[str]:
    """The labels of the cards on the sheets, one each."""
    return [unescape(label) for label in re.findall(r'<use [^>]* aria-label="(.*?)"', page)]


def test_a_list_has_every_kind(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    cards = json.loads(printed(capsys, game, "--format", "json"))["cards"]
    assert [(one["card"], one["copies"], one["label"], one["short"]) for one in cards] == [
        ("bike", 3, "red bike", "red bike"),
        ("lorry", 0, "lorry", "lorry"),
        ("joker", 3, "joker", "joker (any)"),
        ("sledge", 0, "sledge", "sledge"),
    ]
    assert [one["colour"] for one in cards] == ["red", None, None, None]
    assert cards[1]["attributes"] == {"colour": "blue", "wheels": 8, "rolls": True, "long": False}
    assert cards[3]["long"] == "sledge – wheels: 0; rolls: no"
    assert "wheels: 0; rolls: no" in " ".join(printed(capsys, game).split())
    two = json.loads(printed(capsys, game, "--format", "json", "--players", "2", "--set", "big=true"))["cards"]
    assert [one["copies"] for one in two] == [3, 2, 2, 0]


def test_rows_for_spreadsheets(game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "cards.csv"
    assert printed(capsys, game, "--lang", "fr", "--out", str(out)).endswith("cards.csv\N{NO-BREAK SPACE}: 6 cartes\n")
    assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(out.read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0] == [
        *("deck", "card", "copies", "label", "short", "long", "text"),
        *("colour", "wheels", "rolls", "attribute long"),
    ]
    assert rows[1][3:] == [
        "moto rouge",
        "moto rouge",
        "moto rouge – wheels\N{NO-BREAK SPACE}: 2",
        "",
        "rouge",
        "2",
        "oui",
        "non",
    ]
    assert rows[3][6:] == ["<Any> card.", "", "4", "oui", "oui"]


def test_sheets_have_each_copy(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, game, "--format", "html", "--set", "big=true", "--players", "3")
    assert copies(page) == ["red bike"] * 3 + ["lorry"] * 2 + ["joker"] * 3
    assert "&lt;Any&gt; card." in page and "Cars &amp; &lt;lorries&gt;" in page
    assert not re.search(r"https?:|<script|<link|@import|url\(", page)
    assert "wheels: 8" in page and page.count('<div class="sheet">') == 1
    assert copies(printed(capsys, game, "--format", "html", "--once")) == ["red bike", "joker"]


def test_only_what_differs(game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "race.yaml").write_text(
        "variant: race\nextends: cars\ntitle: Race\n"
        "override: {cards.main.list.bike.copies: 5, cards.main.list.joker.text: One lap.}\n"
        "add: {cards.main.list.tram: {colour: red, copies: 2}}\n",
        encoding="utf-8",
    )
    variant = (game, "--variant", str(tmp_path / "race.yaml"), "--set", "big=true", "--players", "2")
    cards = json.loads(printed(capsys, *variant, "--format", "json", "--against", game))["cards"]
    assert [(one["card"], one["change"], one["before"], one["needed"]) for one in cards] == [
        ("bike", "more", 3, 2),
        ("lorry", "new", 0, 2),
        ("joker", "changed", 2, 2),
        ("tram", "new", 0, 2),
    ]
    back = (game, "--players", "2", "--against", f"{game}+{tmp_path / 'race.yaml'},big=true")
    assert copies(printed(capsys, *back, "--format", "html")) == ["joker"] * 2
    shown = " ".join(printed(capsys, *back).split())
    assert "red bike 3 2 fewer" in shown and "tram 0 gone" in shown
    assert printed(capsys, game, "--against", game) == "No card is new or changed.\n"
    assert copies(printed(capsys, game, "--against", game, "--format", "html")) == []
    out = str(tmp_path / "none.html")
    assert printed(capsys, game, "--against", game, "--out", out) == f"{out}: No card is new or changed.\n"
    fewer = (f"{game},big=true", "--players", "2", "--set", "big=false", "--against", f"{game},big=true", "--out", out)
    assert printed(capsys, game, *fewer[1:]) == f"{out}: No card is new or changed; some are fewer.\n"


def test_backs_of_several_decks_differ(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "on-the-trail", "--once", "--backs", "--format", "html")
    backs = re.findall(r'<symbol id="face-back-(\w+)\..*?<rect [^>]*fill="(#\w+)".*?>([^<]+)</text>', page)
    assert len(set(backs)) == len({deck for deck, _, _ in backs}) == len({fill for _, fill, _ in backs}) == 4
    assert {title for _, _, title in backs} == {"Race", "Trail", "Setbacks", "Boosts"}  # their first lines


def places(page: pypdf.PageObject, sign: str) -> list[tuple[float, float]]:
    """Where a sign stands upright, in millimetres from the left and from the top."""
    found, high = list[tuple[float, float]](), float(page.mediabox.height)

    def look(text: str, matrix: Sequence[float], *_: Any) -> None:
        if text.strip() == sign and matrix[0] > 0:
            found.append((matrix[4] / 72 * 25.4, (high - matrix[5]) / 72 * 25.4))

    page.extract_text(visitor_text=look)
    return found


def test_sheets_as_pdf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Cards lie 63 and 88 mm apart in the middle of the paper; a back lies behind its card when the paper is turned."""
    pytest.importorskip("typst", reason="typst is not installed; it is in the extra `pdf`")
    file = tmp_path / "cards.pdf"
    printed(capsys, "loading-bay", "--once", "--backs", "--out", str(file))
    pages = pypdf.PdfReader(file).pages
    assert len(pages) == 14
    assert [round(float(size) / 72 * 25.4, 2) for size in pages[0].mediabox[2:]] == [210, 297]
    (one, high), (two, _), (_, low) = (places(pages[0], sign)[0] for sign in "124")
    assert (round(two - one, 1), round(low - high, 1)) == (63, 88)
    assert 10.5 < one < 20 and 16.5 < high < 31
    # Of 52 cards seven are on the last sheet. The back of the last, at the left, lies at the right.
    printed(capsys, "hearts", "--once", "--backs", "--out", str(file))
    backs = sorted({(round(y // 88), round(x // 63)) for x, y in places(pypdf.PdfReader(file).pages[-1], "H")})
    assert backs == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 2)]


def test_boards_and_rules_as_pdf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Spaces lie 15 mm apart, rows of two lanes 32.5 mm; a token measures 11 mm; the rules in short follow."""
    pytest.importorskip("typst", reason="typst is not installed; it is in the extra `pdf`")
    file = tmp_path / "neko.pdf"
    words = ("neko-racing", "--once", "--boards", "--rules", "--paper", "letter", "--out", str(file))
    told = printed(capsys, *words)
    pages = pypdf.PdfReader(file).pages
    cards = int(re.findall(r"on (\d+) sheets", told)[0])
    assert f"and {len(pages) - cards} more sheets" in told
    board, rules = pages[cards], " ".join(page.extract_text() for page in pages[cards + 1 :])
    ((one, high), (_, low)), ((two, _), _) = (places(board, sign)[:2] for sign in "78")
    assert (round(two - one, 1), round(low - high, 1)) == (15, 32.5)
    assert all(8 < x < 208 and 8 < y < 271 for sign in "0123456789" for x, y in places(board, sign))
    first, _, second, _ = places(board, "5")[-4:]  # on each token, and in the name below it
    assert round(second[0] - first[0], 1) == 13, "each has a token for the track and one for the tricks"
    assert "Setting up" in rules and "Who wins" in rules and "Glossary" not in rules


def test_values_are_counted_or_written_down(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What has few values has spaces, what has many has lines; what begins again each turn, or a track tells, none."""
    variables = {
        "lives": "range: [2, 5], start: 5, label: Lives",
        "sum": "label: Sum",
        "now": "range: [0, 9], each: turn, label: Now",
        "at": "range: [0, 3], label: At",
    }
    kept = "\n".join(f"  {name}: {{of: player, type: integer, {rest}}}" for name, rest in variables.items())
    track = "table: {tracks: {way: {of: player, at: it.at, length: 3, label: Way}}"
    text = GAME.replace("zones:", f"variables:\n{kept}\nzones:").replace("table: {", f"{track}, ")
    (tmp_path / "cars.yaml").write_text(text, encoding="utf-8")
    page = printed(capsys, str(tmp_path / "cars.yaml"), "--format", "html", "--boards")
    board = page.rpartition('<div class="sheet">')[2]
    assert re.findall(r">([A-Z]\w+)[^<&]*</text>", board) == ["Way", "Lives", "Sum", "Tokens"]
    assert re.findall(r'<g fill="#1b1d1f"><rect.*?>(\d)</text>', board) == [*"0123", *"2345"]


def test_cards_for_virtual_tables(game: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed; it is in the extra `png`")
    printed(
        capsys, game, "--format", "tabletop", "--out", str(tmp_path / "made"), "--players", "3", "--set", "big=true"
    )
    objects = json.loads((tmp_path / "made" / "table.json").read_text(encoding="utf-8"))["ObjectStates"]
    cards = [card for one in objects for card in one["ContainedObjects"]]
    assert [card["Nickname"] for card in cards] == ["red bike"] * 3 + ["lorry"] * 2 + ["joker"] * 3
    assert [card["CardID"] for card in cards] == [number for one in objects for number in one["DeckIDs"]]
    for one in objects:
        for sheet in one["CustomDeck"].values():
            for name in (sheet["FaceURL"], sheet["BackURL"]):
                head = (tmp_path / "made" / name).read_bytes()[:24]
                size = (int.from_bytes(head[16:20]), int.from_bytes(head[20:24]))
                assert size == (4090, 3997) and max(size) <= 4096


def test_what_is_drawn_needs_a_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(CommandLine(("cards", "mille-bornes", "--format", "pdf"))) == 2
    assert "--format pdf needs --out" in capsys.readouterr().err
    assert answer(CommandLine(("cards", "mille-bornes", "--format", "text", "--out", "x.pdf"))) == 2
    assert "holds no text" in capsys.readouterr().err


@pytest.mark.sampled(3)
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_the_package(name: str, lang: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As many cards lie on the sheets as the list counts, with every text filled in."""
    out = tmp_path / "cards.html"
    assert answer(CommandLine(("cards", name, "--lang", lang, "--out", str(out)))) == 0
    told = re.search(r"([0-9]+) car", capsys.readouterr().out)
    labels = copies(out.read_text(encoding="utf-8"))
    assert told and len(labels) == int(told[1]) > 40
    texts = re.findall(r"<text.*?>(.*?)</text>", out.read_text(encoding="utf-8"))
    assert not [text for text in texts if re.search(r"[{}\[\]]", text)]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_printed_has_words(name: str) -> None:
    """Each attribute of a card, and each symbol that it may have, is said in both languages."""
    game = load_game(name)
    assert game.spec is not None
    names = {key.split(".")[-1] for key in game.layout.attribute_types}
    for type in game.layout.attribute_types.values():
        item = type.item or type
        names.update(game.layout.enumerations[item.name] if item.base == "symbol" else ())
    lacking = {
        one for one in names if {"en", "fr"} - (found.texts.keys() if (found := game.spec.words.get(one)) else set())
    }
    assert not lacking
