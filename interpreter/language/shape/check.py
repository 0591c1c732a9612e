"""Stage 2: a file of YAML is checked against the language's own list of keys and kinds of values."""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .checked import is_known_clean, remember_clean
from .explain import explain
from .patch import check_patches
from .places import failing_places
from .schema import shape_of
from .validator import data_of, errors_in


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


def check_scenarios(tree: Mapping, report: Report) -> None:
    """Check the shape of a file of scenarios."""
    _check(tree, "scenario", report)


def _check(tree: Mapping, name: str, report: Report) -> None:
    data = data_of(tree)
    if is_known_clean(data, name):
        return
    errors = list(errors_in(data, name))
    if errors:
        explain(failing_places(tree, shape_of(name), errors), report)
    else:
        remember_clean(data, name)
