"""The front end: finds, reads, merges, checks and types the files of a game.

Only where nothing of it is cached from before (`rules`), or where more is asked of the rules than to play by them:
these stages take most of the time of a short command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ....diagnostics.diagnostic import Diagnostic, Label, Report
from ....diagnostics.record import dataclass
from ....diagnostics.span import Source
from ....diagnostics.suggest import limit_comparisons
from ....language.spec.nodes import Spec
from ....language.spec.read import read_spec
from ....language.typing.check import type_spec
from ....language.typing.entry_points import Typed
from ....source.merge.assembly import Assembled, assemble
from ....source.merge.causes import explain_variants
from ....source.merge.error_recovery import TWICE, RecoveredTree
from ....source.merge.parts import ExpandedUse, explain_use_names
from ....source.text.tree import Mapping


@dataclass(frozen=True, slots=True)
class FrontEndResult:
    """What the stages before the program have made of a spec without errors."""

    assembled: Assembled
    spec: Spec
    checked: Typed


Loaded = dict[object, tuple[FrontEndResult, tuple[Diagnostic, ...]]]
"""What was loaded before by one process, with the warnings, by all that it depends on."""


def load_in_full(
    name: str,
    variants: Sequence[str],
    paths: Sequence[str],
    report: Report,
    command_line: Source | None,
    loaded: Loaded | None = None,
) -> FrontEndResult | None:
    """Read a game with its variants and check it; None if anything is wrong, with the errors in `report`.

    What is in `loaded` is not read again where all texts of which the game is made are the same; what is found without
    errors is added.
    """
    with limit_comparisons() as effort:
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
) -> FrontEndResult | None:
    rest: list[RecoveredTree] = []
    assembled = assemble(name, variants, paths, report, command_line=command_line, rest=rest)
    if assembled is None:
        for one in rest:
            check_remainder(one, report)
        return None
    # All that decides what becomes of a game: its files by name, with their texts, and how they were put together
    trees = [assembled.base, *(one.tree for one in assembled.patches), *_parts(assembled.uses)]
    texts = tuple((tree.span.source.name, tree.span.source.text) for tree in trees)
    made_of = assembled.base_path, assembled.variants, assembled.digests, texts
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


def _parts(uses: Iterable[ExpandedUse]) -> Iterator[Mapping]:
    for one in uses:
        yield one.part
        yield from _parts(one.inner)


def type_rules(
    assembled: Assembled, spec: Spec | None, mistakes: Sequence[Diagnostic], report: Report
) -> FrontEndResult | None:
    """Settle the names and types of a game that was read; None if anything is wrong, with the errors in `report`.

    If it could not be read because of some mistakes, what is left without them is looked at.
    """
    if spec is None:
        left = RecoveredTree(assembled.tree).without(mistakes)
        if left is not None:
            check_remainder(left, report)
    checked = type_spec(spec, report) if spec is not None else None
    if spec is None or checked is None:
        explain_use_names(report, assembled.uses)
        result = None
    else:
        result = FrontEndResult(assembled, spec, checked)
    own = {one.tree.span.source.name for one in assembled.patches}
    if own and any(one.span is not None and one.span.source.name not in own for one in report.diagnostics):
        alone = Report()
        load_in_full(assembled.base_path, (), assembled.paths, alone, None)
        explain_variants(report, assembled.base, assembled.touches, own, alone.diagnostics)
    return result


# Later stages look at what is left of a game with mistakes, so that all mistakes are told at once.

TELLING = ("E2", "E30", "E31", "E32", "E33", "E50")
"""The beginnings of the codes that are about one place alone: names, grammar, types, values of options.

What only the game as a whole shows, such as a phase that is never reached, may well follow from what is missing.
"""


def check_remainder(rest: RecoveredTree, report: Report) -> None:
    """Report what later stages find in the rest of a game, as far as it does not follow from what was taken out."""
    spec = None
    report.diagnostics += [one for one in rest.below if one not in report.diagnostics]
    for _ in range(2):
        own = Report()
        spec = read_spec(rest.tree, own)
        _tell(rest.sound(_without_twins(own.diagnostics, report)), report)
        if spec is not None:
            break
        left = rest.without(own.diagnostics)
        if left is None:
            return
        rest = left
    if spec is not None:
        own = Report()
        type_spec(spec, own)
        _tell(rest.sound(_without_twins(own.diagnostics, report)), report)


def _tell(found: list[Diagnostic], report: Report) -> None:
    report.diagnostics += [one for one in found if one.code.startswith(TELLING) and one not in report.diagnostics]


UNDECLARED = {
    "phases": ("E208",), "actions": ("E213",), "zones": ("E201", "E202"), "variables": ("E201", "E202"),
    "functions": ("E201", "E202", "E203"), "effects": ("E203",), "types": ("E206",), "words": ("E728",),
}  # fmt: skip
"""The codes of a name that nothing in a section has."""

CONFLICT = "E168"
"""The code of two keys of which one is too many."""


def _without_twins(found: list[Diagnostic], report: Report) -> list[Diagnostic]:
    """The mistakes in the rest without unknown names that a key which is there twice was to have: that is told there.

    The second of two alike was copied and not adapted; or the line above it with the name of a thing is missing.
    """
    for number, twin in enumerate(report.diagnostics):
        section, *names = twin.path.removeprefix("add.").removeprefix("override.").split(".")
        if twin.code != TWICE or twin.span is None or len(names) not in (1, 2):
            continue
        here = f"{section}.{names[0]}"
        conflicts = [o for o in report.diagnostics if o is not twin and o.code in (TWICE, CONFLICT) and here in o.path]
        if len(names) > 1 and not conflicts:
            continue
        unknown = [one for one in found if one.code in UNDECLARED.get(section, ()) and one.span]
        unknown = [one for one in unknown if _is_nowhere(one, twin)]
        wanted = {one.span.text for one in unknown if one.span}
        if len(wanted) != 1 or (len(unknown) == 1 and "did you mean" in "".join(unknown[0].helps)):
            continue  # a name that is used once, and is like another one, is rather misspelt
        name, used = wanted.pop(), unknown[0].span
        assert used is not None
        found = [one for one in found if one not in unknown]
        head = twin.span.text.rpartition(".")[0]
        put = (
            f"write `{head}{'.' if head else ''}{name}` here" if len(names) == 1 else f"write `{name}:` above this line"
        )
        helps = (f"{put}: line {used.line} uses it, but nothing has this name", *twin.helps)
        others = (*twin.others, Label(used, "used here"))
        report.diagnostics[number] = replace(twin, helps=helps, others=others)
        report.diagnostics[:] = [o for o in report.diagnostics if o.code != CONFLICT or o.path != here]
    return found


def _is_nowhere(unknown: Diagnostic, twin: Diagnostic) -> bool:
    """Whether a name that nothing has is like none that there is but for the twin, and stands before no colon."""
    span, other = unknown.span, twin.span
    assert span is not None and other is not None
    near = next(
        (match[1] for one in unknown.helps if (match := re.search(r"did you mean (?:the \w+ )?'(\w+)'", one))), ""
    )
    if len(span.text) == 1 or near not in ("", other.text.rpartition(".")[2]):
        return False
    return re.search(rf"^[\s\w.-]*\b{span.text}\b(?:\([^()]*\))? *:", other.source.text, re.MULTILINE) is None
