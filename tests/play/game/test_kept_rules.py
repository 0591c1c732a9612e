"""Rules that are kept on disk: never more, never less, never older than what lies there now."""

from __future__ import annotations

import os
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.engines.program.fingerprint import fingerprint
from cardwright.play.game.loading import front_end, rules
from cardwright.play.game.loading.load import configure, load_rules
from cardwright.source.text import disk_cache
from cardwright.source.text.files import close_text, open_text

GAME = """\
spec: 1
game: drawing
title: "Drawing"
players: 2..3
uses: {pile: {part: heap}}
cards: {main: {list: {ace: {copies: 6}}}}
zones:
  hand: {of: player, holds: main, shows: all}
begin: play
phases:
  play: {turns: {}, until: pile.empty, offer: [take]}
actions:
  take: {do: draw 1 from pile to me.hand}
functions:
  idle: 1
"""

PART = """\
part: heap
title: "A heap"
zones:
  pile: {holds: main, start: shuffled, shows: count}
"""

VARIANT = """\
variant: {name}
extends: drawing
title: "Another"
override: {{cards: {{main: {{list: {{ace: {{copies: {copies}}}}}}}}}}}
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, a part and a variant, and an empty cache beside it."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    games = tmp_path / "games"
    write(games / "drawing" / "game.yaml", GAME)
    write(games / "drawing" / "parts" / "heap.yaml", PART)
    write(games / "drawing" / "variants" / "more.yaml", VARIANT.format(name="more", copies=8))
    monkeypatch.chdir(games)
    return games


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def told(name: str = "drawing", variants: tuple[str, ...] = (), paths: tuple[str, ...] = (".",)) -> tuple[str, str]:
    """What loading says of a game: its program and digest, and everything that is reported."""
    report = Report()
    rules = load_rules(name, variants, paths, report)
    if rules is None:
        return "", render(report)
    made = fingerprint(configure(rules, engine="reference").program)
    return f"{made} {rules.digest} {rules.playable.variants}", render(report)


def told_in_full(*how: object) -> tuple[str, str]:
    """The same without anything that was kept."""
    before = os.environ.pop(disk_cache.FOLDER)
    os.environ[disk_cache.FOLDER] = ""
    try:
        return told(*how)  # type: ignore[arg-type]
    finally:
        os.environ[disk_cache.FOLDER] = before


class Full:
    """Counts how often rules were loaded in full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times, load = 0, front_end.load_in_full

        def counted(*words: object) -> object:
            self.times += 1
            return load(*words)  # type: ignore[arg-type]

        monkeypatch.setattr(front_end, "load_in_full", counted)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Full:
    return Full(monkeypatch)


def test_what_is_kept_is_used_and_warnings_are_told_again(here: Path, full: Full) -> None:
    first = told()
    assert "W611" in first[1] and full.times == 1
    assert told() == first and full.times == 1
    assert told_in_full() == first


def put(path: str, old: str, new: str) -> Callable[[Path], None]:
    """Change a file, which keeps its length and the time of its last change."""

    def change(here: Path) -> None:
        file, about = here / path, (here / path).stat()
        text = file.read_text(encoding="utf-8")
        assert old in text and len(old) == len(new)
        file.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(file, ns=(about.st_atime_ns, about.st_mtime_ns))

    return change


def turn_the_link(here: Path) -> None:
    shutil.move(here / "drawing", here.parent / "real")
    shutil.copytree(here.parent / "real", here.parent / "other")
    put("other/game.yaml", "copies: 6", "copies: 4")(here.parent)
    (here / "drawing").symlink_to(here.parent / "other")


def put_a_folder(here: Path) -> None:
    (here / "drawing" / "game.yaml").unlink()
    (here / "drawing" / "game.yaml").mkdir()


CHANGES: dict[str, Callable[[Path], None]] = {
    "the game": put("drawing/game.yaml", "copies: 6", "copies: 4"),
    "only a comment": put("drawing/game.yaml", "idle: 1\n", "idle: 1#"),
    "a mistake": put("drawing/game.yaml", "pile.empty", "pile.emtpy"),
    "its part": put("drawing/parts/heap.yaml", "shows: count", "shows: all  "),
    "a nearer part": lambda here: write(here / "drawing" / "heap.yaml", PART.replace("count", "all")),
    "a file of this name": lambda here: write(here / "drawing" / "parts" / "heap.yaml", "part: other\n"),
    "the variant": put("drawing/variants/more.yaml", "copies: 8", "copies: 9"),
    "a second variant of this name": lambda here: write(
        here / "drawing" / "variants" / "again.yaml", VARIANT.format(name="more", copies=9)
    ),
    "a second game of this name": lambda here: write(here / "second.yaml", GAME),
    "a variant less": lambda here: (here / "drawing" / "variants" / "more.yaml").unlink(),
    "a link to another folder": turn_the_link,
    "a folder in place of the file": put_a_folder,
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("variants", [(), ("more",)], ids=["game", "variant"])
def test_whatever_has_changed_is_seen(here: Path, change: Callable[[Path], None], variants: tuple[str, ...]) -> None:
    told("drawing", variants)
    change(here)
    assert told("drawing", variants) == told_in_full("drawing", variants)


def test_what_a_name_means_elsewhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = here.parent / "elsewhere"
    shutil.copytree(here, other)
    put("drawing/game.yaml", "copies: 6", "copies: 4")(other)
    first = told()
    monkeypatch.chdir(other)
    assert told() == told_in_full() != first
    assert told("drawing/game.yaml", (), ()) == told_in_full("drawing/game.yaml", (), ())


def test_a_text_that_is_open_in_an_editor_counts(here: Path) -> None:
    first, file = told(), here / "drawing" / "game.yaml"
    open_text(str(file), GAME.replace("copies: 6", "copies: 4"))
    try:
        other = told()
    finally:
        close_text(str(file))
    assert other != first == told()


def test_mistakes_are_never_kept(here: Path, full: Full) -> None:
    put("drawing/game.yaml", "pile.empty", "pile.emtpy")(here)
    assert told() == told() and full.times == 2
    assert not [*(here.parent / "cache").glob("*.rules")]


def damage(here: Path, change: Callable[[bytes], bytes]) -> None:
    (kept,) = (here.parent / "cache").glob("*.rules")
    kept.write_bytes(change(kept.read_bytes()))


@pytest.mark.parametrize(
    "change", [lambda raw: raw[:-9], lambda raw: b"", lambda raw: raw[:-1] + b"!", lambda raw: b"{}\nsomething"]
)
def test_a_damaged_file_is_replaced(here: Path, full: Full, change: Callable[[bytes], bytes]) -> None:
    first = told()
    damage(here, change)
    assert told() == first and full.times == 2
    assert told() == first and full.times == 2


def test_content_of_another_kind(here: Path, full: Full) -> None:
    """What is whole, but no rules, such as a file of a version that kept something else."""
    first = told()
    made_for = disk_cache._cache_key(rules._words(("drawing", (), (".",))))
    assert made_for is not None
    for body in (b"", b"nonsense", pickle.dumps({}), pickle.dumps({}) + pickle.dumps("other"), pickle.dumps(1)):
        disk_cache.write_entry(made_for, rules.RULES, body)
        before = full.times
        assert told() == first and full.times == before + 1


def test_another_version_loads_in_full(here: Path, full: Full, monkeypatch: pytest.MonkeyPatch) -> None:
    first = told()
    monkeypatch.setattr(disk_cache, "reader_version", lambda: ("another",))
    assert told() == first and full.times == 2


def test_where_nothing_can_be_kept(here: Path, full: Full, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here.parent / "file", "")
    for folder in ("", str(here.parent / "file"), str(here.parent / "file" / "below")):
        monkeypatch.setenv("CARDWRIGHT_CACHE", folder)
        before = full.times
        assert told() == told() and full.times == before + 2
    monkeypatch.delenv("CARDWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(here.parent / "file"))
    assert told() == told()


def test_more_is_asked_of_what_was_kept(here: Path) -> None:
    """What is not kept is loaded when it is asked for."""
    told()
    rules = load_rules("drawing", (), (".",), Report())
    assert rules is not None and rules.assembled.digests[0] == rules.digest and rules.checked.game.name == "drawing"


@pytest.mark.thorough
def test_shipped_games_are_the_same(here: Path, full: Full) -> None:
    for name in ("hearts", "course-folle", "cribbage"):
        report = Report()
        if load_rules(name, (), (), report) is None:
            continue
        assert told(name, (), ()) == told_in_full(name, (), ())
