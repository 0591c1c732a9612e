"""`cardwright migrate`: brings files of an older version of the language along.

A file says by `spec: N` for which version it was written; one that says nothing is of the first. What is written
otherwise today is rewritten at its place (`source.shape.first_version`), so comments and layout stay.
"""

from __future__ import annotations

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from ...diagnostics.text import how_many
from ...source.merge.assembly import context_of
from ...source.shape.first_version import NEWEST, Rewording, reworded, reworded_in
from ...source.text.composer import compose
from ...source.text.files import read_source
from ...source.text.tree import Mapping, Scalar
from ..flags import format_flag, path_flag
from ..outcome import Outcome
from ..selection import Selected, select, with_folders
from .fmt import apply_changes

KINDS = ("spec", "variant", "part", "scenarios")
"""Files that are written for a version."""


@click.command("migrate", epilog="Example: cardwright migrate my-games --check")
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change.")
@click.option("--diff", "show", is_flag=True, help="Change nothing; show what would change.")
@path_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, paths: tuple[str, ...], check: bool, show: bool, path: tuple[str, ...]) -> int:
    """Bring files of an older version of the language along.

    PATH may be a file, or a folder with everything in it. Games, variants, parts
    and scenarios say by `spec:` for which version they were written; one that
    says nothing is of version 1. Comments and layout stay.
    """
    report = Report()
    folders = with_folders(path, paths)
    chosen = [one for one in select(paths, report) if one.kind in KINDS]
    changed = [pair for one in chosen if (pair := _migrated(one, folders, report))]
    told = f"{how_many(len(chosen), 'file')}, {len(changed)} of an older version than {NEWEST}"
    told = told if chosen else "found nothing to bring along"
    return apply_changes(changed, len(chosen), told, report, outcome, check=check, show=show)


def _migrated(one: Selected, folders: tuple[str, ...], report: Report) -> tuple[Source, str] | None:
    """A file and its new text; None if it is of the newest version, or has mistakes, which are reported."""
    source = read_source(one.path, report)
    tree = compose(source, report, mapping=True) if source is not None else None
    if source is None or not isinstance(tree, Mapping) or not tree.entries:
        return None
    written = tree.get("spec")
    if isinstance(written, Scalar) and written.text == NEWEST:
        return None
    if written is not None and not (isinstance(written, Scalar) and written.text == "1"):
        message, label = f"'spec' cannot be '{written.span.text}'", f"the newest version is {NEWEST}"
        helps = ("a file for a newer version needs a newer cardwright",)
        report.add("E163", message, written.span, label=label, helps=helps)
        return None
    game = context_of(one.path, folders) if one.kind in ("spec", "variant") else None
    text, before = source.text, ""
    while text != before:  # what lies within something that has moved has its turn next
        text, before = reworded(text, _found(text, one, game)), text
    again = compose(Source(one.path, text), Report(), mapping=True)
    assert isinstance(again, Mapping)
    version, first = again.get("spec"), again.entries[0].key.span.start
    if version is None:
        return source, f"{text[:first]}spec: {NEWEST}\n{text[first:]}"
    return source, f"{text[: version.span.start]}{NEWEST}{text[version.span.end :]}"


def _found(text: str, one: Selected, game: Mapping | None) -> list[Rewording]:
    """What a text says otherwise than one would today."""
    tree = compose(Source(one.path, text), Report(), mapping=True)
    return reworded_in(tree, one.kind, game) if isinstance(tree, Mapping) else []
