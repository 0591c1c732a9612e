"""Stage 2: a file of YAML is checked against the language's own list of keys and kinds of values."""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .explain import explain
from .fitting import fits
from .patch import check_patches
from .places import failing_places
from .schema import USING, shape_of
from .validator import errors_in
from .values import bare_nulls, data_of


def check_spec(tree: Mapping, report: Report) -> None:
    """Check the shape of a spec, as written or merged (E160 to E168). All mistakes are reported.

    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> report = Report()
    >>> check_spec(compose(Source("a.yaml", "spec: 1\\ngame: A b"), report, mapping=True), report)
    >>> [found.code for found in report.diagnostics]
    ['E166', 'E161']
    """
    _check(tree, "spec", report)


def check_variant(tree: Mapping, report: Report) -> None:
    """Check the shape of a variant file: its keys, and how its patches are written.

    What the patches set is checked after merging, as a part of the spec (`check_spec`).
    """
    _check(tree, "variant", report)
    check_patches(tree, report)


def check_uses(tree: Mapping, report: Report) -> None:
    """Check how a spec uses parts, before they are brought in; the rest of it is checked afterwards (`check_spec`)."""
    _check(Mapping(tuple(entry for entry in tree.entries if entry.key.text in USING), tree.span), "uses", report)
    check_patches(tree, report)


def check_part(tree: Mapping, report: Report) -> None:
    """Check the shape of the file of a part; what its parameters stand for is checked where it is used."""
    _check(tree, "part", report)
    cases = tree.get("cases")
    for _, by_value in cases if isinstance(cases, Mapping) else ():
        for _, changes in by_value if isinstance(by_value, Mapping) else ():
            if isinstance(changes, Mapping):
                check_patches(changes, report)


def check_scenarios(tree: Mapping, report: Report) -> None:
    """Check the shape of a file of scenarios."""
    _check(tree, "scenario", report)


def _check(tree: Mapping, name: str, report: Report) -> None:
    data = data_of(tree)
    if fits(data, name):
        return
    nulls = list(bare_nulls(tree))
    if not any(listed for _, _, listed in nulls):
        nulls = []  # nothing in the game has this name
    data = data_of(tree, null=bool(nulls))
    explain(failing_places(tree, shape_of(name), list(errors_in(data, name))), report)
    wrong = {found.span for found in report.diagnostics}
    for node, path, _ in nulls:
        if node.span not in wrong:
            message, label = "`null` means nothing in YAML, and is taken for a name here", "a name in this game"
            report.add("W105", message, node.span, label=label, helps=('write `"null"`',), path=path)
