"""What variants take away from a game, so that whoever still needs it is told who took it."""

from __future__ import annotations

from collections.abc import Mapping as Map
from collections.abc import Sequence
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ..text.tree import Mapping, Scalar
from ..text.tree import Sequence as List
from .order import name_of

HELP = "change what needs it in the variant too, or do not remove it"


def removed(variants: Sequence[Mapping]) -> dict[str, Label]:
    """The last names of the paths that variants remove, each with the place where that is said."""
    found: dict[str, Label] = {}
    for variant in variants:
        items = variant.get("remove")
        for item in items.items if isinstance(items, List) else ():
            if isinstance(item, Scalar):
                found[item.text.rpartition(".")[2]] = Label(item.span, f"variant '{name_of(variant)}' removes it")
    return found


def explain_removed(report: Report, gone: Map[str, Label]) -> None:
    """Add to each diagnostic about a name that nothing has (E2xx), that a variant removed it."""
    report.diagnostics[:] = [_explained(found, gone) for found in report.diagnostics]


def _explained(found: Diagnostic, gone: Map[str, Label]) -> Diagnostic:
    label = gone.get(found.span.text) if found.span and found.code.startswith("E2") else None
    if label is None or label in found.others:
        return found
    return replace(found, others=(*found.others, label), helps=(*found.helps, HELP))
