"""Which functions are worth keeping: those that may be asked again for the same arguments before anything changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ....language.ir import nodes as ir
from ...program.nodes import AskBlock, Choice, End, Expr, Program, Stmt
from ...program.walk import bodies, end_values, every, every_called, parts, values

Names = frozenset[int]


class Uses:
    """How the functions of a program are called.

    `again` are those that blocks and effects call (which come again and again in the course of a game), those that are
    called in several places, and those in `repeated`: a loop calls them, directly or through other functions, with
    arguments that have nothing to do with its element. `once` are called in one place; `walked` are of these those
    whose list effects go through, not in a loop: nobody else asks for it.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self._places: set[tuple[str, object]] = set()
        self._calls: set[tuple[str, object]] = set()
        self._seen: set[tuple[str, Names, bool]] = set()
        self.walked: set[str] = set()
        self.repeated: set[str] = set()
        self.again: set[str] = set()
        for block in program.blocks:
            self._body(block.body, frozenset(), in_loop=False)
            self._end(block.end)
        for effect in program.effects.values():
            self._body(effect.body, frozenset(), in_loop=False)
        places = Counter(name for name, _ in self._calls)
        self.once = {name for name, many in places.items() if many == 1}
        self.walked &= self.once
        places = Counter(name for name, _ in self._places)
        self.again |= self.repeated | {name for name, many in places.items() if many > 1}

    def _body(self, body: tuple[Stmt, ...], element: Names, *, in_loop: bool) -> None:
        for stmt in body:
            if isinstance(stmt, ir.ForEach) and isinstance(stmt.source, ir.Call) and not in_loop:
                self.walked.add(stmt.source.function)
            self._directly(values(stmt), element, in_loop=in_loop)
            looped = isinstance(stmt, ir.ForEach)
            inner = frozenset((stmt.local.number,)) if isinstance(stmt, ir.ForEach) else element
            for one in bodies(stmt):
                self._body(one, inner, in_loop=in_loop or looped)

    def _end(self, end: End) -> None:
        if isinstance(end, AskBlock):
            for choice in end.choices:
                self._choice(choice)
        else:
            self._directly(end_values(end), frozenset(), in_loop=False)

    def _choice(self, choice: Choice) -> None:
        """Its tests are asked for each value of its last argument."""
        last = frozenset(parameter.local.number for parameter in choice.parameters[-1:])
        for parameter in choice.parameters:
            given = (parameter.source, parameter.low, parameter.high)
            self._directly((one for one in given if one is not None), frozenset(), in_loop=False)
            if parameter.where is not None:
                self._directly((parameter.where,), last, in_loop=True)
        self._directly((one.test for one in choice.conditions), last, in_loop=bool(last))

    def _directly(self, exprs: Iterable[Expr], element: Names, *, in_loop: bool) -> None:
        for expr in exprs:
            self.again |= {call.function for call in every(expr) if isinstance(call, ir.Call)}
            self._look(expr, element, in_loop=in_loop)

    def _look(self, expr: Expr, element: Names, *, in_loop: bool) -> None:
        """Look at the calls in an expression; `element` are the names of the loop around it, and what depends on it."""
        match expr:
            case ir.Call():
                self._call(expr, element, in_loop=in_loop)
            case ir.Fold(loops=loops):
                self._look(loops[0].source, element, in_loop=in_loop)
                for place, loop in enumerate(loops):
                    inner = frozenset((loop.local.number,))
                    following = loops[place + 1].source if place + 1 < len(loops) else None
                    for part in (loop.test, following):
                        if part is not None:
                            self._look(part, inner, in_loop=True)
                for part in (expr.body, *expr.keys):
                    self._look(part, frozenset((loops[-1].local.number,)), in_loop=True)
            case _:
                for part in parts(expr):
                    self._look(part, element, in_loop=in_loop)

    def _call(self, call: ir.Call, element: Names, *, in_loop: bool) -> None:
        function = self._program.functions[call.function]
        changing = frozenset(
            parameter.number
            for parameter, arg in zip(function.parameters, call.args, strict=True)
            if any(isinstance(part, ir.Local) and part.number in element for part in every(arg))
        )
        self._calls.add((call.function, call.span))
        if not call.args or not all(isinstance(arg, ir.Const) for arg in call.args):
            self._places.add((call.function, call.span))
        if in_loop and not changing:
            self.repeated.add(call.function)
        for arg in call.args:
            self._look(arg, element, in_loop=in_loop)
        key = call.function, changing, in_loop
        if key not in self._seen:
            self._seen.add(key)
            self._look(function.body, changing, in_loop=in_loop)


def takes_long(program: Program, name: str) -> bool:
    """Whether a function goes through anything: counting or summing the cards of a zone mostly is algebra on sets."""
    for part in every_called(program.functions[name].body, program.functions.__getitem__):
        match part:
            case ir.Fold(op="any" | "all" | "count" | "sum", loops=(ir.Loop(source=ir.Apply(op="cards_of")),)):
                pass
            case ir.Fold() | ir.Apply(op="card_place"):
                return True
            case _:
                pass
    return False
