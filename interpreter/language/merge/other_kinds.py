"""Files that are neither a game nor a variant: what they hold, and what can be done with them."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from ..text.head import read_head

OTHERS = {
    "scenarios": ("scenarios", "`cardwright test {file}` runs them"),
    "clauses": ("the clauses of a rulebook", "`cardwright clauses {folder}` lists them"),
    "part": ("a part, which games bring in by `uses`", "`cardwright validate {file}` checks it"),
}
"""Files of other kinds, by the key that makes them so: what they hold, and what can be done with them."""


def holds_another_kind(file: Path) -> tuple[str, str] | None:
    """What a file holds that is no game and no variant, and what can be done with it; None for all others."""
    keys = read_head(file, tuple(OTHERS))
    kind = "trace" if file.suffix == ".jsonl" else next((key for key in OTHERS if key in keys), "")
    if not kind:
        return None
    holds, instead = OTHERS.get(kind, ("the record of a game", "`cardwright replay {file}` plays it again"))
    return holds, instead.format(file=quote(str(file)), folder=quote(str(file.parent)))
