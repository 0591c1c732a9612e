"""`cardwright migrate`: brings specs of an older version of the language along.

A spec says by `spec: N` for which version it was written. The steps from one version to the next are listed in `STEPS`;
as long as there is only version 1, the one thing to do is to say so in files that do not.
"""

from __future__ import annotations

from collections.abc import Callable

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ...diagnostics.text import how_many
from ...source.text.composer import compose
from ...source.text.files import read_source
from ...source.text.tree import Mapping, Scalar
from ..flags import format_flag
from ..outcome import Outcome
from ..selection import select
from .fmt import apply_changes

NEWEST = 1
"""The version of the language that this program knows."""

Step = Callable[[Source, Mapping], str]
"""Takes a file of one version to the next: from its text and its tree to its new text."""


def with_version(source: Source, tree: Mapping) -> str:
    """The same text with `spec: 1` above its first key."""
    start = tree.entries[0].key.span.start
    return f"{source.text[:start]}spec: 1\n{source.text[start:]}"


STEPS: dict[int, Step] = {0: with_version}
"""By the version that a file has; 0 where it says none."""


@click.command("migrate", epilog="Example: cardwright migrate my-games --check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change.")
@click.option("--diff", "show", is_flag=True, help="Change nothing; show what would change.")
@format_flag
@click.pass_obj
def command(outcome: Outcome, paths: tuple[str, ...], check: bool, show: bool) -> int:
    """Bring specs of an older version of the language along.

    PATH may be a file, or a folder with everything in it. A spec says by `spec:`
    for which version it was written; one that says none gets it.
    """
    report = Report()
    chosen = [one for one in select(paths, report) if one.kind == "spec"]
    changed = [pair for one in chosen if (pair := _migrated(one.path, report))]
    told = f"{how_many(len(chosen), 'spec')}, {len(changed)} of an older version than {NEWEST}"
    told = told if chosen else "found no specs"
    return apply_changes(changed, len(chosen), told, report, outcome, check=check, show=show)


def _migrated(path: str, report: Report) -> tuple[Source, str] | None:
    """A spec and its new text; None if it is of the newest version, or has mistakes, which are reported."""
    source = read_source(path, report)
    tree = compose(source, report, mapping=True) if source is not None else None
    if source is None or not isinstance(tree, Mapping) or not tree.entries:
        return None
    written = tree.get("spec")
    version = int(written.text) if isinstance(written, Scalar) and written.text.isdecimal() else 0
    if written is not None and not 1 <= version <= NEWEST:
        message, label = f"'spec' cannot be '{written.span.text}'", f"the newest version is {NEWEST}"
        helps = ("a file for a newer version needs a newer cardwright",)
        report.add("E163", message, written.span, label=label, helps=helps)
        return None
    text = source.text
    while (step := STEPS.get(version)) is not None and version < NEWEST:
        text, version = step(Source(source.name, text), tree), version + 1
        again = compose(Source(source.name, text), report, mapping=True)
        if not isinstance(again, Mapping):
            return None
        tree = again
    return (source, text) if text != source.text else None
