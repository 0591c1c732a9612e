"""Explains unknown names that a variant has removed: the report says which variant, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Map
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ..text.tree import Mapping, Scalar
from ..text.tree import Sequence as List
from .order import name_of

_LIST = re.compile(r"phases\.[a-z0-9_]+")
"""The path of a phase, which messages about its list of actions have."""

HELP = "also change what needs it in the variant, or do not remove it"


def removed(variants: Sequence[Mapping]) -> dict[str, Label]:
    """The last names of the paths that variants remove, each with a label at the line that removes it."""
    return {path.rpartition(".")[2]: label for path, label in removals(variants)}


def removals(variants: Sequence[Mapping]) -> Iterator[tuple[str, Label]]:
    """The whole paths that variants remove, each with such a label."""
    for variant in variants:
        items = variant.get("remove")
        for item in items.items if isinstance(items, List) else ():
            if isinstance(item, Scalar):
                yield item.text, Label(item.span, f"variant '{name_of(variant)}' removes it")


def explain_removed(report: Report, gone: Map[str, Label]) -> None:
    """Add to each diagnostic about an unknown name (E2xx) that a variant removed it, if one did."""
    report.diagnostics[:] = [_explained(diagnostic, gone) for diagnostic in report.diagnostics]


def _help(diagnostic: Diagnostic) -> str:
    """What to do; of an action that is still on offer, how to take it out of the list."""
    if diagnostic.code != "E213" or diagnostic.span is None or not _LIST.fullmatch(diagnostic.path):
        return HELP
    return f"take it out of the list, too: `remove: [{diagnostic.path}.offer.{diagnostic.span.text}]`"


def _explained(diagnostic: Diagnostic, gone: Map[str, Label]) -> Diagnostic:
    label = gone.get(diagnostic.span.text) if diagnostic.span and diagnostic.code.startswith("E2") else None
    if label is None or label in diagnostic.others:
        return diagnostic
    return replace(diagnostic, others=(*diagnostic.others, label), helps=(*diagnostic.helps, _help(diagnostic)))
