"""What a row of the table of diagnostic codes says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A row of the table. `severity` is `error` or `warning`; `about` is what the code means."""

    severity: str
    title: str
    about: str
