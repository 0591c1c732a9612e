"""The way from text to program, in order; each arrow is one function of one stage."""

from __future__ import annotations

from .diagnostics.diagnostic import Report
from .merge.assemble import Assembled, assemble
from .shape.check import check_spec
from .spec.nodes import Spec
from .spec.read import read_spec
from .typing.check import Typed, type_spec

__all__ = ["Assembled", "assemble", "check_spec", "read_spec", "type_spec", "understand"]


def understand(assembled: Assembled, report: Report) -> tuple[Spec, Typed] | None:
    """A merged spec, read and typed; None where it has mistakes, which are in the report."""
    before = report.errors
    spec = read_spec(assembled.tree, report)
    if spec is None or report.errors > before:
        return None
    typed = type_spec(spec, report)
    return None if typed is None else (spec, typed)
