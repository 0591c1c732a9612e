"""Icons in files: hostile ones are refused, at the place; of sound ones nothing goes on as it was written."""

from __future__ import annotations

import os
import re
import struct
import time
import zlib
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

from cardwright import SpecError, load_game
from cardwright.diagnostics.diagnostic import Diagnostic
from cardwright.language.spec.drawings import elements
from cardwright.table.faces.face import faces_of, symbols

CASES: dict[str, dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parent / "hostile_drawings.yaml").read_text(encoding="utf-8")
)

GAME = """spec: 1
game: icons
title: "Icons"
players: 2
types: {{suit: [rats, cats]}}
cards: {{main: {{attributes: {{suit: suit}}, each: {{suit: suit}}}}}}
zones: {{pile: {{holds: main, start: shuffled, shows: count}}, used: {{holds: main, shows: all}}}}
begin: play
phases: {{play: {{turns: {{}}, until: pile.empty, do: draw 1 from pile to used}}}}
table:
  faces: {{main: {{corner: "{{suit}}", icon: "{{suit}}"}}}}
  looks: {{rats: {{icon: {icon}, colour: red}}, cats: {{icon: cat}}}}
"""

RAT = '<svg viewBox="0 0 24 24"><path d="M2 2h9v9z"/></svg>'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def game(icon: str, content: bytes | str | None = None) -> Any:
    """A game one of whose symbols has this icon, whose file holds that."""
    if content is not None:
        Path(icon).parent.mkdir(exist_ok=True)
        Path(icon).write_bytes(content.encode() if isinstance(content, str) else content)
    Path("game.yaml").write_text(GAME.format(icon=f"'{icon}'"), encoding="utf-8")
    return load_game("game.yaml")


def refused(icon: str, content: bytes | str | None = None) -> Diagnostic:
    """Why there is no such game."""
    with pytest.raises(SpecError) as raised:
        game(icon, content)
    assert len(raised.value.report.diagnostics) == 1
    return raised.value.report.diagnostics[0]


def drawing(icon: str, content: bytes | str) -> str:
    words = game(icon, content).words("en")
    return symbols(faces_of(words), drawings=words.drawings)


# Drawings ------------------------------------------------------------------------------------


def text_of(case: dict[str, Any]) -> str:
    inside = case.get("svg", "<g>" * case.get("deep", 0) + "</g>" * case.get("deep", 0) + "<g/>" * case.get("many", 0))
    return str(case.get("whole", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{inside}</svg>'))


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_drawing_is_refused(name: str) -> None:
    case = CASES[name]
    found = refused("pictures/rat.svg", text_of(case))
    assert (found.code, found.message) == ("E109", case["says"])
    assert found.span is not None and found.span.source.name == "pictures/rat.svg"
    assert found.span.text == case.get("at", "")
    assert found.others[-1].span.source.name == "game.yaml", "it tells who names the file"


def test_every_element_and_attribute_is_on_a_list() -> None:
    """Whatever is not on the lists of the module is refused, wherever it stands."""
    for name in ("script", "use", "symbol", "marker", "mask", "clipPath", "filter", "switch", "video", "handler"):
        assert refused("rat.svg", f'<svg viewBox="0 0 9 9"><g><{name}/></g></svg>').code == "E109"
    for name in ("href", "style", "mask", "clip-path", "marker-end", "filter", "cursor", "onbegin", "from", "src"):
        assert refused("rat.svg", f'<svg viewBox="0 0 9 9"><g {name}="none"/></svg>').code == "E109"


SOUND = {
    "an outline": (
        '<path d="M2,2 l.5.5-1-1 a1 1 0 013 3 H4V5q1 2 3 4t1 1z"/>',
        "M2 2l0.5 0.5 -1 -1a1 1 0 0 1 3 3H4V5q",
    ),
    "lines": (
        '<g fill="none" stroke="currentColor" stroke-width="2px"><polyline points="1,2 3,4"/></g>',
        'points="1 2 3 4"',
    ),
    "movements": ('<g transform="translate(1,2) rotate(-45)"><circle r="3"/></g>', "translate(1 2) rotate(-45)"),
    "what is not drawn": (
        '<!-- a --><title>A rat &amp; more</title><rect class="x" id="y" width="3" height="4"/>',
        "<rect width=",
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_drawing_is_printed_anew(name: str) -> None:
    """With nothing in it but what is on the lists, with numbers as they are read; twice the same drawing is one."""
    inside, wanted = SOUND[name]
    drawn = drawing("rat.svg", f'<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">{inside}</svg>')
    assert wanted in drawn
    tree = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    (mine,) = [one for one in tree if re.fullmatch(r"icon-rat-[0-9a-f]{10}", one.get("id", ""))]
    for one in [*mine.iter()][1:]:
        assert one.tag in elements()["shapes"] and not (one.text or "").strip()
        assert set(one.keys()) <= {*elements()["shapes"][one.tag], *elements()["paint"]}


def test_icons_do_not_meet() -> None:
    """Files with one name in two folders are two icons, and one file that is named twice is one."""
    for name, content in (("a/rat.svg", RAT), ("b/rat.svg", RAT.replace("9", "8"))):
        Path(name).parent.mkdir()
        Path(name).write_text(content, encoding="utf-8")
    text = GAME.format(icon="a/rat.svg").replace("icon: cat}", "icon: b/rat.svg}")
    Path("game.yaml").write_text(text, encoding="utf-8")
    words = load_game("game.yaml").words("en")
    assert len(words.drawings) == 2
    Path("game.yaml").write_text(text.replace("b/rat", "a/rat"), encoding="utf-8")
    assert len(load_game("game.yaml").words("en").drawings) == 1


@pytest.mark.parametrize(
    "begin", ["<g>", "<g ", "M", "(", "&#1;", "<!--", "1 ", "-", ".5", "translate(", "a1 1 0 0 0 1 1", "\\u0000"]
)
def test_long_drawings_take_a_time_in_proportion(begin: str) -> None:
    """64 kB of anything are read, or refused, at once."""
    many = begin * (60_000 // len(begin))
    start = time.process_time()
    for place in (
        '<svg viewBox="0 0 9 9">{}</svg>',
        '<svg viewBox="0 0 9 9"><path d="{}"/></svg>',
        "{}",
        '<svg viewBox="0 0 9 9"><g transform="{}"/></svg>',
        '<svg viewBox="0 0 9 9"><polygon points="{}"/></svg>',
    ):
        with suppress(SpecError):
            game("rat.svg", place.format(many))
    assert time.process_time() - start < 5


# Pictures ------------------------------------------------------------------------------------


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(
    width: int = 2, height: int = 2, *, head: bytes = b"\x08\x02\0\0\0", more: bytes = b"", size: int | None = None
) -> bytes:
    """A picture of dots of one colour; `size` is how many bytes of dots it has, `more` are further pieces."""
    dots = zlib.compress(bytes(height * (1 + 3 * width) if size is None else size))
    start = chunk(b"IHDR", struct.pack(">II", width, height) + head)
    return b"\x89PNG\r\n\x1a\n" + start + more + chunk(b"IDAT", dots) + chunk(b"IEND", b"")


def jpeg(
    width: int = 2, height: int = 2, *, kind: int = 0xC0, parts: int = 3, more: bytes = b"", scans: int = 1
) -> bytes:
    """What has the pieces of a picture in JPEG."""
    frame = struct.pack(">HBHHB", 8 + 3 * parts, 8, height, width, parts) + b"\x01\x11\0" * parts
    scan = b"\xff\xda\0\x08\x01\x01\0\0\x3f\0" + b"dots\xff\0\xff\xd0"
    return b"\xff\xd8" + more + b"\xff" + bytes([kind]) + frame + scan * scans + b"\xff\xd9"


BROKEN, ODD = "is broken: a piece of it is missing or changed", "is written in an odd way"
MORE, PIECE = "goes on behind its end", "has a piece '{}' that no still picture has there"
EXIF = b"\xff\xe1\0\x0aExif\0\0hi"
HOSTILE: dict[str, tuple[str, bytes, str]] = {
    "a bomb": ("rat.png", png(1, 1, size=100_000_000), "is broken: it has not as many dots as it says"),
    "a large one": ("rat.png", png(100_000, 100_000, size=1), "has 100000 × 100000 dots; 800,000 are the most"),
    "a long one": ("rat.png", png(5000, 1), "has 5000 × 1 dots; 800,000 are the most"),
    "too few dots": ("rat.png", png(9, 9, size=9), "is broken: it has not as many dots as it says"),
    "no dots": ("rat.png", png(0, 0), ODD),
    "a depth that is none": ("rat.png", png(head=b"\x07\x02\0\0\0"), ODD),
    "lines out of order": ("rat.png", png(head=b"\x08\x02\0\0\x01"), ODD),
    "colours of no palette": ("rat.png", png(head=b"\x08\x03\0\0\0"), ODD),
    "a short head": ("rat.png", png(head=b""), ODD),
    "one that moves": ("rat.png", png(more=chunk(b"acTL", bytes(8))), PIECE.format("acTL")),
    "two heads": ("rat.png", png(more=chunk(b"IHDR", bytes(13))), PIECE.format("IHDR")),
    "a piece that is cut off": ("rat.png", png()[:-6], BROKEN),
    "a piece that is changed": ("rat.png", png().replace(b"IDAT", b"IDaT"), BROKEN),
    "a piece of 4 GB": ("rat.png", png()[:8] + b"\xff" * 30, BROKEN),
    "a head alone": ("rat.png", png()[:8], BROKEN),
    "more behind it": ("rat.png", png() + b"<script>", MORE),
    "a program in it": ("rat.png", png() + b"PK\x03\x04", MORE),
    "a drawing": ("rat.png", RAT.encode(), "holds SVG, not PNG as its name says"),
    "a picture": ("rat.svg", png(), "holds PNG, not SVG as its name says"),
    "another picture": ("rat.jpg", png(), "holds PNG, not JPEG as its name says"),
    "a film": ("rat.png", b"GIF89a", "holds GIF, not PNG as its name says"),
    "nothing": ("rat.png", b"", "holds something else, not PNG as its name says"),
    "letters of another kind": ("rat.svg", RAT.replace("9", "é").encode("latin-1"), "is not written in UTF-8"),
    "a large JPEG": ("rat.jpeg", jpeg(60_000, 60_000), "has 60000 × 60000 dots; 800,000 are the most"),
    "a JPEG of nothing": ("rat.jpg", jpeg(0, 3), ODD),
    "a JPEG in four colours": ("rat.jpg", jpeg(parts=4), ODD),
    "a JPEG without loss": ("rat.jpg", jpeg(kind=0xC3), ODD),
    "a JPEG in a thousand steps": ("rat.jpg", jpeg(scans=99), ODD),
    "a JPEG without dots": ("rat.jpg", jpeg(scans=0), "has no dots"),
    "a JPEG that is cut off": ("rat.jpg", jpeg()[:-2], BROKEN),
    "a JPEG with more": ("rat.jpg", jpeg() + b"PK\x03\x04", MORE),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_picture_is_refused(name: str) -> None:
    file, content, wanted = HOSTILE[name]
    start = time.process_time()
    found = refused(f"pictures/{file}", content)
    assert (found.code, found.message) == ("E109", f"'pictures/{file}' {wanted}")
    assert time.process_time() - start < 2


@pytest.mark.parametrize(("file", "content", "left_out"), [
    ("rat.png", png(more=chunk(b"tEXt", b"Author\0secret") + chunk(b"iCCP", b"secret")), b"secret"),
    ("rat.jpg", jpeg(more=EXIF), b"Exif"),
])  # fmt: skip
def test_a_sound_picture_goes_on_without_what_is_not_drawn(file: str, content: bytes, left_out: bytes) -> None:
    drawn = drawing(file, content)
    (address,) = re.findall(r'href="data:image/(?:png|jpeg);base64,([^"]*)"', drawn)
    made = b64decode(address)
    assert left_out in content and left_out not in made and len(made) < len(content)
    assert 'viewBox="0 0 2 2"' in drawn


# Files ---------------------------------------------------------------------------------------


def _link(to: str) -> Callable[[], None]:
    return lambda: os.symlink(to, "rat.svg")


def _large() -> None:
    Path("rat.svg").touch()
    os.truncate("rat.svg", 100_000_000)


OUTSIDE, FETCHED = "'{}' lies outside the folder of this file", "'{}' is no file: nothing is fetched from elsewhere"
ROUND = "'rat.svg' cannot be read: Too many levels of symbolic links"
PLACES: dict[str, tuple[str, Callable[[], object] | None, str, str]] = {
    "above": ("../rat.svg", None, "E108", OUTSIDE.format("../rat.svg")),
    "above by a way": ("a/../../rat.svg", None, "E108", OUTSIDE.format("a/../../rat.svg")),
    "anywhere": ("/etc/rat.svg", None, "E108", OUTSIDE.format("/etc/rat.svg")),
    "a link that leads out": ("rat.svg", _link("/etc/passwd"), "E108", OUTSIDE.format("rat.svg")),
    "elsewhere": ("https://e.example/rat.svg", None, "E109", FETCHED.format("https://e.example/rat.svg")),
    "itself": ("data:image/svg+xml,x", None, "E109", FETCHED.format("data:image/svg+xml,x")),
    "a pipe": ("rat.svg", lambda: os.mkfifo("rat.svg"), "E100", "'rat.svg' is not a regular file"),
    "a folder": ("rat.svg", lambda: os.mkdir("rat.svg"), "E101", "'rat.svg' is a folder, but a file is needed here"),
    "nowhere": ("rat.svg", None, "E100", "there is no file 'rat.svg'"),
    "round and round": ("rat.svg", _link("rat.svg"), "E100", ROUND),
    "large": ("rat.svg", _large, "E103", "'rat.svg' is larger than 64 kB"),
    "of another kind": ("rat.exe", lambda: Path("rat.exe").touch(), "E109", "'rat.exe' is no icon"),
    "in capitals": ("rat.SVG", lambda: Path("rat.SVG").touch(), "E109", "'rat.SVG' is no icon"),
    "in other letters": ("Rat.svg", lambda: Path("rat.svg").touch(), "E100", "there is no file 'Rat.svg'"),
    "by another way": ("a\\rat.svg", None, "E100", "there is no file 'a\\rat.svg'"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLACES)
def test_a_file_that_may_not_be_read(name: str) -> None:
    icon, make, code, message = PLACES[name]
    if make is not None:
        make()
    found = refused(icon)
    assert (found.code, found.message) == (code, message)


def test_icons_of_a_game_are_bounded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardwright.language.spec.reader.MOST_DRAWN", 50)
    assert refused("rat.svg", RAT).code == "E109"


def test_variants_and_parts_bring_icons() -> None:
    """A variant names what lies below its folder, or, in `variants`, what lies in the folder of the game."""
    game("rat.svg", RAT)
    for folder in ("variants/own", "shared"):
        Path(folder).mkdir(parents=True)
        Path(folder, "cat.svg").write_text(RAT.replace("9", "7"), encoding="utf-8")
    for icon in ("own/cat.svg", "../shared/cat.svg"):
        text = f"variant: cats\nextends: icons\ntitle: Cats\noverride: {{table.looks.cats.icon: {icon}}}\n"
        Path("variants/cats.yaml").write_text(text, encoding="utf-8")
        words = load_game("game.yaml", variants=["cats"]).words("en")
        assert sorted(name.split("-")[0] for name in words.drawings) == ["cat", "rat"]
    Path("variants/cats.yaml").write_text(text.replace("../shared", "../../shared"), encoding="utf-8")
    with pytest.raises(SpecError, match="E108"):
        load_game("game.yaml", variants=["cats"])


def test_an_icon_that_is_edited_is_read_again() -> None:
    """Also where the rules themselves are kept between runs."""
    first = {*game("rat.svg", RAT).words("en").drawings.values()}
    assert {*load_game("game.yaml").words("en").drawings.values()} == first
    assert {*game("rat.svg", RAT.replace("9", "5")).words("en").drawings.values()} != first
