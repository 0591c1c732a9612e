"""The one table of diagnostic codes: what each means, and how to go on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A row of the table. `severity` is `error` or `warning`; `about` is what the code means."""

    severity: str
    title: str
    about: str


CODES: dict[str, Code] = {}
