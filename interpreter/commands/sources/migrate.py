"""`cardwright migrate`: brings specs of an older version of the language along.

A spec says by `spec: N` for which version it was written. As long as there is only version 1, the one thing to do is to
say so in files that do not.
"""

from __future__ import annotations

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
    if written is None:
        start = tree.entries[0].key.span.start
        return source, f"{source.text[:start]}spec: {NEWEST}\n{source.text[start:]}"
    if not isinstance(written, Scalar) or written.text != f"{NEWEST}":
        message, label = f"'spec' cannot be '{written.span.text}'", f"the newest version is {NEWEST}"
        helps = ("a file for a newer version needs a newer cardwright",)
        report.add("E163", message, written.span, label=label, helps=helps)
    return None
