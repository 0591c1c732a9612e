"""What was found in a file without errors is kept, so that it is only checked again if something has changed.

That is a game which is read, made in many configurations and played on trial: seconds for what nobody has touched. What
is kept counts only while all files that were looked at are the same (`language/text/kept_answers.py`); warnings are
told again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ..diagnostics.diagnostic import Diagnostic, Report
from ..language.text.disk import Answers, recorded
from ..language.text.kept_answers import keep, recall
from ..play.game.kept_rules import may_be_kept
from .selection import Kinds, Selected, kinds_known

CHECKED = "found"
"""The ending of a file that says what was found in another one."""

KINDS = "kinds"
"""The ending of a file with the kinds of texts."""


class KeptChecks:
    """The checks of one command. `how` are the words that decide what is checked, besides the file."""

    def __init__(self, how: Sequence[str]) -> None:
        self._how = tuple(how)
        self._lately: Answers = {}

    def known(self, one: Selected, how: Sequence[str]) -> list[Diagnostic] | None:
        """What was found in a file before, if nothing has changed since."""
        found = recall(CHECKED, self._words(one, how), self._lately)
        return found if isinstance(found, list) else None

    def check(self, one: Selected, how: Sequence[str], check: Callable[[Report], None]) -> list[Diagnostic]:
        """What `check` reports, which is kept if it is no error."""
        own = Report()
        with recorded() as answers:
            check(own)
        if may_be_kept(own.diagnostics):
            keep(CHECKED, self._words(one, how), own.diagnostics, answers)
        return own.diagnostics

    def _words(self, one: Selected, how: Sequence[str]) -> list[str]:
        return [one.path, one.kind, *how, *self._how]


@contextmanager
def kept_kinds(paths: Sequence[str]) -> Iterator[None]:
    """Within this, the kinds of texts are known that were found for these paths before: they depend on nothing else."""
    found = recall(KINDS, paths)
    known: Kinds = found if isinstance(found, dict) else {}
    with kinds_known(known) as used:
        yield
    if used != known:
        keep(KINDS, paths, used, {})
