"""Lowers scorings: the points of each category are computed, stored on a sheet, and added to a variable."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ....diagnostics.suggest import suggest
from ...ir import nodes as ir
from ...ir.types import INTEGER
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ..names.scope import Scope
from ..names.types import owner_type
from .matching import everybody, fit, unknown


def sheet_variable(scoring: str, category: str) -> str:
    """The engine variable that holds the points of a category, written `it.sheet.SCORING.CATEGORY`."""
    return f"sheet.{scoring}.{category}"


def score(call: syn.Call, scope: Scope) -> ir.Body:
    """`score(hand)`: E214 unknown scoring, E215 no variable for the sum."""
    world = scope.world
    arg = call.args[0] if len(call.args) == 1 else None
    declared = world.spec.scoring.get(arg.id) if isinstance(arg, syn.Name) else None
    if declared is None:
        near = suggest(arg.id, world.spec.scoring) if isinstance(arg, syn.Name) else None
        world.report.add(
            "E214",
            "'score' needs the name of a scoring",
            (arg or call).span,
            label="not declared under `scoring:`",
            notes=("scorings: " + ", ".join(world.spec.scoring) if world.spec.scoring else "this game declares none",),
            helps=(f"did you mean '{near}'?",) if near else (),
            path=scope.path,
        )
        return ()
    return sheets(declared, scope, call.span)


def sheets(declared: spec.Scoring, scope: Scope, span: Span) -> ir.Body:
    """Compute one category after the other for all owners, then add the sums.

    A later category may read earlier ones, also those of other owners.
    """
    type = owner_type(declared.per)
    owners = everybody(type, span)
    owner = scope.frame.local("it", type, span)
    inner = scope.fresh(frame=scope.frame, it=owner, where="in a scoring")
    lines: list[ir.Stmt] = []
    reads: list[tuple[str, ir.Expr]] = []
    for category in declared.categories:
        placed = replace(inner, path=category.path)
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


def _into(declared: spec.Scoring, scope: Scope) -> str | None:
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
        near = suggest(word.text, world.spec.variables) if variable is None else None
        others = (Label(variable.name.span, "declared here"),) if variable else ()
        world.report.add(
            "E215",
            f"'{word.text}' is not an integer variable of each {declared.per.text}",
            word.span,
            label="the sum is added to this",
            others=others,
            helps=(f"did you mean '{near}'?",)
            if near
            else (f"declare it: `{word.text}: {{of: {declared.per.text}, type: integer}}`",),
            path=declared.path,
        )
        return None
    return word.text


def _unknown(what: str, word: syn.Word, names: list[str], code: str, scope: Scope) -> ir.Expr:
    near = suggest(word.text, names)
    scope.world.report.add(
        code,
        f"unknown {what} '{word.text}'",
        word.span,
        label=f"no such {what}",
        notes=(f"available: {', '.join(names)}" if names else "this game has none",),
        helps=(f"did you mean '{near}'?",) if near else (),
        path=scope.path,
    )
    return unknown(word.span)


def sheet(node: syn.Attribute, scope: Scope) -> ir.Expr | None:
    """`it.sheet.hand.distance`: the points of a category when it was last scored; None if it is written otherwise."""
    inside = node.target
    if not isinstance(inside, syn.Attribute) or not isinstance(inside.target, syn.Attribute):
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
