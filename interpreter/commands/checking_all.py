"""Checks all the files of a command: what is known of them is told at once, the others are shared out.

Many files are checked by several processes (`sharing.py`), each with a shelf of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..diagnostics.diagnostic import Diagnostic
from ..diagnostics.record import dataclass
from ..language.merge.catalogue import Found, found_once
from ..play.scenario.begin import Shelf
from .checking import check_file
from .kept_checks import KeptChecks
from .selection import Selected

PLAYED = ("spec", "variant")
"""The kinds of files that are played on trial."""

FEW = 8
"""Fewer files than this are checked by this process."""


@dataclass(frozen=True, slots=True)
class Checking:
    """What decides how files are checked: folders with more games, seconds of play for each, whether to be `quick`.

    Specs are checked with `variants`, all of them together.
    """

    path: tuple[str, ...]
    seconds: float
    quick: bool
    variants: tuple[str, ...] = ()


class Checker:
    """Checks files in one process."""

    def __init__(self, how: Checking) -> None:
        self._how = how
        self._shelf = Shelf(how.path, engine="reference")
        self._kept = KeptChecks([str(how.quick), *how.path])
        self._found: Found = {}

    def known(self, one: Selected) -> list[Diagnostic] | None:
        """What was found in a file before, if nothing has changed since."""
        return self._kept.known(one, self._words(one))

    def check(self, one: Selected) -> list[Diagnostic]:
        """What is found in a file."""
        how = self._how
        check = partial(
            check_file, one, how.path, self._shelf, seconds=how.seconds, quick=how.quick, variants=how.variants
        )
        with found_once(self._found):
            return self._kept.check(one, self._words(one), check)

    def _words(self, one: Selected) -> list[str]:
        return [str(self._how.seconds), *self._how.variants] if one.kind in PLAYED else []


def check_all(files: Sequence[Selected], how: Checking) -> Iterator[Diagnostic]:
    """All that is found in these files, in their order."""
    checker = Checker(how)
    known = {one: checker.known(one) for one in files}
    new = [one for one, found in known.items() if found is None]
    checked = _shared(new, checker, how) if len(new) >= FEW else map(checker.check, new)
    for found in known.values():
        yield from next(checked) if found is None else found


def _shared(files: Sequence[Selected], checker: Checker, how: Checking) -> Iterator[list[Diagnostic]]:
    from .sharing import counted, jobs_for, shared  # takes longer to load than most files to check

    with counted(len(files), "files") as advance:
        yield from shared(partial(_check_there, how), checker.check, files, jobs_for(len(files)), advance)


_there: dict[Checking, Checker] = {}
"""The checker of a process that only checks files for another one."""


def _check_there(how: Checking, one: Selected) -> list[Diagnostic]:
    if how not in _there:
        _there[how] = Checker(how)
    return _there[how].check(one)
