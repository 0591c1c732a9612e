"""Files that were found free of mistakes need not be checked again: this saves the import of jsonschema.

What is cached is that data had no error, under a digest of the data, of the schema and of all that decides: the
validator of this package and jsonschema itself. Mistakes are never cached; so none is ever lost.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ..text import cache_folder
from . import validator
from .schema import schema_text

CHECKED = "checked"
"""The ending of the file that says so."""


def is_known_clean(data: validator.Data, name: str) -> bool:
    """Whether the data of a `spec`, `variant` or `scenario` file had no error when it was checked before."""
    return cache_folder.read([*_rules(name), json.dumps(data)], CHECKED) is not None


def remember_clean(data: validator.Data, name: str) -> None:
    """Remember that data has no error."""
    cache_folder.keep([*_rules(name), json.dumps(data)], CHECKED, b"")


@cache
def _rules(name: str) -> tuple[str, ...]:
    """All that decides what is an error. jsonschema is only looked at from outside, as importing it is what costs."""
    library = find_spec("jsonschema")
    file = Path(library.origin or "") if library else Path()
    changed = file.stat().st_mtime_ns if file.is_file() else 0
    return schema_text(name), Path(validator.__file__).read_text(encoding="utf-8"), str(file), str(changed)
