"""The tables of functions and properties in the language reference.

`python -m cardwright.language.builtins.manual docs/language.md` regenerates them, between two comments.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from ...source.text import storage
from .definitions import FOLDS
from .table import ROWS

BEGIN, END = "<!-- builtins: written by python -m cardwright.language.builtins.manual -->", "<!-- end of builtins -->"


def tables() -> str:
    """Both tables in Markdown."""
    return "\n".join([*_table("function", _functions()), "", *_table("after a dot", _properties())])


def _table(head: str, rows: Iterator[tuple[str, str, str, str]]) -> list[str]:
    lines = [f"| {head} | result | | for example |", "|---|---|---|---|"]
    return [
        *lines,
        *(f"| `{written}` | {result} | {about} | {examples} |" for written, result, about, examples in rows),
    ]


def _functions() -> Iterator[tuple[str, str, str, str]]:
    for op, fold in FOLDS.items():
        keys = " by KEYS" if fold.keys else ""
        written = f"[E for x in L{keys}]" if op == "list" else f"{op}(E for x in L{keys})"
        yield written, fold.result, fold.about, _examples(fold.examples)
    for row in ROWS.values():
        if row.form == "function":
            yield f"{row.spelling}({', '.join(row.parameters)})", row.result, row.about, _examples(row.examples)
    yield "symbol(integer, ENUMERATION)", "symbol or none", "The symbol at this position, from 1.", ""
    yield "kinds(DECK)", "list of kind D", "All kinds of a deck; the deck's name alone means the same.", ""


def _properties() -> Iterator[tuple[str, str, str, str]]:
    for row in ROWS.values():
        if row.form == "property":
            yield f"{row.parameters[0]}.{row.spelling}", row.result, row.about, _examples(row.examples)


def _examples(examples: tuple[tuple[str, str], ...]) -> str:
    return ", ".join(f"`{written}` is {value}" for written, value in examples)


def regenerated(page: str) -> str:
    """The page with its tables as the rows say today."""
    return between(page, BEGIN, END, tables())


def between(page: str, begin: str, end: str, text: str) -> str:
    """A page with another text between two of its lines.

    >>> between("a [ b ] c", "[", "]", "d")
    'a [\\nd\\n] c'
    """
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n{text}\n{end}{after}"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    storage.write(path, regenerated(path.read_text(encoding="utf-8")))
