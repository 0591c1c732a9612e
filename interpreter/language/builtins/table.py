"""The one table of builtins: operators, functions, properties, comprehensions and effects.

The type checker, the executors, the language reference and the tests of its examples read it.
A new builtin is a new row here and nothing else, unless it is a new kind of effect.
"""

from __future__ import annotations

from .effects import EFFECTS
from .folds import FOLDS
from .functions import FUNCTIONS, PROPERTIES
from .operators import OPERATORS
from .row import Row

ROWS: dict[str, Row] = {row.op: row for row in (*OPERATORS, *FUNCTIONS, *PROPERTIES)}
"""Each row with a meaning of its own, by its key in the IR."""


def spelled(form: str, spelling: str) -> tuple[Row, ...]:
    """The rows that are written so: `spelled("function", "max")` has two, told apart by their types."""
    return tuple(row for row in ROWS.values() if row.form == form and row.spelling == spelling)


def spellings(form: str) -> tuple[str, ...]:
    """All words of a form, for suggestions."""
    return tuple(dict.fromkeys(row.spelling for row in ROWS.values() if row.form == form))


__all__ = ["EFFECTS", "FOLDS", "ROWS", "Row", "spelled", "spellings"]
