"""Files that can and cannot be read, and the first keys of a file."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source, Span
from cardwright.source.text.files import LARGEST, head_of, load, read_head, read_source
from cardwright.source.text.tree import Mapping, Scalar


def refused(path: str) -> str:
    """The report about a file that cannot be read, without the summary line."""
    report = Report()
    assert load(path, report) is None
    return render(report).rsplit("\n\n", 1)[0]


def test_a_file_is_named_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").write_text("game: race", encoding="utf-8-sig")
    report = Report()
    tree = load("game.yaml", report)
    assert tree is not None and report.diagnostics == []
    assert str(tree.span) == "game.yaml:1:1"
    assert tree.span.text == "game: race"


def test_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.yaml").touch()
    assert refused("gane.yaml") == (
        "error[E100]: there is no file 'gane.yaml'\n --> gane.yaml\n  = help: did you mean 'game.yaml'?"
    )
    assert refused("games/game.yaml") == (
        "error[E100]: there is no file 'games/game.yaml'\n --> games/game.yaml\n"
        "  = help: there is no folder 'games' either"
    )
    assert "is not a valid path" in refused("a\0b")


def test_folder(tmp_path: Path) -> None:
    assert "error[E101]" in refused(str(tmp_path))
    assert "name the file inside the folder" in refused(str(tmp_path))


def test_device() -> None:
    assert "E100" in refused(os.devnull)


@pytest.mark.thorough
def test_size(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    start = time.process_time()
    assert "error[E103]" in refused(str(path))
    assert "is larger than 2 MB" in refused(str(path))
    assert time.process_time() - start < 0.1
    with path.open("wb") as file:
        file.write(b"#" * LARGEST)
    assert "error[E104]" in refused(str(path))  # as large as allowed


def test_a_file_named_in_another(tmp_path: Path) -> None:
    variant = Source("variant.yaml", "extends: bsae.yaml")
    report = Report()
    assert load(tmp_path / "bsae.yaml", report, named=Span(variant, 9, 18)) is None
    assert "--> variant.yaml:1:10" in render(report)


def test_text_alone(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: 1\r\nb: 2\r\n")
    source = read_source(tmp_path / "a.yaml", Report())
    assert source is not None and source.text == "a: 1\r\nb: 2\r\n"


HEAD = """\
# about: not this
spec: 1
game: race
title:
  en: "A race"   # the title
  game: no
"about": |
  game: no

  more
zones: {hand: [
  broken
title2: no
"""


def test_head() -> None:
    head = head_of(Source("a.yaml", HEAD), ["game", "title", "about", "zones", "players"])
    assert sorted(head) == ["about", "game", "title"]
    game, title, about = head["game"], head["title"], head["about"]
    assert isinstance(game, Scalar) and game.text == "race"
    assert (game.span.line, game.span.column) == (3, 7)
    assert isinstance(title, Mapping) and [key for key, _ in title] == ["en", "game"]
    assert isinstance(about, Scalar) and about.text == "game: no\n\nmore\n"


def test_head_of_a_spec() -> None:
    spec = Path(__file__).parents[3] / "specs" / "mille-bornes" / "game.yaml"
    report = Report()
    whole = load(spec, report)
    assert whole is not None
    start = time.process_time()
    head = read_head(spec, ["game", "title", "players", "presets"])
    assert time.process_time() - start < 0.05
    assert list(head) == ["game", "title", "players", "presets"]
    for key, value in head.items():
        there = whole.get(key)
        assert there is not None
        assert (value.span.text, value.span.line, value.span.column) == (
            there.span.text,
            there.span.line,
            there.span.column,
        )


def test_head_of_a_text_in_brackets() -> None:
    head = head_of(Source("a.yaml", '{"variant": "quick", "extends": "race"}'), ["variant", "extends"])
    assert [(key, node.text) for key, node in head.items() if isinstance(node, Scalar)] == [
        ("variant", "quick"),
        ("extends", "race"),
    ]


def test_head_of_nothing(tmp_path: Path) -> None:
    assert read_head(tmp_path / "none.yaml", ["game"]) == {}
    assert head_of(Source("a.yaml", "- a"), ["game"]) == {}
