"""Lowers scorings: the points of each category are computed, stored on a sheet, and added to a variable."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Label, Report
from ....diagnostics.span import Span
from ....diagnostics.suggest import did_you_mean
from ...ir import nodes as ir
from ...ir.types import INTEGER
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import NameScope
from ..names.world import owner_type
from .matching import all_owners, fit


def sheet_variable(scoring: str, category: str) -> str:
    """The engine variable that holds the points of a category, written `it.sheet.SCORING.CATEGORY`."""
    return f"sheet.{scoring}.{category}"


def score(call: syn.CallExpression, scope: NameScope) -> ir.Body:
    """`score(hand)`: E214 unknown scoring, E215 no variable for the sum."""
    world = scope.world
    arg = call.args[0] if len(call.args) == 1 else None
    declared = world.spec.scoring.get(arg.id) if isinstance(arg, syn.Name) else None
    if declared is None:
        message = "'score' needs the name of a scoring"
        label = "not declared under `scoring:`"
        notes = (
            "scorings: " + ", ".join(world.spec.scoring)
            if world.spec.scoring
            else "this game declares none; points are a variable",
        )
        helps = did_you_mean(arg.id, world.spec.scoring) if isinstance(arg, syn.Name) else ()
        scope.fault("E214", message, (arg or call).span, label=label, notes=notes, helps=helps)
        return ()
    return sheets(declared, scope, call.span)


def sheets(declared: spec.Scoring, scope: NameScope, span: Span) -> ir.Body:
    """Compute one category after the other for all owners, then add the sums.

    A later category may read earlier ones, also those of other owners.
    """
    type = owner_type(declared.per)
    owners = all_owners(type, span)
    owner = scope.frame.local("it", type, span)
    inner = scope.fresh(frame=scope.frame, it=owner, where="in a scoring")
    lines: list[ir.Stmt] = []
    reads: list[tuple[str, ir.Expr]] = []
    for category in declared.categories:
        placed = inner.at(category.path)
        points = fit(placed.typed(category.points, INTEGER), INTEGER, placed, category.points.span)
        name = sheet_variable(declared.name.text, category.name.text)
        lines.append(ir.ForEach(owner, owners, (ir.SetVariable(name, owner, points, category.name.span),), span))
        reads.append((category.name.text, ir.Variable(name, owner, INTEGER, category.name.span)))
    into = _into(declared, scope)
    if into is not None and reads:
        total: ir.Expr = ir.Variable(into, owner, INTEGER, span)
        for _, read in reads:
            total = ir.Apply("add", (total, read), INTEGER, span)
        lines.append(ir.ForEach(owner, owners, (ir.SetVariable(into, owner, total, span),), span))
    return (*lines, ir.Score(declared.name.text, owners, owner, tuple(reads), span))


def _into(declared: spec.Scoring, scope: NameScope) -> str | None:
    if declared.into is None:
        return None
    world, word = scope.world, declared.into
    variable = world.spec.variables.get(word.text)
    if (
        variable is None
        or variable.of is None
        or variable.of.text != declared.per.text
        or variable.along
        or variable.type.word.text != "integer"
    ):
        own = [
            f"`{one.name.text}`"
            for one in world.spec.variables.values()
            if one.of and (one.of.text, one.type.word.text, one.along) == (declared.per.text, "integer", ())
        ]
        helps = did_you_mean(word.text, world.spec.variables) if variable is None else ()
        if own and variable is None:
            helps = helps or (f"name an integer variable of each {declared.per.text}: {' or '.join(own)}",)
        others = (Label((variable.of or variable.name).span, "declared here"),) if variable else ()
        world.report.add(
            "E215",
            f"'{word.text}' is not an integer variable of each {declared.per.text}",
            word.span,
            label="the sum is added to this",
            others=others,
            helps=helps
            or _as_declared(variable, declared)
            or (f"declare it: `{word.text}: {{of: {declared.per.text}, type: integer}}`",),
            path=declared.path,
        )
        return None
    return word.text


def _as_declared(variable: spec.VariableSpec | None, declared: spec.Scoring) -> tuple[str, ...]:
    """How a score sheet adds to a variable that each team has, or each player, as a help."""
    if variable is None or variable.of is None or variable.of.text == declared.per.text:
        return ()
    return (f"each {variable.of.text} has one: let each have a sheet, `of: {variable.of.text}`",)


def _unknown(what: str, word: syn.Word, names: list[str], code: str, scope: NameScope) -> ir.Expr:
    message, helps = f"unknown {what} '{word.text}'", did_you_mean(word.text, names)
    notes = (f"available: {', '.join(names)}" if names else "this game has none",)
    return scope.fault(code, message, word.span, label=f"no such {what}", notes=notes, helps=helps)


def sheet(node: syn.AttributeAccess, scope: NameScope) -> ir.Expr | None:
    """`it.sheet.hand.distance`: the points of a category when it was last scored; None if it is written otherwise."""
    inside, every = node.target, scope.world.spec.scoring
    if (
        isinstance(inside, syn.AttributeAccess)
        and inside.name.text == "sheet"
        and every
        and node.name.text not in every
    ):
        name = next(
            (one for one, s in every.items() if node.name.text in [c.name.text for c in s.categories]), "SCORING"
        )
        helps = (f"write `{print_syntax(inside)}.{name}.{node.name.text}`",)
        return scope.fault("E202", "a sheet is named by its scoring", node.name.span, label="which one?", helps=helps)
    if not isinstance(inside, syn.AttributeAccess) or not isinstance(inside.target, syn.AttributeAccess):
        return None
    if inside.target.name.text != "sheet":
        return None
    world = scope.world
    declared = world.spec.scoring.get(inside.name.text)
    if declared is None:
        return _unknown("scoring", inside.name, list(world.spec.scoring), "E214", scope)
    categories = [c.name.text for c in declared.categories]
    if node.name.text not in categories:
        return _unknown("category", node.name, categories, "E202", scope)
    owner = scope.typed(inside.target.target)
    owner = fit(owner, owner_type(declared.per), scope, inside.target.target.span)
    return ir.Variable(sheet_variable(declared.name.text, node.name.text), owner, INTEGER, node.span)


# Who wins, as it is written at first, `winners: max(it.points)`, and how it is written here.

SIGNS = {"max": "", "maximum": "", "most": "", "highest": "", "top": "", "min": "-", "minimum": "-", "lowest": "-"}
"""Functions that people look for, and the sign of what is compared."""

ABOUT = ("E201", "E202", "E203", "E210", "E310", "E320")
"""Codes that such a line gives rise to."""


def help_who_wins(written: syn.Expr, spec_: spec.Spec, report: Report, before: int) -> None:
    """Say in the mistakes from number `before` on how to name whoever has most: `best(p for p in players by …)`."""
    if not isinstance(written, syn.CallExpression) or written.target is not None or written.name.text not in SIGNS:
        return
    body = written.comprehension.body if written.comprehension else written.args[0] if written.args else None
    if body is None:
        return
    sign, loops = SIGNS[written.name.text], written.comprehension.loops if written.comprehension else ()
    goes, what = "p for p in players", f"{sign}{_of_p(body, spec_)}"
    if len(loops) == 1 and not isinstance(body, syn.Name):
        each = loops[0].name.text
        goes, what = f"{each} for {each} in {print_syntax(loops[0].source)}", f"{sign}{print_syntax(body)}"
    helps = (f"whoever has {'least' if sign == '-' else 'most'}: `best({goes} by {what})`",)
    for i, one in enumerate(report.diagnostics[before:], before):
        if one.code in ABOUT:
            report.diagnostics[i] = replace(one, helps=helps)


def _of_p(body: syn.Expr, spec_: spec.Spec) -> str:
    """What is compared, of a player p: a variable written as a function, or without a player, is that of p."""
    numbers = [name for name, one in spec_.variables.items() if one.of is not None and one.type.word.text == "integer"]
    match body:
        case syn.CallExpression(target=None, args=(_,)) if body.name.text in spec_.functions:
            return f"{body.name.text}(p)"
        case syn.CallExpression(target=None, args=(_,)) if body.name.text in spec_.variables:
            return f"p.{body.name.text}"
        case syn.AttributeAccess(target=syn.Name()):
            return f"p.{body.name.text}"
        case syn.Name() if body.id in spec_.variables:
            return f"p.{body.id}"
        case syn.Binary():
            return print_syntax(body)
        case _:
            return f"p.{numbers[0] if numbers else 'points'}"
