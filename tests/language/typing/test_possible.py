"""What `may p.ACTION` refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.spec.read import read_spec
from cardwright.language.typing.check import type_spec
from cardwright.source.shape.first_version import modern
from cardwright.source.text.composer import compose

GAME = (Path(__file__).parent / "games" / "possible" / "game.yaml").read_text(encoding="utf-8")

CASES = [
    ("not may p.buy", "not may buy", [("E204", "'buy' is asked of a player, with no arguments")]),
    ("not may p.buy", "not may p.buy(crown)", [("E204", "'buy' is asked of a player, with no arguments")]),
    ("not may p.buy", "not may p.bye", [("E205", "unknown permission or action 'bye'")]),
    ("not may p.buy", "not may p.gift", [("E321", "whether 'gift' is possible would depend on itself")]),
    ("d: shop", "d: any of shop", [("E205", "'may' cannot try all the sets of cards that 'buy' could take")]),
]


@pytest.mark.parametrize(("old", "new", "expected"), CASES, ids=[new for _, new, _ in CASES])
def test_refusals(old: str, new: str, expected: list[tuple[str, str]]) -> None:
    report = Report()
    assert GAME.count(old) >= 1
    tree = compose(Source("game.yaml", GAME.replace(old, new, 1)), report, mapping=True)
    assert tree is not None
    spec = read_spec(modern(tree, "spec", report), report)
    assert spec is not None
    type_spec(spec, report)
    assert expected[0] in [(d.code, d.message) for d in report.diagnostics]
