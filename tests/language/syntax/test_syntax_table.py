"""The shipped table of the grammar: up to date, in use, and loaded only when a text is parsed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from cardwright.language.syntax import ast_builder, table
from cardwright.language.syntax.findings import RESERVED
from tests.language.syntax.syntax_cases import cases, read
from tests.language.syntax.syntax_dump import dump

GRAMMAR = table.folder() / "effect.lark"


def test_the_table_is_up_to_date() -> None:
    """If this fails: `python -m cardwright.language.syntax.table`."""
    assert table.load(table.folder() / "effect.table", GRAMMAR.read_text(encoding="utf-8")) is not None


def test_the_table_parses_as_the_grammar_does() -> None:
    built = table.build(GRAMMAR.read_text(encoding="utf-8"))
    for case in cases("good.txt"):
        if case.kind == "effect":
            assert built.parse(case.text + "\n", start="effect") == table.parser().parse(
                case.text + "\n", start="effect"
            )


def test_a_damaged_table_is_not_used(tmp_path: Path) -> None:
    grammar = GRAMMAR.read_text(encoding="utf-8")
    good = (table.folder() / "effect.table").read_bytes()
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


def test_every_effect_of_the_grammar_has_a_node() -> None:
    rules = set(re.findall(r"-> (\w+)$", GRAMMAR.read_text(encoding="utf-8").split("cards:")[0], re.MULTILINE))
    assert rules == set(ast_builder.EFFECT_RULES)
    for kind, text in (("effect", "end turn"), ("value", "a")):
        assert dump(read(kind, text)[0])
