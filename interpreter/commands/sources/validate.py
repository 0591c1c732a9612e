"""`cardwright validate`: checks specs, variants, scenario files and traces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from operator import itemgetter

import click

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.record import dataclass
from ...diagnostics.suppression import check_suppressions, without_suppressed
from ...diagnostics.text import how_many
from ...play.game.loading.rules import is_cacheable
from ...play.scenario.initial_state import GameCache
from ...source.merge.catalogue import check_paths
from ...source.text.disk import Answers, recorded
from ...source.text.disk_cache import cache_value, cached_value
from ...source.text.files import read_source
from ..failure import CommandError
from ..flags import path_flag, report_format_flag, seconds_flag, variant_flag
from ..outcome import FINDINGS, NOTHING, Outcome
from ..selection import Kinds, Selected, cached_kinds, check_stray_files, ignore_unknown_flag, select, with_folders
from ..watch import quick_watch_flag
from .checks import check_file
from .fix import correct

USUAL = 0.3
"""For how many seconds specs are played, unless the command line says otherwise."""

LEAST = 0.05
"""The smallest share of it that each of many specs gets."""

WORDS = {"scenarios": "scenario file", "clauses": "clause list", "": "file"}
"""What a kind of file is called, if not by its name."""


@click.command("validate", epilog="Example: cardwright validate specs my-games/race.yaml")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@seconds_flag("--play", "seconds", default=USUAL, about="How long specs are played at random; 0 for not at all.")
@variant_flag(about="Check specs with this variant (repeatable): all of them together.")
@click.option("--strict", is_flag=True, help="Warnings count as errors: the exit code is 1.")
@click.option("--fix", is_flag=True, help="Correct what is beyond doubt, ask about the rest, then check.")
@path_flag
@report_format_flag
@click.pass_obj
@ignore_unknown_flag
@quick_watch_flag
def command(
    outcome: Outcome,
    paths: tuple[str, ...],
    path: tuple[str, ...],
    seconds: float,
    variant: tuple[str, ...],
    strict: bool,
    fix: bool,
    quick: bool = False,
) -> int:
    """Check specs, variants, parts, scenario files and traces.

    PATH may be a file, or a folder with everything in it. Each spec is prepared
    for every number of players, the ends and the default of each option, and
    each pair of these; then it is played at random for a moment, to find what
    only play shows. What each variant keeps alone, two may break together:
    --variant checks them on top of each other.
    """
    if fix and outcome.machine:
        raise CommandError("E013", "--fix asks questions, so its output is for people", "--fix", "leave --format out")
    with kind_cache(paths):
        checking = CheckSettings(with_folders(path, paths), seconds, quick, variant)
        return _validate(outcome, paths, checking, strict=strict, fix=fix)


def _validate(outcome: Outcome, paths: tuple[str, ...], how: CheckSettings, *, strict: bool, fix: bool) -> int:
    report, path, quick = Report(), how.path, how.quick
    check_paths(path, report)
    if report.errors:
        return outcome.fail(report)
    chosen = select(paths, report)
    if fix and not quick:
        done = sum(correct(one, path, False, report) for one in chosen if one.kind != "trace")
        click.echo(how_many(done, "correction"))
    played = sum(one.kind in PLAYED_KINDS for one in chosen)
    share = max(how.seconds / max(played, 1), min(how.seconds, LEAST))
    report.diagnostics += _without_what_follows([*check_all(chosen, replace(how, seconds=share))])
    check_stray_files(paths, report)
    if not quick:
        sources = (read_source(one.path, Report()) for one in chosen if one.kind not in ("trace", ""))
        check_suppressions([one for one in sources if one is not None], report)
    code = outcome.fail(report) if report.errors else 0
    if not report.errors and not quick:
        outcome.show(report)
        code = FINDINGS if strict and without_suppressed(report).warnings else 0
    if not chosen and not code:
        click.echo("found nothing to check", err=True)
        return NOTHING
    if not outcome.machine and not report.errors:
        kinds = Counter(one.kind for one in chosen)
        files = ", ".join(how_many(many, WORDS.get(kind, kind)) for kind, many in kinds.items())
        tested = "; `cardwright test` plays the scenarios" if "scenarios" in kinds and not quick else ""
        click.echo(f"{files}: no errors{' so far' if quick else ', but warnings' if code else ''}{tested}")
    return code


BY_PATH = ("E402", "E406", "E416", "E245")
"""Codes of a variant that does not find in its game what it changes, or takes away what the game needs."""


def _without_what_follows(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings without those on variants that may follow from mistakes of their games: in the same names."""
    others = [one for one in found if one.severity == "error" and not one.code.startswith(("E4", *BY_PATH))]
    named = {name for one in others for name in re.findall(r"'([a-z]\w*)'", one.message)}
    twice = any(one.code == "E130" for one in others)
    kept = []
    for one in found:
        names = {path.rpartition(".")[2] for path in re.findall(r"'([\w.]+)'", one.message)}
        if one.code not in BY_PATH or not (twice or names & named):
            kept.append(one)
    return kept


# All the files of a command: of those that are known the findings are given again, the others are shared out
#
# Many files are checked by several processes (`workers.py`), each with a cache of games of its own.

PLAYED_KINDS = ("spec", "variant")
"""The kinds of files that are played on trial."""

FEWEST_SHARED = 8
"""Fewer files than this are checked by this process."""


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What decides how files are checked: folders with more games, seconds of play for each, whether to be `quick`.

    Specs are checked with `variants`, all of them together.
    """

    path: tuple[str, ...]
    seconds: float
    quick: bool
    variants: tuple[str, ...] = ()


class Checker:
    """Checks files in one process."""

    def __init__(self, how: CheckSettings) -> None:
        self._how = how
        self._games = GameCache(how.path, engine="reference")
        self._lately: Answers = {}

    def known(self, one: Selected) -> list[Diagnostic] | None:
        """What was found in a file before, if nothing has changed since."""
        found = cached_value(FINDINGS_ENDING, self._key(one), self._lately)
        return found if isinstance(found, list) else None

    def check(self, one: Selected) -> list[Diagnostic]:
        """What is found in a file, which is cached if it is no error."""
        own, how = Report(), self._how
        with recorded() as answers:
            check_file(one, how.path, self._games, own, seconds=how.seconds, quick=how.quick, variants=how.variants)
        if is_cacheable(own.diagnostics):
            cache_value(FINDINGS_ENDING, self._key(one), own.diagnostics, answers)
        return own.diagnostics

    def _key(self, one: Selected) -> list[str]:
        """All that decides what is found, besides the files that are read on the way."""
        how = self._how
        play = [str(how.seconds), *how.variants] if one.kind in PLAYED_KINDS else []
        return [one.path, one.kind, *play, str(how.quick), *how.path]


def check_all(files: Sequence[Selected], how: CheckSettings) -> Iterator[Diagnostic]:
    """All that is found in these files, in their order."""
    checker = Checker(how)
    known = {one: checker.known(one) for one in files}
    new = [one for one, found in known.items() if found is None]
    if len(new) < FEWEST_SHARED:
        checked: Iterator[list[Diagnostic]] = map(checker.check, new)
        for found in known.values():
            yield from next(checked) if found is None else found
        return
    from ..progress import with_progress  # these take longer to load than most files to check
    from ..workers import Workers, done_by, in_order, jobs_for

    def lost(part: range) -> CheckedPart:
        return part, [checker.check(new[number]) for number in part]

    jobs = jobs_for(len(new))
    parts = done_by(Workers(jobs), partial(_check_part, how, new), _shares(len(new), jobs), len(new), lost)
    each = (found for _, part in in_order(parts, 0, itemgetter(0)) for found in part)
    checked = with_progress(each, len(new), "files", done="", many=lambda _: 1)
    for found in known.values():
        yield from next(checked) if found is None else found


CheckedPart = tuple[range, list[list[Diagnostic]]]
"""The places of files in a list, and what was found in each."""


def _shares(many: int, jobs: int) -> Iterator[range]:
    """The places of files as shares: files that lie side by side need the same games, and small shares end together."""
    first = 0
    while first < many:
        share = range(first, first + max(1, (many - first) // (2 * jobs)))
        yield share
        first = share.stop


_worker_checkers: dict[CheckSettings, Checker] = {}
"""The checker of a process that only checks files for another one."""


def _check_part(how: CheckSettings, files: Sequence[Selected], part: range) -> CheckedPart:
    if how not in _worker_checkers:
        _worker_checkers[how] = Checker(how)
    return part, [_worker_checkers[how].check(files[number]) for number in part]


# What was found in a file without errors is cached, so that it is only checked again if something has changed
#
# That is a game which is read, made in many configurations and played on trial: seconds for what nobody has touched,
# and without the trial still 0.27 s of processor time for a large game instead of 0.13.
# What is cached counts only while all files that were looked at are the same (`source/text/disk_cache.py`); warnings
# are given again.

FINDINGS_ENDING = "found"
"""The ending of a file that says what was found in another one."""

KINDS_ENDING = "kinds"
"""The ending of a file with the kinds of texts."""


@contextmanager
def kind_cache(paths: Sequence[str]) -> Iterator[None]:
    """Within this, the kinds of texts are known that were found for these paths before: they depend on nothing else.

    To validate all of `specs` once more takes 0.20 s of processor time so, else 0.43: each text would be composed.
    """
    found = cached_value(KINDS_ENDING, paths)
    known: Kinds = found if isinstance(found, dict) else {}
    with cached_kinds(known) as used:
        yield
    if used != known:
        cache_value(KINDS_ENDING, paths, used, {})
