"""The same mistake is located at the same word, however the text is quoted and folded in YAML."""

from __future__ import annotations

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.language.syntax.parse import parse_effect, parse_expression
from cardwright.source.text.composer import compose
from cardwright.source.text.tree import Mapping, Scalar

EFFECTS = {
    "plain": "do: mvoe c to z\n",
    "single": "do: 'mvoe c to z'\n",
    "double": 'do: "mvoe c to z"\n',
    "double with escapes": 'do: "\\u0020 mvoe c t\\u006f z"\n',
    "literal": "do: |\n  end turn\n  mvoe c to z\n",
    "literal, a block": "do: |\n  if x:\n    mvoe c to z\n  end turn\n",
    "literal, indented": "a:\n    do: |2\n        mvoe c to z\n",
    "folded": "do: >\n  mvoe c\n  to z\n",
    "flow": "{do: mvoe c to z, x: 1}\n",
    "plain in two lines": "do: mvoe c\n  to z\n",
    "letters of several bytes": "# é 𝄞\ndo: |\n  # é 𝄞\n  mvoe c to z\n",
}
VALUES = {
    "plain": "do: a and mvoe && b\n",
    "single": "do: 'it is none or mvoe && b'\n",
    "double": 'do: "a \\u0061nd mvoe && b"\n',
    "literal": "do: |\n  a\n  or mvoe && b\n",
    "folded": "do: >-\n  a\n  or\n  mvoe && b\n",
    "plain in two lines": "do: a or\n    mvoe && b\n",
}


def scalar_in(text: str) -> Scalar:
    report = Report()
    tree = compose(Source("a.yaml", text), report)
    assert not report.diagnostics
    assert isinstance(tree, Mapping)
    inner = tree.get("a")
    value = (inner if isinstance(inner, Mapping) else tree).get("do")
    assert isinstance(value, Scalar)
    return value


@pytest.mark.parametrize("style", EFFECTS)
def test_location_in_an_effect(style: str) -> None:
    text = EFFECTS[style]
    report = Report()
    assert parse_effect(scalar_in(text), report, "actions.a.do") is None
    [found] = report.diagnostics
    assert found.span is not None
    assert (found.code, found.path) == ("E301", "actions.a.do")
    assert (found.span.start, found.span.text) == (text.index("mvoe"), "mvoe")


@pytest.mark.parametrize("style", VALUES)
def test_location_in_a_value(style: str) -> None:
    text = VALUES[style]
    report = Report()
    assert parse_expression(scalar_in(text), report) is None
    [found] = report.diagnostics
    assert found.span is not None
    assert (found.code, found.span.start, found.span.text) == ("E300", text.index("&&"), "&&")


def test_location_after_the_last_word() -> None:
    text = 'do: "x = "   # nothing\n'
    report = Report()
    assert parse_effect(scalar_in(text), report) is None
    [found] = report.diagnostics
    assert found.span is not None
    assert (found.code, found.span.start, found.span.end) == ("E309", text.index("=") + 1, text.index("=") + 1)


@pytest.mark.parametrize(
    "effect",
    [
        "do:\n  me.coins += price(cs)\n  move cs to me.sold\n",
        "do: fill_up()\n  move cs to me.sold\n",
        "do: move c to slab\n  claim = n\n",
        "do:\n  me.coins -= price\n  claim = n\n  x += 1",
    ],
)
def test_lines_of_effects_without_a_bar(effect: str) -> None:
    report = Report()
    parse_effect(scalar_in(effect), report, "")
    (found,) = report.diagnostics
    assert found.helps == ("write `|` after the colon of 'do', above the lines with effects",)
    assert found.span is not None and found.span.text == "do"
    (joined,) = found.others
    assert joined.text == "this line is joined to the one above it"
    assert joined.span.text == effect.splitlines()[2 if effect[3] == "\n" else 1].strip()
