"""The manual is correct: its examples are loaded and played, and its tables are those of the language.

A block of YAML that begins with `spec: 1` is a whole game. Any other names, in a comment before it
(`<!-- frame: cards -->`), the spec in `frames/` in which it takes the place of the line `@@`. A block that begins with
`part:` is a part, which the games may use.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source, Span
from cardwright.language.builtins.manual import regenerated
from cardwright.language.builtins.table import FOLDS, ROWS
from cardwright.language.ir.types import NONE
from cardwright.language.syntax.parse import parse_expression
from cardwright.language.text.tree import Scalar
from cardwright.play.game.load import load_rules
from cardwright.play.scenario.evaluate import Position

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "language.md"
BLOCK = re.compile(r"(?:<!-- frame: (?P<frame>[a-z_]+) -->\n)?```yaml\n(?P<text>.*?)```", re.DOTALL)
FOUND = [(m["frame"] or "", m["text"]) for m in BLOCK.finditer(PAGE.read_text(encoding="utf-8"))]
PARTS = {text.split("\n", 1)[0].removeprefix("part: "): text for _, text in FOUND if text.startswith("part: ")}
BLOCKS = [(frame, text) for frame, text in FOUND if not text.startswith("part: ")]
EXAMPLES = [
    *((row.op, *example) for row in ROWS.values() for example in row.examples),
    *((row.op, *example) for row in FOLDS.values() for example in row.examples),
]
SMALL = """\
spec: 1
game: small
title: "Small"
players: 2
cards: {main: {list: {ace: {}}}}
zones: {pile: {holds: main, start: listed, shows: all}}
begin: play
phases: {play: {do: end game}}
"""


def whole(frame: str, text: str) -> str:
    """An example as a whole spec."""
    if text.startswith("spec: 1\n"):
        return text
    assert frame, f"this example names no frame:\n{text}"
    return (HERE / "frames" / f"{frame}.yaml").read_text(encoding="utf-8").replace("@@\n", text)


@pytest.mark.parametrize(("frame", "text"), BLOCKS, ids=[frame or "game" for frame, _ in BLOCKS])
def test_block(frame: str, text: str, tmp_path: Path) -> None:
    """It loads without errors and can be played to the end."""
    path = tmp_path / "game.yaml"
    path.write_text(whole(frame, text), encoding="utf-8")
    for name, part in PARTS.items():
        (tmp_path / f"{name}.yaml").write_text(part, encoding="utf-8")
    report = Report()
    assert load_rules(str(path), (), (), report) is not None, render(report)
    assert not report.errors
    game = load_game(str(path))
    for seed in range(5):
        state, luck = game.initial_state(seed=seed), random.Random(seed)
        while not state.is_terminal:
            state.apply(luck.choice(state.legal_moves))
        assert state.status == "finished", state.error


def test_there_are_examples() -> None:
    used = {frame for frame, _ in BLOCKS if frame}
    assert used == {path.stem for path in (HERE / "frames").glob("*.yaml")}


def test_tables_are_those_of_the_language() -> None:
    """If not: python -m cardwright.language.builtins.manual docs/language.md"""
    page = PAGE.read_text(encoding="utf-8")
    assert regenerated(page) == page


@pytest.mark.parametrize(("op", "written", "value"), EXAMPLES, ids=[f"{op}: {text}" for op, text, _ in EXAMPLES])
def test_example(op: str, written: str, value: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each example in the table of builtins has the value that it states, computed by the reference engine."""
    path = tmp_path_factory.getbasetemp() / "small" / "game.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(SMALL, encoding="utf-8")
    report = Report()
    rules = load_rules(str(path), (), (), report)
    assert rules is not None, render(report)
    span = Span(Source("example", written), 0, len(written))
    node = parse_expression(Scalar(written, span, "plain", range(len(written) + 1)), report, path="")
    assert node is not None, render(report)
    typed, made = rules.checked.expression(node, report)
    assert not report.errors, render(report)
    found = Position(load_game(str(path)).initial_state(), made.functions).value(typed)
    wanted = {"true": 1, "false": 0, "none": NONE}.get(value)
    assert found == (int(value) if wanted is None else wanted)
