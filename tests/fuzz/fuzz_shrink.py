"""Makes the input of a finding smaller: lines are left out as long as the same goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.fuzz.fuzz_trial import Trial

PATIENCE = 25.0
"""Seconds for one input."""


def smaller(trial: Trial, fails: Callable[[Trial], bool]) -> Trial:
    """The trial with fewer lines, and with fewer files."""
    end = time.monotonic() + PATIENCE
    if not trial.shrinks or not fails(trial):
        return trial
    for name in tuple(trial.files):
        if name != trial.shrinks and time.monotonic() < end:
            files = {one: content for one, content in trial.files.items() if one != name}
            fewer = Trial(kind=trial.kind, files=files, words=trial.words, shrinks=trial.shrinks, more=trial.more)
            trial = fewer if fails(fewer) else trial
    lines = trial.files[trial.shrinks].splitlines(keepends=True)
    size = len(lines) // 2
    while size and time.monotonic() < end:
        at = 0
        while at < len(lines) and time.monotonic() < end:
            rest = lines[:at] + lines[at + size :]
            if fails(trial.with_file(trial.shrinks, b"".join(rest))):
                lines = rest
            else:
                at += size
        size //= 2
    return trial.with_file(trial.shrinks, b"".join(lines))
