"""Laws of keys: an unknown one is a finding wherever it is put; a known one makes a difference, to the digest too."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source, Span
from cardwright.language.ir.traversal import field_names
from cardwright.language.ir.traversal import inside as parts_of
from cardwright.language.spec.read import read_spec
from cardwright.language.typing.check import type_spec
from cardwright.source.merge.assembly import digests
from cardwright.source.merge.part_expansion import PartFiles
from cardwright.source.merge.parts import expand_parts, uses_parts
from cardwright.source.shape.validation import check_spec, check_uses
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Entry, Mapping, Node, Sequence

TESTS = Path(__file__).parents[1]
SPECS = sorted(
    [
        *TESTS.glob("laws/specs/*.yaml"),
        *TESTS.glob("language/typing/games/*/game.yaml"),
        *TESTS.parent.glob("examples/*/game.yaml"),
    ]
)
MOST = 5
"""How many places to try in each spec, so that a law takes seconds: those whose kind was tried least often before."""

FOR_PEOPLE = {"title", "about", "label", "text", "rule", "words", "decline", "nobody", "en", "fr", "source", "presets"}
"""Keys that change no rule: what they say is shown to people, or to those who check the cards."""

USUAL = {
    "order: stack", "shows: all", "start: 0", "copies: 1", "range: [0, 1]", "holds: main", "turns: {}", "repeat: true",
    "start: false", "attributes: {}", "type: integer", "when: needed", "default: 0",
}  # fmt: skip
"""Written out though it is so anyway, or follows from another key that is there."""

LARGE = [*sorted(TESTS.parent.glob("specs/*/game.yaml")), TESTS / "language" / "spec" / "records" / "full.yaml"]
"""Only for keys that none of the others has."""


def named(path: Path) -> str:
    """What a spec is called among the tests."""
    return f"{path.parent.name}-{path.stem}"


by_spec = pytest.mark.parametrize("path", SPECS, ids=named)


def read(text: str) -> tuple[object, object, list[str], str]:
    """The spec and the game without their places, what is reported, and the digest of the rules if nothing is wrong."""
    report = Report()
    tree = compose(Source("game.yaml", text), report, mapping=True)
    spec = game = None
    if tree is not None and uses_parts(tree):
        tree = check_uses(tree, report)
        tree = None if report.errors else expand_parts(tree, PartFiles(), report)
    if tree is not None and not report.errors:
        tree = check_spec(tree, report)
        if not report.errors:
            spec = read_spec(tree, report)
            game = None if spec is None else type_spec(spec, report)
    rules = digests(tree)[0] if tree is not None and game is not None else ""
    return bare(spec), bare(game and game.game), sorted(found.message for found in report.diagnostics), rules


def bare(value: object) -> object:
    """A value without the places of its parts."""
    if isinstance(value, Span):
        return None
    if field_names(type(value)) is not None:
        return (type(value).__name__, *map(bare, parts_of(value)))
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


@pytest.mark.sampled(12)
@by_spec
def test_an_unknown_key_is_a_finding_wherever_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    _, _, usual, _ = read(text)
    for inside in chosen_places()[path]:
        wrong = with_key(text, inside, "zzz: 1")
        assert read(wrong)[2] != usual, wrong[max(0, inside.span.start - 60) : inside.span.start + 60]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("path", [*SPECS, *LARGE], ids=named)
def test_each_key_makes_a_difference(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    spec, game, usual, rules = read(text)
    for inside, entry in chosen_keys()[path]:
        shorter = without(text, inside, entry)
        assert shorter is not None
        other = read(shorter)
        for_people = entry.key.text in FOR_PEOPLE
        seen = other[2] != usual or (other[0] != spec if for_people else other[1] != game or other[0] != spec)
        assert seen, f"{entry.key.span.line}: {entry.key.text}"
        if other[1] != game and not for_people:
            assert other[3] != rules, f"{entry.key.span.line}: the digest says nothing of {entry.key.text}"


@cache
def chosen_places() -> dict[Path, list[Mapping]]:
    """Where to put an unknown key into each spec: now beside these keys of the language, now beside others."""
    found: dict[Path, list[Mapping]] = {}
    words, often = known_words(), Counter[frozenset[str]]()
    for path in SPECS:
        tree = compose(Source("game.yaml", path.read_text(encoding="utf-8")), Report())
        assert isinstance(tree, Mapping)
        places = [inside for inside in mappings(tree) if inside not in free(tree)]
        random.Random(path.stem).shuffle(places)
        once = {frozenset(key for key, _ in inside if key in words): inside for inside in places}
        kinds = sorted(once, key=lambda kind: often[kind])[:MOST]
        often.update(kinds)
        found[path] = [once[kind] for kind in kinds]
    return found


@cache
def chosen_keys() -> dict[Path, list[tuple[Mapping, Entry]]]:
    """What to leave out of each spec: keys of the language that were left out least often in those before it."""
    found: dict[Path, list[tuple[Mapping, Entry]]] = {}
    words, often = known_words(), Counter[str]()
    for path in (*SPECS, *LARGE):
        text = path.read_text(encoding="utf-8")
        tree = compose(Source("game.yaml", text), Report())
        places = [
            (inside, entry) for inside in mappings(tree) for entry in inside.entries if can_go(text, inside, entry)
        ]
        random.Random(path.stem).shuffle(places)
        once = {entry.key.text: (inside, entry) for inside, entry in places if entry.key.text in words}
        fresh = [key for key in once if path not in LARGE or not often[key]]
        keys = sorted(fresh, key=lambda key: often[key])[:MOST]
        often.update(keys)
        found[path] = [once[key] for key in keys]
    return found


def can_go(text: str, inside: Mapping, entry: Entry) -> bool:
    """Whether a key can be cut out, and says what would not be so without it."""
    return without(text, inside, entry) is not None and f"{entry.key.text}: {entry.value.span.text}" not in USUAL


@cache
def known_words() -> set[str]:
    """All keys of the language."""
    return words_in(json.loads((TESTS.parent / "grammar" / "spec.schema.json").read_text(encoding="utf-8")))


def words_in(schema: object) -> set[str]:
    """All keys that a schema names."""
    if isinstance(schema, list):
        return {word for one in schema for word in words_in(one)}
    if not isinstance(schema, dict):
        return set()
    named = schema.get("properties")
    return {*(named if isinstance(named, dict) else ()), *(word for one in schema.values() for word in words_in(one))}
