"""Named conditions."""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN
from ...spec import nodes as spec
from ...syntax.write import write
from ..names.facts import about, if_true
from ..names.scope import Scope
from ..names.world import Course
from .matching import fit
from .told import told


def conditions(
    written: tuple[spec.Condition, ...], scope: Scope, chosen: frozenset[str] = frozenset()
) -> tuple[ir.Condition, ...]:
    """Each condition with its name; a later one may rely on the earlier ones.

    Moves are listed by computing each condition as soon as all that it mentions is `chosen`, so a later condition may
    be computed before an earlier one. It may rely on a fact of the earlier one only if the fact itself mentions every
    choice that the earlier one mentions: then the earlier one has been computed by then.

        choose: {a: …, b: …}
        when:
          first: "a.number is not none and b.open"     its fact mentions a only
          second: a.number > 2                         computed before `first`: must check a.number again
    """
    typed = []
    for one in written:
        scope = replace(scope, path=one.path)
        test = fit(scope.typed(one.test), BOOLEAN, scope, one.test.span)
        said = told(one.braces, scope, chosen)
        typed.append(ir.Condition(one.name.text, test, one.path, one.test.span, said))
        speaks = about(write(one.test)) & chosen
        scope = scope.knowing(frozenset(f for f in if_true(one.test) if speaks <= about(f)))
    return tuple(typed)


def holding(written: tuple[spec.Condition, ...], scope: Scope, span: Span) -> ir.Expr:
    """All of the conditions together; true where there are none."""
    return all_of([c.test for c in conditions(written, scope)], span)


def deciding(written: tuple[spec.Condition, ...], scope: Scope, span: Span, course: Course) -> ir.Expr:
    """All of the conditions together by which the course of the game is decided.

    A condition with a text of its own is declared: it says to people what everybody learns by it.
    """
    typed = conditions(written, scope)
    for condition, one in zip(written, typed, strict=True):
        if not condition.why:
            scope.world.note_flow(one.test, scope.me, one.path, course)
    return all_of([one.test for one in typed], span)


def all_of(tests: list[ir.Expr], span: Span) -> ir.Expr:
    """All of the tests together, one after the other; true where there are none."""
    if not tests:
        return ir.Const(1, BOOLEAN, span)
    every = tests[0]
    for test in tests[1:]:
        every = ir.Apply("and", (every, test), BOOLEAN, span)
    return every
