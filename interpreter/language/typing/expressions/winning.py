"""Who wins, as it is written at first, `winners: max(it.points)`, and how it is written here."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Report
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.write import write

SIGNS = {"max": "", "maximum": "", "most": "", "highest": "", "top": "", "min": "-", "minimum": "-", "lowest": "-"}
"""Functions that people look for, and the sign of what is compared."""

ABOUT = ("E201", "E202", "E203", "E210", "E310", "E320")
"""Codes that such a line gives rise to."""


def help_who_wins(written: syn.Expr, spec_: spec.Spec, report: Report, before: int) -> None:
    """Say in the mistakes from number `before` on how to name whoever has most: `best(p for p in players by …)`."""
    if not isinstance(written, syn.Call) or written.target is not None or written.name.text not in SIGNS:
        return
    body = written.comprehension.body if written.comprehension else written.args[0] if written.args else None
    if body is None:
        return
    what = f"{SIGNS[written.name.text]}{_of_p(body, spec_)}"
    helps = (f"whoever has {'least' if what[0] == '-' else 'most'}: `best(p for p in players by {what})`",)
    for i, one in enumerate(report.diagnostics[before:], before):
        if one.code in ABOUT:
            report.diagnostics[i] = replace(one, helps=helps)


def _of_p(body: syn.Expr, spec_: spec.Spec) -> str:
    """What is compared, of a player p: a variable written as a function, or without a player, is that of p."""
    numbers = [name for name, one in spec_.variables.items() if one.of is not None and one.type.word.text == "integer"]
    match body:
        case syn.Call(target=None, args=(_,)) if body.name.text in spec_.functions:
            return f"{body.name.text}(p)"
        case syn.Call(target=None, args=(_,)) if body.name.text in spec_.variables:
            return f"p.{body.name.text}"
        case syn.Attribute(target=syn.Name()):
            return f"p.{body.name.text}"
        case syn.Name() if body.id in spec_.variables:
            return f"p.{body.id}"
        case syn.Binary():
            return write(body)
        case _:
            return f"p.{numbers[0] if numbers else 'points'}"
