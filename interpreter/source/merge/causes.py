"""Finds the line of a variant that has made a mistake in its game: what its author wrote is told, not what follows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ..shape.schema import shape_at
from ..text.tree import Mapping, child, items_of, texts_of
from .conflicts import Change, Edit
from .paths import node_at

MOST_USES = 4
"""So many places that use what was changed are shown; of the others, only how many they are."""

_VERBS: dict[Change, str] = {"sets": "changes", "places": "moves"}
_LIST = re.compile(r"phases\.[a-z0-9_]+")
"""The path of a phase, which messages about its list of actions or of steps have."""

_LISTS = {"E213": "offer", "E208": "steps"}

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
    rules = _Causes([(one, _lost(one, base)) for one in edits if not one.idle and _about_rules(one)])
    for found in report.diagnostics:
        if found.span is None or (found.code, found.span) in known:
            kept.append(found)
        elif found.code == "W335" and found.label.startswith("no card") and found.span.source.name not in own:
            pass  # a variant without these cards need not change the rules that ask for them
        elif found.span.source.name in own:
            edit = gone.get(found.span.text) if found.code.startswith("E2") else None
            kept.append(_explained(found, edit) if edit else found)
        else:
            near, cause = rules.of(found)
            if cause is not None and (near or (rules.are_one and found.severity == "error")):
                caused.setdefault(cause, []).append((near, found))
            else:
                kept.append(found)
    mine = [one for one in kept if one.span is not None and one.span.source.name in own]
    wrong = [one.span for one in mine if one.severity == "error" and one.span is not None]
    mine += [
        _at_its_cause(edit, _lost(edit, base), uses) for edit, uses in caused.items() if not _is_wrong(edit, wrong)
    ]
    told = {id(one) for one in mine}
    report.diagnostics[:] = [*mine, *(one for one in kept if id(one) not in told)]


def _about_rules(edit: Edit) -> bool:
    shapes = (shape_at(edit.path[:length]) for length in range(1, len(edit.path) + 1))
    return edit.path[0] != "rulebook" and all(shape is None or shape.rules for shape in shapes)


def _lost(edit: Edit, base: Mapping) -> Set[str]:
    """The names that a change takes away: of what it removes, with its symbols, and those that a list has no more."""
    node = node_at(base, edit.path)
    before = {one.text for one in texts_of(node)}
    if edit.what == "removes":
        symbols = child(node, "type") if isinstance(node, Mapping) else node
        return {edit.path[-1]} | {one.text for one in items_of(symbols)}
    return before - {one.text for one in texts_of(edit.value)}


WRONG_COUNT = "E204"
"""The code of a call with too many or too few arguments."""


class _Causes:
    """The changes of variants that may have made something in their game wrong, each with the names that it takes."""

    def __init__(self, rules: Sequence[tuple[Edit, Set[str]]]) -> None:
        self._rules, self.are_one = rules, len(rules) == 1
        self._at: dict[object, list[int]] = {}
        for number, (edit, lost) in enumerate(rules):
            for key in {edit.path[:2], _line(edit.span), *edit.path[-1:], *edit.path[1:2], *lost}:
                self._at.setdefault(key, []).append(number)

    def of(self, found: Diagnostic) -> tuple[int, Edit | None]:
        """The change that is most likely the cause of a mistake, and how much speaks for it: 0 if nothing does."""
        assert found.span is not None
        said, helped = {*_WORD.findall(found.message), found.span.text}, {*_WORD.findall(" ".join(found.helps))}
        place, shown = (*found.path.split(".")[:2],), {_line(label.span) for label in found.others}
        some = {number for key in (place, *shown, *said, *helped) for number in self._at.get(key, ())}
        best, cause = 0, self._rules[0][0] if self._rules else None
        for edit, lost in (self._rules[number] for number in sorted(some)):
            path = edit.path
            near = 16 * (_line(edit.span) in shown) + 8 * bool(lost & said) + 4 * bool({*path[-1:], *path[1:2]} & said)
            near += 2 * (len(path) > 1 and path[:2] == place) + (path[-1] in helped)
            best, cause = (near, edit) if near > best else (best, cause)
        return best, cause


def _line(span: Span) -> tuple[object, int]:
    return span.source.file, span.line


def _is_wrong(edit: Edit, wrong: Iterable[Span]) -> bool:
    """Whether a mistake is told in what a change writes, from which all the rest may follow."""
    here = edit.value.span if edit.value is not None else edit.span
    return any(one.source.file == here.source.file and here.start <= one.start < here.end for one in wrong)


def _at_its_cause(edit: Edit, lost: Set[str], found: Sequence[tuple[int, Diagnostic]]) -> Diagnostic:
    """All that follows from one change as one mistake, told in the words of what is nearest to it."""
    uses = [one for _, one in sorted(found, key=lambda one: -one[0])]
    first, others = uses[0], [label for one in uses for label in one.others]
    span, label = next(((o.span, o.text) for o in others if _line(o.span) == _line(edit.span)), (edit.span, ""))
    name, more = ".".join(edit.path), len(uses) - MOST_USES
    paths = ", ".join(dict.fromkeys(f"'{one.path}'" for one in uses if one.path and not name.startswith(one.path)))
    notes = (*first.notes, *((f"this is about {paths}",) if paths and more <= 0 else ()))
    says, helps = f"{_VERBS.get(edit.what, edit.what)} '{name}', and then: {first.message}", first.helps
    if first.code == WRONG_COUNT:
        helps = ("keep its parameters as they were, or change what calls it as well", *helps)
    used = first.span.text if first.span and first.code.startswith(("E2", "E3")) else ""
    if used in lost:
        says = f"removes '{name}'" if edit.what == "removes" else f"takes '{used}' out of '{name}'"
        says, label = f"{says}, but the game still uses it", f"used in {how_many(len(uses), 'place')}"
        notes = ()
        lists = [one for one in uses if _LIST.fullmatch(one.path) and one.code in _LISTS]
        outs = ", ".join(dict.fromkeys(f"{one.path}.{_LISTS[one.code]}.{used}" for one in lists))
        helps = (f"take it out of the list, too: `remove: [{name}, {outs}]`",) if outs else ()
        helps += () if len(lists) == len(uses) else (HELP,)
    here = "still used here" if used in lost else ""
    told = dict.fromkeys(Label(one.span, here or one.label or "here") for one in uses if one.span is not None)
    told |= dict.fromkeys(one for one in others if not here and _line(one.span) != _line(edit.span))
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
