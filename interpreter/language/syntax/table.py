"""Loads the parser of the effect language from a table that is shipped with the package.

Computing the tables of the grammar takes a quarter of a second, so they are cached in `grammar/effect.table`, which is
loaded when the first text is parsed. The file belongs to one version of lark and one text of the grammar; for any
other, and if it is damaged, the tables are computed instead.

`python -m cardwright.language.syntax.table` writes the file.
"""

from __future__ import annotations

import hashlib
import io
import json
from functools import cache
from pathlib import Path

import lark

from ...source.text import storage
from ...source.text.disk import shipped
from .lexer import EffectLexer

ENTRIES = ["effect", "expression", "modifier", "source"]


GRAMMAR = shipped("grammar")
"""The folder with the grammar and its table."""


@cache
def parser() -> lark.Lark:
    """The parser; it is built once per process."""
    grammar = (GRAMMAR / "effect.lark").read_text(encoding="utf-8")
    return load(GRAMMAR / "effect.table", grammar) or build(grammar)


def build(grammar: str) -> lark.Lark:
    """Compute the parser from the text of the grammar."""
    return lark.Lark(
        grammar, parser="lalr", lexer=EffectLexer, start=ENTRIES, keep_all_tokens=True, maybe_placeholders=False
    )


def stamp(grammar: str, table: bytes) -> dict[str, str]:
    """What a table is valid for: the version of lark, the text of the grammar, and its own bytes."""
    return {
        "lark": lark.__version__,
        "grammar": hashlib.sha256(grammar.encode()).hexdigest(),
        "table": hashlib.sha256(table).hexdigest(),
    }


def load(path: Path, grammar: str) -> lark.Lark | None:
    """Load the parser from a file; None if the file is missing, damaged or made for something else."""
    try:
        head, _, table = path.read_bytes().partition(b"\n")
        if json.loads(head) == stamp(grammar, table):
            return lark.Lark.load(io.BytesIO(table))
    except Exception:  # noqa: BLE001 - whatever is wrong with the file, the grammar itself can be used
        return None
    return None


def write(path: Path, grammar: str) -> None:
    """Compute the parser and write it to a file."""
    stream = io.BytesIO()
    build(grammar).save(stream)
    table = stream.getvalue()
    storage.write(path, json.dumps(stamp(grammar, table)).encode() + b"\n" + table)


if __name__ == "__main__":
    write(GRAMMAR / "effect.table", (GRAMMAR / "effect.lark").read_text(encoding="utf-8"))
