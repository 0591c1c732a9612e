"""Jump threading: tests whether a variable is none that are decided on the way.

    turn.next = p; test        test: if turn.next is none: on, else turn        →      turn.next = p; turn

Whose turn comes next is set where a turn ends, and asked for before the next begins: mostly the way between has but one
outcome. What is known where a decision is made is `assumed` of positions from which games are played on; where it does
not hold, another module plays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import cast

from ...engines.program import nodes as prog
from ...engines.program.control_flow import retarget
from ...engines.program.traversal import all_effects, every, targets
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..passes.value_ranges import Facts
from .rewriting import rewrite

Nones = dict[str, bool]
"""Of variables: whether they are none, where that is known."""


@rewrite("jump_threading", "tests for none are skipped where they are decided", lambda program, *_, **__: (program, {}))
def thread_null_tests(
    program: prog.Program, facts: Facts, rounds: dict[int, int] | None = None
) -> tuple[prog.Program, dict[int, Nones]]:
    """The program without tests that are decided, and what is assumed where each decision is made.

    `rounds` are the steps that blocks count (`budgets.Budget`). Where such a block is a test that is left out, the
    block to which it leads counts them from now on.
    """
    look = _NullPropagation(program, facts)
    look.find()
    blocks = tuple(look.without_tests(one) for one in program.blocks)
    if rounds is not None:
        counted = dict(rounds)
        for number, to in sorted(look.left_out):
            if number in counted:
                rounds[to] = rounds.get(to, 0) + counted[number]
    asks = {one.number for one in program.blocks if isinstance(one.end, prog.AskBlock)}
    return replace(program, blocks=blocks), {number: look.known[number] for number in sorted(asks & set(look.known))}


def _both(one: Nones, other: Nones) -> Nones:
    """What is known either way."""
    return {name: is_none for name, is_none in one.items() if other.get(name) is is_none}


class _NullPropagation:
    """Follows what is known of variables from block to block. `known` has it where each block begins, as far as any
    game comes there; `left_out` the tests that are passed by, each with the block to which it leads."""

    def __init__(self, program: prog.Program, facts: Facts) -> None:
        self.known: dict[int, Nones] = {}
        self.left_out: set[tuple[int, int]] = set()
        self._program, self._facts = program, facts
        cells = program.layout.variables.items()
        self._names = {name for name, cell in cells if cell.type.optional and cell.cells == 1 and not cell.room}
        self._changed: dict[str, set[str]] = {}

    def find(self) -> None:
        """Go on from the beginning until nothing more changes."""
        self.known[0], ahead = {}, [0]
        while ahead:
            one = self._program.blocks[ahead.pop()]
            behind = self._after(one.body, self.known[one.number])[1]
            for to in targets(one.end):
                last = self._through(to, behind)
                before = self.known.get(last)
                met = behind if before is None else _both(before, behind)
                if met != before:
                    self.known[last] = dict(met)
                    ahead.append(last)

    def without_tests(self, one: prog.Block) -> prog.Block:
        """A block whose tests are decided where that is known, and that leads past further ones."""
        if one.number not in self.known:
            return one
        body, behind = self._after(one.body, self.known[one.number])
        to = {number: self._through(number, behind, self.left_out) for number in targets(one.end)}
        if isinstance(one.end, prog.AskBlock) and one.end.secret is not None:
            to |= {choice.then: choice.then for choice in one.end.choices}
        return replace(one, body=body, end=retarget(one.end, to))

    def _through(self, number: int, known: Nones, left_out: set[tuple[int, int]] | None = None) -> int:
        """Where play goes on from a block that may be nothing but a test which is decided."""
        met = set[int]()
        while number not in met:
            met.add(number)
            one = self._program.blocks[number]
            decided = self._truth(one.end.test, known) if isinstance(one.end, prog.Branch) and not one.body else None
            if decided is None or not isinstance(one.end, prog.Branch):
                break
            number = one.end.yes if decided else one.end.no
        if left_out is not None:
            left_out |= {(one, number) for one in met - {number}}
        return number

    def _truth(self, test: prog.Expr, known: Nones) -> bool | None:
        match test:
            case ir.Apply("is_none", (ir.Variable(name, None),)):
                return known.get(name)
            case ir.Apply("not", (one,)):
                found = self._truth(one, known)
                return None if found is None else not found
            case _:
                return None

    def _after(self, body: Iterable[prog.Stmt], before: Nones) -> tuple[tuple[prog.Stmt, ...], Nones]:
        """Effects without tests that are decided, and what is known behind them."""
        known, done = dict(before), list[prog.Stmt]()
        for stmt in body:
            one, known = self._branch(stmt, known) if isinstance(stmt, ir.When) else (stmt, self._behind(stmt, known))
            done.append(one)
        return tuple(done), known

    def _branch(self, stmt: ir.When, known: Nones) -> tuple[ir.When, Nones]:
        decided = self._truth(stmt.test, known)
        yes, after_yes = self._after(stmt.yes, known)
        no, after_no = self._after(stmt.no, known)
        if decided is None:
            made = replace(stmt, yes=cast("ir.Body", yes), no=cast("ir.Body", no))
            return made, _both(after_yes, after_no)
        test = ir.Const(decided, stmt.test.type, stmt.span)
        body = cast("ir.Body", yes if decided else no)
        made = replace(stmt, test=test, yes=body if decided else (), no=() if decided else body)
        return made, after_yes if decided else after_no

    def _behind(self, stmt: prog.Stmt, before: Nones) -> Nones:
        """What is known behind an effect that is no test."""
        changed = self._sets((stmt,))
        known = {name: is_none for name, is_none in before.items() if name not in changed}
        if isinstance(stmt, ir.SetVariable) and stmt.name in self._names and stmt.owner is None:
            is_none = self._is_none(stmt.value)
            if is_none is not None:
                known[stmt.name] = is_none
        return known

    def _is_none(self, value: prog.Expr) -> bool | None:
        if isinstance(value, ir.Const):
            return value.value == NONE
        plain = not any(isinstance(part, ir.Local) for part in every(value))
        return False if plain and not self._facts.may_be_none(value, {}) else None

    def _sets(self, body: tuple[prog.Stmt, ...]) -> set[str]:
        """The variables that effects may set."""
        found = set[str]()
        for stmt in all_effects(body):
            if isinstance(stmt, ir.SetVariable):
                found.add(stmt.name)
            elif isinstance(stmt, ir.Run):
                if stmt.effect not in self._changed:
                    self._changed[stmt.effect] = self._sets(self._program.effects[stmt.effect].body)
                found |= self._changed[stmt.effect]
        return found
