"""`cardwright merge`: puts the games of several files together and summarises them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from heapq import merge
from pathlib import Path

import click

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...source.text.storage import whole_file
from ...studies.journal import count_row
from ...studies.measures.action_counts import ActionCounts
from ...studies.outcomes import Outcomes, summary
from ...studies.report.summary_document import summary_document
from ...studies.rows import Row, RowSchema, RowsError, count, read, write
from ..failure import CommandError
from ..flags import check_language, file_flag, format_flag, language_flag
from ..outcome import Outcome
from ..output_file import keep_others, show_result, unwritable
from .simulate import ROWS, suffix_for


@click.command("merge", epilog="Example: cardwright merge part1.csv part2.csv --out all.csv")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@file_flag("--out", about="Write all games to this file.")
@language_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, files: tuple[str, ...], out: str | None, lang: str) -> int:
    """Put the games of several files together and summarise them.

    The files are those that `simulate --out` writes, such as the parts of a study
    that was spread over several machines with --shard.
    """
    check_language(lang)
    suffix = None if out is None else suffix_for(out)
    together = _MergedFiles(files)
    if out is None or suffix is None:
        for _ in together.rows():
            pass
    else:
        keep_others(out, ROWS if suffix == ".jsonl" else "")
        try:
            with whole_file(out) as file:
                write(file, suffix, together.rows())
        except OSError as error:
            if error.filename in files:
                raise  # one of the files could not be read
            raise unwritable(out, error) from None
    rules = together.rules
    if rules is None:
        raise CommandError("E018", "there is no game in these files", files[0])
    result = {**summary(rules.game, rules.players, together.outcomes, 0), "missing": together.missing}
    if together.doings.games and together.doings.games == together.outcomes.games:
        result["details"] = {**together.doings.to_json(), "actions": {}}
    show_result(outcome, result, lambda: summary_document(result, together.kinds(), lang))
    if together.missing and not outcome.json:
        shown = ", ".join(f"{a} to {b}" if a < b else str(a) for a, b in together.missing[:5])
        click.echo(f"no game with the seeds {shown}" + (", …" if len(together.missing) > 5 else ""), err=True)
    return 0


def _games(name: str) -> Iterator[tuple[int, str, int, Row]]:
    """The games of a file: the seed, the file, the line and the row. Raises SpecError at what is wrong in it."""
    before = -1
    try:
        for line, row in read(Path(name), suffix_for(name)):
            if row["seed"] <= before:
                raise RowsError("the games are not in the order of their seeds, each once", line)
            before = row["seed"]
            yield before, name, line, row
    except RowsError as error:
        raise row_error(name, error.line, error.message) from None


@dataclass(slots=True)
class _MergedFiles:
    """The games of all files in the order of their seeds, and what they come to."""

    files: Sequence[str]
    outcomes: Outcomes = field(default_factory=Outcomes)
    doings: ActionCounts = field(default_factory=ActionCounts)
    missing: list[tuple[int, int]] = field(default_factory=list)
    rules: RowSchema | None = None
    bots: list[str] = field(default_factory=list)

    def rows(self) -> Iterator[Row]:
        """Each row, counted on the way. Raises SpecError where games do not belong together."""
        before: tuple[int, str, int] | None = None
        # Each file is read once, row by row, and only as far as the others: a study may be larger than memory.
        for seed, name, line, row in merge(*map(_games, self.files), key=lambda one: one[0]):
            rules = RowSchema(row["rules"], len(row["seats"]))
            self.rules = self.rules or rules
            if rules != self.rules:
                raise row_error(name, line, "other rules than before", f"{rules.text}, before: {self.rules.text}")
            bots = sorted(row["seats"])
            if bots != (self.bots or bots):
                raise row_error(
                    name, line, "other bots than before", f"{', '.join(bots)}, before: {', '.join(self.bots)}"
                )
            self.bots = bots
            if before is not None and seed == before[0]:
                raise row_error(name, line, f"the game with seed {seed} is in '{before[1]}', too (line {before[2]})")
            if before is not None and seed > before[0] + 1:
                self.missing.append((before[0] + 1, seed - 1))
            before = (seed, name, line)
            count([row], self.outcomes)
            count_row(row, self.doings)
            yield row

    def kinds(self) -> tuple[str, ...]:
        """Who sat on each seat, if it was the same in all games."""
        found = {outcome.kinds for outcome in self.outcomes.ended}
        return next(iter(found)) if len(found) == 1 else ()


def row_error(name: str, line: int, message: str, *notes: str) -> SpecError:
    """The error at a line of a file of games, or at the whole file (line 0)."""
    report = Report()
    where = f"'{name}', line {line}" if line else f"'{name}'"
    helps = ("`merge` takes files that `simulate --out` has written",)
    report.add("E018", f"{where}: {message}", None, notes=notes, helps=helps)
    return SpecError(report)
