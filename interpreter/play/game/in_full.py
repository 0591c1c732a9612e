"""Loads rules in full: finds, reads, merges, checks and types the files of a game.

Only where nothing of it is kept from before (`kept_rules`), or where more is asked of the rules than to play by them:
these stages take most of the time of a short command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source
from ...diagnostics.suggest import limited
from ...language.merge.assemble import Assembled, assemble
from ...language.merge.part_reading import Brought
from ...language.merge.removed import explain_removed
from ...language.merge.rest import Rest
from ...language.merge.used_names import explain_used_names
from ...language.spec.nodes import Spec
from ...language.spec.read import read_spec
from ...language.text.tree import Mapping
from ...language.typing.check import type_spec
from ...language.typing.entering import Typed
from .onward import look_on


@dataclass(frozen=True, slots=True)
class InFull:
    """What the stages before the program have made of a spec without errors."""

    assembled: Assembled
    spec: Spec
    checked: Typed


Loaded = dict[object, tuple[InFull, tuple[Diagnostic, ...]]]
"""What was loaded before by one process, with the warnings, by all that it depends on."""


def load_in_full(
    name: str,
    variants: Sequence[str],
    paths: Sequence[str],
    report: Report,
    command_line: Source | None,
    loaded: Loaded | None = None,
) -> InFull | None:
    """Read a game with its variants and check it; None if anything is wrong, with the errors in `report`.

    What is in `loaded` is not read again where all texts of which the game is made are the same; what is found without
    errors is added.
    """
    with limited() as effort:
        found = _loaded(name, variants, paths, report, command_line, {} if loaded is None else loaded)
    if effort.left_out:
        several = "mistake has" if effort.left_out == 1 else "mistakes have"
        report.add("W773", f"{effort.left_out} more {several} no suggestion, for there are too many", None)
        effort.left_out = 0
        if loaded is not None:
            loaded.clear()  # which suggestions were left out is not known of what was loaded before
    return found


def _loaded(
    name: str,
    variants: Sequence[str],
    paths: Sequence[str],
    report: Report,
    command_line: Source | None,
    loaded: Loaded,
) -> InFull | None:
    rest: list[Rest] = []
    assembled = assemble(name, variants, paths, report, command_line=command_line, rest=rest)
    if assembled is None:
        for one in rest:
            look_on(one, report)
        return None
    made_of = _made_of(assembled)
    if made_of not in loaded:
        own, before = Report(), len(report.diagnostics)
        spec = read_spec(assembled.tree, own)
        report.diagnostics += own.diagnostics
        found = type_rules(assembled, spec, own.diagnostics, report)
        if found is not None:
            loaded[made_of] = found, tuple(report.diagnostics[before:])
        return found
    found, warnings = loaded[made_of]
    report.diagnostics += warnings
    return found


def _made_of(assembled: Assembled) -> tuple[object, ...]:
    """All that decides what becomes of a game: its files by name, with their texts, and how they were put together."""
    trees = [assembled.base, *(one.tree for one in assembled.patches), *_parts(assembled.uses)]
    texts = tuple((tree.span.source.name, tree.span.source.text) for tree in trees)
    return assembled.base_path, assembled.variants, assembled.digest, texts


def _parts(uses: Iterable[Brought]) -> Iterator[Mapping]:
    for one in uses:
        yield one.part
        yield from _parts(one.inner)


def type_rules(
    assembled: Assembled, spec: Spec | None, mistakes: Sequence[Diagnostic], report: Report
) -> InFull | None:
    """Settle the names and types of a game that was read; None if anything is wrong, with the errors in `report`.

    If it could not be read because of some mistakes, what is left without them is looked at.
    """
    if spec is None:
        left = Rest(assembled.tree).without(mistakes)
        if left is not None:
            look_on(left, report)
    checked = type_spec(spec, report) if spec is not None else None
    if spec is None or checked is None:
        explain_used_names(report, assembled.uses)
        explain_removed(report, assembled.removed, {one.tree.span.source.name for one in assembled.patches})
        return None
    return InFull(assembled, spec, checked)
