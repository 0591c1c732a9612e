"""Stage 2: a file of YAML is checked against the language's own list of keys and kinds of values."""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .patch import check_patches
from .schema import shape_of
from .walk import Walk


def check_spec(tree: Mapping, report: Report) -> None:
    """Check the shape of a spec, written or merged (E160 to E168, W100). All mistakes are reported.

    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> report = Report()
    >>> check_spec(compose(Source("a.yaml", "spec: 1\\ngame: A b"), report, mapping=True), report)
    >>> [found.code for found in report.diagnostics]
    ['E166', 'E161']
    """
    Walk(report).node(tree, shape_of("spec"), "", None)


def check_variant(tree: Mapping, report: Report) -> None:
    """Check the shape of a variant file: its keys, and how its patches are written.

    What the patches set is checked after merging, as a part of the spec (`check_spec`).
    """
    Walk(report).node(tree, shape_of("variant"), "", None)
    check_patches(tree, report)


def check_scenarios(tree: Mapping, report: Report) -> None:
    """Check the shape of a file of scenarios."""
    Walk(report).node(tree, shape_of("scenario"), "", None)
