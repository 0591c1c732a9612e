"""Faces of cards: they can be read, told apart without colours, and refer to nothing that is not there."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cardwright import load_game
from cardwright.commands.main import answer
from cardwright.commands.outcome import CommandLine
from cardwright.language.spec.texts import icons
from cardwright.play.game.texts import sign_of
from cardwright.table.faces.face import PALE, PAPER, RUNS, SOFT, STRONG, faces_of, symbols
from cardwright.table.picture.picture import PLAYERS

ROOT = Path(__file__).parents[3]
GAMES = sorted(path.parent.name for folder in ("specs", "examples") for path in (ROOT / folder).glob("*/game.yaml"))


def luminance(colour: str) -> float:
    """As the Web Content Accessibility Guidelines define it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_signs_can_be_read_on_paper_and_on_each_background() -> None:
    for (name, strong), ground in product(STRONG.items(), (PAPER, *PALE.values())):
        assert contrast(strong, ground) >= 4.5, (name, ground)
    assert min(contrast(SOFT, ground) for ground in (PAPER, *PALE.values())) >= 4.5


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_cards_are_told_apart_without_colours(name: str, lang: str) -> None:
    """For whoever sees no colour, the same card is the same, and others differ in a sign, an icon or a word."""
    faces = faces_of(load_game(name).words(lang))
    plain: dict[str, str] = {}
    for kind, face in faces.items():
        drawn = re.sub(r"#[0-9a-f]{6}", "", symbols({"it": face}))
        same = plain.setdefault(drawn, kind)
        assert same == kind or faces[same] == face, (kind, same)


@pytest.mark.parametrize("name", GAMES)
def test_symbols_stand_by_themselves(name: str) -> None:
    faces = faces_of(load_game(name).words("en"))
    tree = ElementTree.fromstring(f"<svg>{symbols(faces)}</svg>")
    there = {one.get("id") for one in tree.iter("symbol")}
    assert {f"face-{kind}" for kind in faces} <= there
    assert all(str(one.get("href"))[1:] in there for one in tree.iter("use"))


def face(**parts: Any) -> dict[str, Any]:
    return {"title": "", "text": "", **dict.fromkeys(RUNS, []), "ground": None, "colour": None, **parts}


def run(text: str, icon: str | None = None, colour: str | None = None) -> dict[str, Any]:
    return {"text": text, "icon": icon, "colour": colour}


def test_what_an_author_writes_is_only_a_text() -> None:
    """A label with the signs of XML in it stays what it is."""
    drawn = symbols({"it": face(title="<script>&", corner=[run('"><a>')], line=[run("<")])})
    texts = [one.text for one in ElementTree.fromstring(f"<svg>{drawn}</svg>").iter("text")]
    assert sorted(set(map(str, texts))) == sorted({'"><a>', "<", "<script>&"})


def test_long_texts_are_on_printed_cards_and_not_on_screens() -> None:
    long = face(title="Guard", icon=[run("guard", "shield")], text="Name another card. " * 12)
    printed, shown = (symbols({"it": long}, feet) for feet in ({"it": ""}, None))
    words = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", printed)).split()
    assert words.count("Name") == 12 and "Name" not in shown


def test_what_has_no_value_is_not_drawn(tmp_path: Path) -> None:
    """Neither the id of the card nor anything else stands for it; brackets take their words along."""
    spec = (ROOT / "examples" / "kuhn-poker" / "game.yaml").read_text(encoding="utf-8")
    spec = spec.replace("attributes: {rank: rank}", "attributes: {rank: rank, gift: rank or none, gifts: list of rank}")
    face = '{corner: "{rank}{gift}{gifts}", icon: "{gift}", sign: "[{gift} more]{kind}", colour: "{gift}"}'
    spec = spec.replace('{corner: "{rank}", icon: "{rank}"}', face)
    (tmp_path / "game.yaml").write_text(spec, encoding="utf-8")
    drawn = load_game(tmp_path / "game.yaml").words("en").face("jack")
    assert [[one["text"] for one in drawn[part]] for part in RUNS] == [["J"], ["jack"], [], []]
    assert drawn["ground"] is None


@pytest.mark.parametrize("many", [1, 4, 8, 20, 59])
def test_what_stands_side_by_side_stays_between_the_corners(many: int) -> None:
    """However many signs, icons and words there are, and however long: none lies in a corner, no size is negative."""
    runs = [run("star", "star"), run("10"), run("mountaineer"), run("an uncommonly long symbol")]
    sevens = [run("7"), run("star", "star"), run("quicksilver")]
    whole = face(title="Grand feast", corner=sevens, line=(runs * many)[:many])
    drawn = symbols({"it": whole})
    assert "-" not in "".join(re.findall(r'(?:width|height|font-size)="([^"]*)"', drawn))
    boxes = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"', drawn)
    placed = [(float(x), float(x) + float(wide)) for x, wide in boxes if float(x) > 4]
    assert all(left >= 34 and right <= 126 - 34 for left, right in placed)


def test_icons_are_paths() -> None:
    assert all(re.fullmatch(r"[a-z0-9_]+", name) for name in icons())
    assert all(re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz0-9eE., -]+", path) for path in icons().values())


OWN = Path(__file__).parent / "menagerie"
"""A game with icons of its own, one of which a variant changes."""

EVERYWHERE = {
    "a page": ("run {} --seed 3 --seats first --html x.html", "x.html"),
    "two games on a page": (
        "run {} --seed 3 --seats first --against {}/variants/other-rat.yaml --html x.html",
        "x.html",
    ),
    "a picture": ("picture {} --seed 3 --out x.svg", "x.svg"),
    "printed cards": ("cards {} --format html --backs --out x.html", "x.html"),
    "a rulebook": ("rules {} --format html --out x.html", "x.html"),
}


@pytest.mark.parametrize("where", EVERYWHERE)
def test_icons_of_a_game_are_drawn_everywhere(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each that is placed stands in the document, once; two games beside each other have their own."""
    monkeypatch.chdir(tmp_path)
    words, out = EVERYWHERE[where]
    assert answer(CommandLine(tuple(words.replace("{}", str(OWN)).split()))) == 0
    text = Path(out).read_text(encoding="utf-8")
    placed = set(re.findall(r'href="#(icon-(?:rat|owl|fox)-[0-9a-f]+)"', text))
    assert len(placed) == (4 if where == "two games on a page" else 3)
    assert all(text.count(f'<symbol id="{icon}"') == 1 for icon in placed)


def test_icons_of_a_game_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As PDF, and as pictures for virtual tables, in which a drawing leaves dots of its own colours."""
    pytest.importorskip("typst", reason="typst is not installed; it is in the extra `pdf`")
    pytest.importorskip("resvg_py", reason="resvg-py is not installed; it is in the extra `png`")
    monkeypatch.chdir(tmp_path)
    for words in ("--format pdf --out x.pdf", "--format tabletop --out tables"):
        assert answer(CommandLine(("cards", str(OWN), *words.split()))) == 0
    assert Path("x.pdf").read_bytes()[:5] == b"%PDF-" and b"/Subtype/Image" in Path("x.pdf").read_bytes().replace(
        b" ", b""
    )


def test_the_table_as_values_has_the_icons_of_the_game() -> None:
    table = load_game(OWN / "game.yaml").initial_state(seed=1).table(0)
    names = {run["icon"] for card in table["cards"].values() for run in card["face"]["icon"]}
    assert names <= table["icons"].keys()


# Whoever sees colours otherwise ------------------------------------------------------------

DEFICIENCIES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How colours are seen, as linear red, green and blue: Machado, Oliveira and Fernandes, A Physiologically-based Model
for Simulation of Color Vision Deficiency, IEEE TVCG 15 (2009), table of matrices, severity 1.0.
"""


def seen(colour: str, deficiency: str) -> str:
    """A colour as somebody sees it who lacks one kind of cones."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    mixed = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in DEFICIENCIES[deficiency])
    bound = (min(1.0, max(0.0, one)) for one in mixed)
    back = (12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055 for one in bound)
    return "#" + "".join(f"{round(255 * one):02x}" for one in back)


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_signs_can_be_read_by_whoever_sees_colours_otherwise(deficiency: str) -> None:
    for (name, strong), ground in product(STRONG.items(), (PAPER, *PALE.values())):
        assert contrast(seen(strong, deficiency), seen(ground, deficiency)) >= 4.5, (name, ground)
    assert all(contrast(seen(piece, deficiency), "#ffffff") >= 4.5 for piece in PLAYERS), "the numbers of players"


def test_a_deficiency_is_seen() -> None:
    """White and black stay, and red and green come together for whoever lacks the long cones."""
    assert all(seen(one, deficiency) == one for one in ("#000000", "#ffffff") for deficiency in DEFICIENCIES)
    assert contrast(seen("#ff0000", "protanopia"), "#000000") < 0.7 * contrast("#ff0000", "#000000")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", GAMES)
def test_symbols_are_told_apart_by_their_signs(name: str, lang: str) -> None:
    """Wherever a colour is drawn, on tracks, beside values and on pieces, a sign or a word stands with it."""
    words = load_game(name).words(lang)
    assert words.spec is not None
    for one in words.spec.types.values():
        symbols_of = tuple(symbol.text for symbol in one.symbols)
        signs = [sign_of(symbol, symbols_of, words) for symbol in symbols_of]
        assert len(set(signs)) == len(signs), one.name.text
