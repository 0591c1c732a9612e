"""Every kind of file that `validate` takes: one more key in any of its mappings is a finding."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright.commands.selection import Kind, Selected
from cardwright.commands.sources.checks import check_file
from cardwright.diagnostics.diagnostic import Report
from cardwright.play.game.traces.recorder import Recorder, line_text
from cardwright.play.scenario.initial_state import GameCache
from cardwright.source.text.files import load
from cardwright.source.text.tree import Mapping, Node, Sequence

ROOT = Path(__file__).parents[2]
GAMES = (str(ROOT / "tests/language/typing/games"),)
MOST = 6
"""How many places to try in each file."""

FILES: list[tuple[Kind, str]] = [
    ("variant", "specs/mille-bornes/variants/parker.yaml"),
    ("variant", "specs/neko-racing/variants/" + sorted((ROOT / "specs/neko-racing/variants").glob("*.yaml"))[0].name),
    ("scenarios", "tests/language/typing/games/possible/scenarios.yaml"),
    ("scenarios", "tests/language/typing/games/duels/scenarios.yaml"),
    ("clauses", "specs/mille-bornes/clauses.yaml"),
]
FREE = ("clauses", "then", "illegal")
"""The keys below which every key is a name: of a clause; of a check or a move, which are tried when it is played."""


def found(kind: Kind, path: Path) -> list[str]:
    report = Report()
    check_file(Selected(str(path), kind), GAMES, GameCache(GAMES), report)
    return sorted(f"{one.code} {one.message}" for one in report.diagnostics)


def mappings(node: Node | None) -> Iterator[Mapping]:
    if isinstance(node, Mapping):
        if node.entries:
            yield node
        for entry in node.entries:
            if entry.key.text not in FREE:
                yield from mappings(entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from mappings(item)


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "name"), FILES)
def test_an_unknown_key_in_a_file(kind: Kind, name: str, tmp_path: Path) -> None:
    game = tmp_path / "game"
    folder = (ROOT / name).parent if kind != "variant" else (ROOT / name).parents[1]
    for file in folder.rglob("*.yaml"):
        copy = game / file.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    path = game / (ROOT / name).relative_to(folder)
    text = path.read_text(encoding="utf-8")
    usual = found(kind, path)
    tree = load(path, Report())
    assert tree is not None
    places = list(mappings(tree))
    for inside in random.Random(name).sample(places, min(MOST, len(places))):
        first = inside.entries[0].key.span
        more = "zzz: 1, " if inside.span.text.startswith("{") else f"zzz: 1\n{' ' * (first.column - 1)}"
        path.write_text(text[: first.start] + more + text[first.start :], encoding="utf-8")
        assert found(kind, path) != usual, first


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(one)


def trace() -> list[dict[str, Any]]:
    state = load_game("leduc-poker").initial_state(seed=7)
    recorder = Recorder(state, events=True, legal=True)
    lines = [recorder.first, *recorder.lines(state)]
    while not state.is_terminal:
        recorder.before(state)
        state.apply(state.legal_moves[-1])
        lines += recorder.lines(state)
    return [json.loads(line_text(line)) for line in lines]


def changed(lines: list[dict[str, Any]], change: Callable[[dict[str, Any]], None], number: int) -> str:
    copies = [json.loads(json.dumps(line)) for line in lines]
    change(copies[number])
    return "\n".join(map(line_text, copies))


def add_key(at: int, line: dict[str, Any]) -> None:
    list(objects(line))[at].update(zzz=1)


def drop_key(key: str, line: dict[str, Any]) -> None:
    del line[key]


@pytest.mark.thorough
def test_an_unknown_key_and_a_lacking_one_in_a_trace(tmp_path: Path) -> None:
    """One line of each kind: with a key that no trace has, in each of its objects, and without each of its keys."""
    path = tmp_path / "a.jsonl"
    lines = trace()
    kinds = ("trace", "chance", "move", "event", "end")
    numbers = [next(n for n, line in enumerate(lines) if kind in line) for kind in kinds]
    path.write_text("\n".join(map(line_text, lines)))
    assert found("trace", path) == []
    for number in numbers:
        for at in range(len(list(objects(lines[number])))):
            path.write_text(changed(lines, partial(add_key, at), number))
            assert found("trace", path), (number, at)
        for key in lines[number]:
            path.write_text(changed(lines, partial(drop_key, key), number))
            assert found("trace", path) or key in OPTIONAL, (number, key)


OPTIONAL = ("trace", "seed", "n", "legal", "seat", "phase", "weight", "of", "winners", "returns", "scores", "measures")
"""What a trace may leave out, since it follows from the rest; what it says is compared."""
