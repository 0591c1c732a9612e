"""The one table of builtins: operators, functions, properties, comprehensions and effects.

The type checker, the executors, the language reference and the tests of its examples read it.
A new builtin is a new row and a row in the compiled engine; a new kind of effect needs more, see docs/developers.md.
"""

from __future__ import annotations

from .effects import EFFECTS
from .folds import FOLDS
from .functions import FUNCTIONS, PROPERTIES
from .operators import OPERATORS
from .row import Form, Row

ROWS: dict[str, Row] = {row.op: row for row in (*OPERATORS, *FUNCTIONS, *PROPERTIES)}
"""Each row with a meaning of its own, by its key in the IR."""


PARTS = ("subsets", "stretches")
"""Functions that give lists of lists."""

YIELDING = frozenset({*PARTS, "sets", "runs", "apart", "top"})
"""Built-in functions whose names a spec may give to a function of its own, which then takes their place."""


def spelled(form: Form, spelling: str) -> tuple[Row, ...]:
    """The rows of this form and spelling: `spelled("function", "max")` are two, which differ in their types."""
    return tuple(row for row in ROWS.values() if row.form == form and row.spelling == spelling)


def spellings(form: Form) -> tuple[str, ...]:
    """All spellings of a form, for suggestions."""
    return tuple(dict.fromkeys(row.spelling for row in ROWS.values() if row.form == form))


__all__ = ["EFFECTS", "FOLDS", "PARTS", "ROWS", "YIELDING", "Row", "spelled", "spellings"]
