"""Evaluates the expressions of scenarios in a position; if one does not hold, shows the values of its parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...engines.program.layout import Layout
from ...engines.program.walk import every, parts
from ...engines.reference.error import PlayError
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Code, Machine
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import BOOLEAN
from ...language.syntax.parse import parse_expression
from ...language.typing.entering import Typed
from ..game.facts import culprit, facts, seen
from ..game.naming import value_text
from ..game.state import State
from .nodes import Check
from .sides import no_player, the_players
from .unsettled import unsettled


class Judge:
    """Evaluates checks, and reports those that do not hold or are wrong themselves."""

    def __init__(self, checked: Typed, report: Report, path: str) -> None:
        self._checked, self._report, self._path = checked, report, path

    def understand(self, check: Check) -> tuple[ir.Expr, dict[str, ir.Function]] | None:
        """Parse and type a check: the expression, and the functions it may call. None with errors in the report."""
        before = self._report.errors
        node = parse_expression(check.test, self._report, self._place(check))
        if node is None:
            return None
        test, game = self._checked.expression(node, self._report, BOOLEAN)
        return (test, game.functions) if self._report.errors == before else None

    def _place(self, check: Check) -> str:
        return ".".join(part for part in (self._path, "then", check.name) if part)

    def names(self, check: Check, test: ir.Expr, layout: Layout) -> None:
        """Report a player or a team that is named but does not play here (E811)."""
        try:
            check_names(test, layout)
        except PlayError as error:
            name, text = str(error).partition(" ")[0], check.test
            at = text.text.find(name)
            span = text.at(at, at + len(name)) if at >= 0 else text.span
            helps = (the_players(layout),)
            self._report.add("E811", no_player(name), span, helps=helps, path=self._place(check))

    def check(self, state: State, check: Check) -> None:
        """Check one position (E850 if the check does not hold)."""
        understood, path = self.understand(check), self._place(check)
        if understood is None:
            return
        test, functions = understood
        position = Position(state, functions)
        try:
            holds = position.value(test)
        except PlayError as error:
            self._report.add("E850", f"this cannot be computed: {error}", check.test.span, path=path)
            return
        if report_unsettled(self._report, position, test, check.test.span, path):
            return
        if not holds:
            name = f"'{check.name}' does not hold" if check.name else "this does not hold"
            others = tuple(Label(span, text) for span, text in position.explain(position.culprit(test)))
            notes = unanswered(state)
            self._report.add("E850", name, check.test.span, label="is false", others=others, notes=notes, path=path)


def unanswered(state: State) -> tuple[str, ...]:
    """That somebody is still asked whether to react, so that what was played has not happened yet; else nothing."""
    asked = [] if state.is_terminal else [move.text for move in state.legal_moves]
    if DECLINE not in asked:
        return ()
    return (
        f"{state.decider} is still asked: {', '.join(asked[:MOST_NAMED])}; until then what was played has no effect",
    )


def report_unsettled(report: Report, position: Position, expr: ir.Expr, span: Span, path: str = "") -> bool:
    """Whether a value hangs on an order of cards that is not settled; then it is reported (E817)."""
    zone = position.unsettled(expr)
    if zone:
        report.add(
            "E817",
            f"the order of '{zone}' is not settled, so this has no answer yet",
            span,
            label=f"depends on which card lies where in '{zone}'",
            helps=(
                "ask for something that holds in any order, or when the card has been drawn",
                f"`given: {{{zone}: {{1: CARD}}}}` lets a card lie at a place",
            ),
            path=path,
        )
    return bool(zone)


def check_names(expr: ir.Expr, layout: Layout) -> None:
    """Raise PlayError where a player or a team is named whom this game does not have."""
    here = {"player": layout.players, "team": layout.team_count}
    for part in every(expr):
        if not isinstance(part, ir.Const) or not isinstance(part.value, int):
            continue
        kind, letter = part.type.base, part.type.base[:1]
        if kind in here and part.value >= here[kind]:
            name, last = f"{letter}{part.value + 1}", f"{letter}{here[kind]}"
            raise PlayError("R709", f"{name} is not a {kind} of this game, which has {letter}1 to {last}", part.span)


DECLINE = "decline"
"""What is played by a player who does not react."""

MOST_NAMED = 4


class Position:
    """A position in which expressions have values; `functions` are those that they may call."""

    def __init__(self, state: State, functions: dict[str, ir.Function]) -> None:
        program = replace(state.game.program, functions=functions)
        self._code = Code(program)
        self._machine = Machine(self._code, state.machine.state, record=False)
        self._machine.limit = max(self._machine.limit, 1_000_000)

    def value(self, expr: ir.Expr) -> Any:
        """Compute the value of an expression without free locals. Raises PlayError, also where it names nobody here."""
        check_names(expr, self._code.layout)
        return compile_expr(self._code, expr)(self._machine, {})

    def unsettled(self, expr: ir.Expr) -> str:
        """The zone on whose order a value hangs though chance has not decided about it; empty if there is none."""
        m = Machine(self._code, list(self._machine.state), record=False)
        m.limit = self._machine.limit

        def value() -> object:
            m.steps = 0
            try:
                found = compile_expr(self._code, expr)(m, {})
            except PlayError as error:
                return str(error)
            return found if expr.type.base == "zone" else value_text(self._code.layout, expr.type, found)

        return unsettled(m, expr, value)

    def cards(self, zone: int) -> tuple[int, ...]:
        """The cards of a zone."""
        return tuple(self._machine.cards(zone))

    def seen(self, expr: ir.Expr, seat: int) -> bool:
        """Whether a seat sees the value of an expression (or EVERYTHING)."""
        return seen(self._machine, seat, expr, {})

    def facts(self, expr: ir.Expr, seat: int) -> tuple[tuple[str, str], ...]:
        """What decides the value, as (source text, value), as far as a seat may know."""
        return facts(self._machine, seat, culprit(self._machine, expr, {}, seat), {})

    def answer(self, expr: ir.Expr) -> tuple[Any, str]:
        """The value of an expression without free locals, or why it cannot be computed."""
        try:
            return self.value(expr), ""
        except PlayError as error:
            return None, str(error)

    def culprit(self, test: ir.Expr) -> ir.Expr:
        """The first part that does not hold, if `test` joins several by `and`; else `test` itself."""
        while isinstance(test, ir.Apply) and test.op == "and":
            test = test.args[1] if self.value(test.args[0]) else test.args[0]
        return test

    def explain(self, expr: ir.Expr) -> Iterator[tuple[Span, str]]:
        """The parts whose values explain the result, each with its span and its value as a text."""
        if isinstance(expr, ir.Apply) and ROWS[expr.op].form == "operator":
            for part in expr.args:
                yield from self.explain(part)
        elif isinstance(expr, ir.If):
            for part in parts(expr):
                yield from self.explain(part)
        elif isinstance(expr, ir.ListOf):
            for part in expr.items:
                yield from self.explain(part)
        elif not isinstance(expr, ir.Const | ir.Local):
            try:
                text = value_text(self._code.layout, expr.type, self.value(expr))
            except (PlayError, KeyError):
                return
            yield expr.span, f"is {text}"
