"""Finds the line of a variant that has made a mistake in its game: what its author wrote is told, not what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ..shape.schema import shape_at
from ..text.tree import Mapping, texts_of
from .conflicts import Change, Edit
from .paths import node_at

MOST_USES = 4
"""So many places that use what was changed are shown; of the others, only how many they are."""

_VERBS: dict[Change, str] = {"sets": "changes", "places": "moves"}
_LIST = re.compile(r"phases\.[a-z0-9_]+")
"""The path of a phase, which messages about its list of actions have."""

_WORD = re.compile(r"[a-z0-9_]+")

HELP = "also change what needs it in the variant, or do not remove it"


def explain_variants(
    report: Report, base: Mapping, edits: Sequence[Edit], own: Set[str], alone: Iterable[Diagnostic]
) -> None:
    """Tell all mistakes in the game itself that follow from one line of a variant as one, at that line.

    `edits` are all changes, `own` the files of variants (`Source.name`): what is wrong in them comes first. `alone` is
    what is wrong in the game without its variants, which stays what it is.
    """
    known = {(one.code, one.span) for one in alone}
    kept: list[Diagnostic] = []
    caused: dict[Edit, list[tuple[int, Diagnostic]]] = {}
    gone = {one.path[-1]: one for one in edits if one.what == "removes"}
    rules = [(one, _lost(one, base)) for one in edits if not one.idle and _about_rules(one)]
    for found in report.diagnostics:
        if found.span is None or (found.code, found.span) in known:
            kept.append(found)
        elif found.span.source.name in own:
            edit = gone.get(found.span.text) if found.code.startswith("E2") else None
            kept.append(_explained(found, edit) if edit else found)
        else:
            ranked = [(_nearness(found, edit, lost), edit) for edit, lost in rules]
            near, cause = max(ranked, key=lambda one: one[0], default=(0, None))
            if cause is not None and (near or (len(rules) == 1 and found.severity == "error")):
                caused.setdefault(cause, []).append((near, found))
            else:
                kept.append(found)
    mine = [one for one in kept if one.span is not None and one.span.source.name in own]
    wrong = [one.span for one in mine if one.severity == "error" and one.span is not None]
    mine += [
        _at_its_cause(edit, _lost(edit, base), uses) for edit, uses in caused.items() if not _is_wrong(edit, wrong)
    ]
    report.diagnostics[:] = [*mine, *(one for one in kept if one not in mine)]


def _about_rules(edit: Edit) -> bool:
    shapes = (shape_at(edit.path[:length]) for length in range(1, len(edit.path) + 1))
    return edit.path[0] != "rulebook" and all(shape is None or shape.rules for shape in shapes)


def _lost(edit: Edit, base: Mapping) -> Set[str]:
    """The names that a change takes away: that of what it removes, and those that a list no longer has."""
    before = {one.text for one in texts_of(node_at(base, edit.path))}
    return {edit.path[-1]} if edit.what == "removes" else before - {one.text for one in texts_of(edit.value)}


def _nearness(found: Diagnostic, edit: Edit, lost: Set[str]) -> int:
    """How much speaks for a change as the cause of a mistake; 0 if nothing does."""
    shown = any(_beside(label.span, edit.span) for label in found.others)
    same = len(edit.path) > 1 and (*found.path.split(".")[:2],) == edit.path[:2]
    assert found.span is not None
    said = {*_WORD.findall(found.message), found.span.text}
    helped = edit.path[-1] in _WORD.findall(" ".join(found.helps))
    named = bool({*edit.path[-1:], *edit.path[1:2]} & said)
    return 16 * shown + 8 * bool(lost & said) + 4 * named + 2 * same + helped


def _is_wrong(edit: Edit, wrong: Iterable[Span]) -> bool:
    """Whether a mistake is told in what a change writes, from which all the rest may follow."""
    here = edit.value.span if edit.value is not None else edit.span
    return any(one.source.file == here.source.file and here.start <= one.start < here.end for one in wrong)


def _beside(one: Span, other: Span) -> bool:
    """Whether two places are in the same line of a file."""
    first, last = sorted((one, other), key=lambda span: span.start)
    return one.source.file == other.source.file and "\n" not in one.source.text[first.start : last.start]


def _at_its_cause(edit: Edit, lost: Set[str], found: Sequence[tuple[int, Diagnostic]]) -> Diagnostic:
    """All that follows from one change as one mistake, told in the words of what is nearest to it."""
    uses = [one for _, one in sorted(found, key=lambda one: -one[0])]
    first, others = uses[0], [label for one in uses for label in one.others]
    span, label = next(((o.span, o.text) for o in others if _beside(o.span, edit.span)), (edit.span, ""))
    name, more = ".".join(edit.path), len(uses) - MOST_USES
    paths = ", ".join(dict.fromkeys(f"'{one.path}'" for one in uses if one.path and not name.startswith(one.path)))
    notes = (*first.notes, *((f"this is about {paths}",) if paths and more <= 0 else ()))
    says, helps = f"{_VERBS.get(edit.what, edit.what)} '{name}', and then: {first.message}", first.helps
    used = first.span.text if first.span and first.code.startswith(("E2", "E3")) else ""
    if used in lost:
        says = f"removes '{name}'" if edit.what == "removes" else f"takes '{used}' out of '{name}'"
        says, label = f"{says}, but the game still uses it", f"used in {how_many(len(uses), 'place')}"
        notes = ()
        lists = [one for one in uses if _LIST.fullmatch(one.path) and one.code == "E213"]
        outs = ", ".join(dict.fromkeys(f"{one.path}.offer.{used}" for one in lists))
        helps = (f"take it out of the list, too: `remove: [{name}, {outs}]`",) if outs else ()
        helps += () if len(lists) == len(uses) else (HELP,)
    here = "still used here" if used in lost else ""
    told = dict.fromkeys(Label(one.span, here or one.label or "here") for one in uses if one.span is not None)
    told |= dict.fromkeys(one for one in others if not here and not _beside(one.span, edit.span))
    return Diagnostic(
        "E245" if used in lost else first.code,
        f"variant '{edit.variant}' {says}",
        span,
        label=label,
        others=(*told,)[:MOST_USES],
        notes=(*notes, *((f"and in {how_many(more, 'more place')}",) if more > 0 else ())),
        helps=helps,
        path="remove" if edit.what == "removes" else first.path,
    )


def _explained(found: Diagnostic, edit: Edit) -> Diagnostic:
    """A mistake in a rule that a variant writes itself about what one removes."""
    label = Label(edit.span, f"variant '{edit.variant}' removes it")
    helps = (*found.helps, HELP)
    return replace(found, others=(*found.others, label), helps=helps)
