"""Laws of keys: an unknown one is a finding wherever it is put, and a known one makes a difference."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source, Span
from cardwright.language.merge.part_files import PartFiles
from cardwright.language.merge.parts import bring_in, uses_parts
from cardwright.language.shape.check import check_spec, check_uses
from cardwright.language.spec.read import read_spec
from cardwright.language.text.compose import compose
from cardwright.language.text.tree import Entry, Mapping, Node, Sequence
from cardwright.language.typing.check import type_spec

TESTS = Path(__file__).parents[1]
SPECS = sorted(
    [
        *TESTS.glob("laws/specs/*.yaml"),
        *TESTS.glob("language/typing/games/*/game.yaml"),
        *TESTS.parent.glob("examples/*/game.yaml"),
    ]
)
MOST = 12
"""How many places to try in each spec, so that a law takes seconds."""

FOR_PEOPLE = {"title", "about", "label", "text", "rule", "words", "decline", "nobody", "en", "fr", "source", "presets"}
"""Keys that change no rule: what they say is shown to people, or to those who check the cards."""

USUAL = {
    "order: stack", "shows: all", "start: 0", "copies: 1", "range: [0, 1]", "holds: main", "turns: {}", "repeat: true",
    "start: false", "attributes: {}", "type: integer", "when: needed", "default: 0",
}  # fmt: skip
"""Written out though it is so anyway, or follows from another key that is there."""

by_spec = pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}-{path.stem}")


def read(text: str) -> tuple[object, object, list[str]]:
    """The spec and the game without their places, and what is reported."""
    report = Report()
    tree = compose(Source("game.yaml", text), report)
    spec = game = None
    if tree is not None and uses_parts(tree):
        check_uses(tree, report)
        tree = None if report.errors else bring_in(tree, PartFiles(), report)
    if tree is not None and not report.errors:
        check_spec(tree, report)
        if not report.errors:
            spec = read_spec(tree, report)
            game = None if spec is None else type_spec(spec, report)
    return bare(spec), bare(game and game.game), sorted(found.message for found in report.diagnostics)


def bare(value: object) -> object:
    """A value without the places of its parts."""
    if isinstance(value, Span):
        return None
    if is_dataclass(value):
        return (type(value).__name__, *(bare(getattr(value, one.name)) for one in fields(value)))
    if isinstance(value, tuple | list):
        return tuple(map(bare, value))
    if isinstance(value, dict):
        return tuple((bare(key), bare(item)) for key, item in value.items())
    return value


def mappings(node: Node | None) -> Iterator[Mapping]:
    """All mappings of a file that have a key."""
    if isinstance(node, Mapping):
        if node.entries:
            yield node
        for entry in node.entries:
            yield from mappings(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from mappings(item)


def free(tree: Mapping) -> list[Mapping]:
    """Mappings in which any name may be given a number."""
    sheets = tree.get("scoring")
    named = [sheet.value for sheet in sheets.entries] if isinstance(sheets, Mapping) else []
    return [found for one in named if isinstance(one, Mapping) and isinstance(found := one.get("categories"), Mapping)]


def with_key(text: str, inside: Mapping, key: str) -> str:
    """The file with one more key at the beginning of a mapping."""
    first = inside.entries[0].key.span
    before, after = text[: first.start], text[first.start :]
    if inside.span.text.startswith("{"):
        return f"{before}{key}, {after}"
    return f"{before}{key}\n{' ' * (first.column - 1)}{after}"


def without(text: str, inside: Mapping, entry: Entry) -> str | None:
    """The file without one key; None if that cannot be done by cutting a piece out of it."""
    place = inside.entries.index(entry)
    if len(inside.entries) == 1:
        return None
    if place + 1 < len(inside.entries):
        return text[: entry.key.span.start] + text[inside.entries[place + 1].key.span.start :]
    before = inside.entries[place - 1].value.span
    return text[: before.end] + text[max(before.end, entry.value.span.end) :]


@by_spec
def test_an_unknown_key_is_a_finding_wherever_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    _, _, usual = read(text)
    tree = compose(Source("game.yaml", text), Report())
    assert isinstance(tree, Mapping)
    luck = random.Random(path.stem)
    places = [inside for inside in mappings(tree) if inside not in free(tree)]
    for inside in luck.sample(places, min(MOST, len(places))):
        wrong = with_key(text, inside, "zzz: 1")
        assert read(wrong)[2] != usual, wrong[max(0, inside.span.start - 60) : inside.span.start + 60]


@by_spec
def test_each_key_makes_a_difference(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    spec, game, usual = read(text)
    tree = compose(Source("game.yaml", text), Report())
    assert isinstance(tree, Mapping)
    luck = random.Random(path.stem)
    places = [(inside, entry) for inside in mappings(tree) for entry in inside.entries]
    luck.shuffle(places)
    once = {entry.key.text: (inside, entry) for inside, entry in places}
    for inside, entry in luck.sample(list(once.values()), min(MOST, len(once))):
        shorter = without(text, inside, entry)
        if shorter is None or f"{entry.key.text}: {entry.value.span.text}" in USUAL:
            continue
        other = read(shorter)
        for_people = entry.key.text in FOR_PEOPLE
        seen = other[2] != usual or (other[0] != spec if for_people else other[1] != game or other[0] != spec)
        assert seen, f"{entry.key.span.line}: {entry.key.text}"
