"""The one table of diagnostic codes: what each is called, and what it means.

The first letter is the kind: `E` an error of the author, `R` an error of a rule in play, `W` a warning. A code is never
given another meaning, since people search for it, and tests and editors refer to it. `codes.json` has a row for each,
stage by stage: a title of a few words, and a paragraph on what the code means and what to do about it. The wrong and
the right way to write it are in `examples`.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Code(NamedTuple):
    """What a code is called, in a few words, and what it means."""

    title: str
    about: str


def severity_of(code: str) -> Severity:
    """Whether what a code stands for is an error or a warning."""
    return "warning" if code.startswith("W") else "error"


@cache
def stages() -> dict[str, dict[str, Code]]:
    """The codes of each stage."""
    # Read only where somebody asks: every command loads this module, and hardly any names or explains a code.
    found = json.loads(Path(__file__).with_name("codes.json").read_text(encoding="utf-8"))
    return {stage: {code: Code(*row) for code, row in rows.items()} for stage, rows in found.items()}


@cache
def codes() -> dict[str, Code]:
    """All codes, stage by stage."""
    return {code: row for rows in stages().values() for code, row in rows.items()}


COULD_NOT_START = frozenset(("E017", "E100", "E101", "E102", "E103", "E246", "E400", "E401", "E408", "E413"))
"""Codes that say that what was asked for on the command line does not exist: the command exits with 2."""
