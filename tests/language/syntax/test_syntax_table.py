"""The shipped table of the grammar: up to date, in use, and loaded only when a text is parsed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

from cardwright.language.builtins.table import EFFECTS
from cardwright.language.syntax import ast_builder, nodes, table
from cardwright.language.syntax.findings import ALL_WORDS, HEADS, RESERVED, VERBS
from cardwright.language.typing.effects.effects import LINES
from tests.language.syntax.syntax_cases import cases, read
from tests.language.syntax.syntax_dump import dump

GRAMMAR = table.GRAMMAR / "effect.lark"

CHAINS = ("or", "and", "sum", "prod")
"""Operators of which several may follow each other."""


def test_the_table_is_up_to_date() -> None:
    """If this fails: `python -m cardwright.language.syntax.table`."""
    assert table.load(table.GRAMMAR / "effect.table", GRAMMAR.read_text(encoding="utf-8")) is not None


def test_the_table_parses_as_the_grammar_does() -> None:
    built = table.build(GRAMMAR.read_text(encoding="utf-8"))
    for case in cases("good.txt"):
        if case.kind == "effect":
            assert built.parse(case.text + "\n", start="effect") == table.parser().parse(
                case.text + "\n", start="effect"
            )


def test_a_damaged_table_is_not_used(tmp_path: Path) -> None:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    good = (table.GRAMMAR / "effect.table").read_bytes()
    for wrong in (b"", b"{}\n", good[:-1], good.replace(b'"lark": "', b'"lark": "9'), good + b"x"):
        (tmp_path / "effect.table").write_bytes(wrong)
        assert table.load(tmp_path / "effect.table", grammar) is None
    (tmp_path / "effect.table").write_bytes(good)
    assert table.load(tmp_path / "effect.table", grammar + "\n") is None
    assert table.load(tmp_path / "none.table", grammar) is None


def test_the_parser_is_not_loaded_before_it_is_needed(tmp_path: Path) -> None:
    code = "from cardwright.language.syntax import parse, table; print(table.parser.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "0"


def test_the_grammar_reserves_the_same_words() -> None:
    found = re.search(r"^NAME: /\(\?!\((.*?)\)", GRAMMAR.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    assert set(found[1].split("|")) == RESERVED


def rules_of_the_grammar() -> tuple[str, str]:
    """Those of effects and of expressions, without comments."""
    text = re.sub(r"^//.*$", "", GRAMMAR.read_text(encoding="utf-8"), flags=re.MULTILINE)
    effects, _, expressions = text.partition("?expr:")
    return effects, expressions


def test_the_words_of_the_grammar_are_known() -> None:
    """What messages, layout and editors know are the words of the grammar, and the effects that look like calls."""
    called = {verb for verb, row in EFFECTS.items() if row.form.startswith(f"{verb}(")}
    effects, expressions = rules_of_the_grammar()
    assert set(ALL_WORDS) - called == set(re.findall(r'"([a-z]+)"', effects + expressions))
    lines = effects[effects.index("?simple:") : effects.index("cards:")]
    heads = set(re.findall(r'^(?:\?\w+: |\w+: | *\| )"([a-z]+)".* suite', effects, re.MULTILINE))
    verbs = set(re.findall(r'^(?:\?\w+: | *\| )"([a-z]+)"', lines, re.MULTILINE))
    assert heads == set(HEADS) and verbs == set(VERBS)


def test_every_effect_of_the_grammar_has_a_node() -> None:
    rules = set(re.findall(r"-> (\w+)$", GRAMMAR.read_text(encoding="utf-8").split("cards:")[0], re.MULTILINE))
    assert rules == set(ast_builder.EFFECT_RULES)


def test_every_line_of_an_effect_is_lowered() -> None:
    """Those that give a name to the lines below are no rows of the table."""
    naming = {nodes.LetStatement, nodes.RandomStatement, nodes.Assign}
    assert LINES.keys() == set(get_args(nodes.Stmt)) - naming


def test_every_expression_of_the_grammar_has_a_node() -> None:
    """Those with a name after the arrow, and chains of operands; what is in brackets is called an atom."""
    _, expressions = rules_of_the_grammar()
    chains = {name for name in re.findall(r"^\?(\w+):", expressions, re.MULTILINE) if name.rstrip("_") in CHAINS}
    rules = set(re.findall(r"-> (\w+)$", expressions, re.MULTILINE)) | chains | {"atom"}
    assert rules == set(ast_builder.EXPRESSION_RULES)


def test_what_is_parsed_can_be_read() -> None:
    for kind, text in (("effect", "end turn"), ("value", "a")):
        assert dump(read(kind, text)[0])
