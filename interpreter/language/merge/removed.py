"""Explains unknown names that a variant has removed.

What the author of the variant wrote is told first: one message at the line that removes something (E245), with the
places in other files that still use it. A use that the variant itself writes is a mistake of its own, at its own line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from collections.abc import Mapping as Map
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.how_many import how_many
from ..text.tree import Mapping, Scalar
from ..text.tree import Sequence as List
from .order import name_of

_LIST = re.compile(r"phases\.[a-z0-9_]+")
"""The path of a phase, which messages about its list of actions have."""

REMOVES = " removes it"
"""How the words at a line that removes something end, after the name of the variant."""

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
                yield item.text, Label(item.span, f"variant '{name_of(variant)}'{REMOVES}")


MOST_USES = 4
"""So many places that use what was removed are shown; of the others, only how many they are."""


def explain_removed(report: Report, gone: Map[str, Label], own: Set[str]) -> None:
    """Tell of each name that a variant has removed where it is still used, at the line that removes it (E245).

    `own` are the files of variants (`Source.name`): what is wrong in them comes first, and what follows from it in the
    game itself after it.
    """
    kept: list[Diagnostic] = []
    used: dict[Label, list[Diagnostic]] = {}
    for one in report.diagnostics:
        label = gone.get(one.span.text) if one.span and one.code.startswith("E2") else None
        if label is not None and not _in(one, own):
            used.setdefault(label, []).append(one)
        else:
            kept.append(_explained(one, label, own))
    kept += [_still_used(label, uses) for label, uses in used.items()]
    report.diagnostics[:] = [*(one for one in kept if _in(one, own)), *(one for one in kept if not _in(one, own))]


def _in(found: Diagnostic, own: Set[str]) -> bool:
    return found.span is not None and found.span.source.name in own


def _still_used(label: Label, uses: Sequence[Diagnostic]) -> Diagnostic:
    """The mistake of removing something, and nothing of what uses it."""
    path, variant = label.span.text, label.text.removesuffix(REMOVES)
    places = tuple(dict.fromkeys(Label(one.span, "still used here") for one in uses if one.span is not None))
    more = len(places) - MOST_USES
    lists = [one for one in uses if _LIST.fullmatch(one.path) and one.code == "E213"]
    outs = dict.fromkeys(f"{one.path}.offer.{path.rpartition('.')[2]}" for one in lists)
    helps = [f"take it out of the list, too: `remove: [{path}, {', '.join(outs)}]`"] if outs else []
    return Diagnostic(
        "E245",
        f"{variant} removes '{path}', but the game still uses it",
        label.span,
        label=f"used in {how_many(len(places), 'place')}",
        others=places[:MOST_USES],
        notes=(f"and in {how_many(more, 'more place')}",) if more > 0 else (),
        helps=(*helps, *(() if len(lists) == len(uses) else (HELP,))),
        path="remove",
    )


def _explained(found: Diagnostic, label: Label | None, own: Set[str]) -> Diagnostic:
    """A mistake in a rule that a variant writes itself about what one removes, or one that follows in the game."""
    if label is not None and label not in found.others:
        return replace(found, others=(*found.others, label), helps=(*found.helps, HELP))
    if found.code == "E218" and own and found.span is not None and not _in(found, own):
        return replace(found, helps=(*found.helps, f"the variant took away what used it: `remove: [{found.path}]`"))
    return found
