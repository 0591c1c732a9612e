"""Jump threading: tests that constants known on the way decide, whether a variable is none or how long a list is.

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
from ...language.builtins.intervals import Known
from ...language.builtins.table import Locals
from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..passes.value_ranges import Facts

Nones = dict[str, bool]
"""Of variables: whether they are none, where that is known."""


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


# Tests that the length of a list decides, where whole games are played: all players are as many as they are.
#
#     order = sort(p for p in players by …)                  order = sort(p for p in players by …)
#     turn 1   if 0 < size(order): begin 1, else on     →    begin 1
#              … if 1 < size(order): begin 2, else on             … begin 2
#
# Lengths are followed from block to block. Nothing is known where a game may be played on in the middle.

Lengths = dict[tuple[int, int], int]
"""Of lists, each by its first cell and its capacity: their lengths, where these are known."""


class _KnownLengths(Facts):
    """Answers how long lists are, where the lengths of some that lie in slots are known."""

    def __init__(self, program: prog.Program) -> None:
        super().__init__(program)
        self.lengths: Lengths = {}

    def leaf(self, expr: prog.Expr, env: Locals) -> Known:
        """What is known of a variable, an attribute, a zone or a slot."""
        found = super().leaf(expr, env)
        if isinstance(expr, prog.SlotList) and (expr.address, expr.capacity) in self.lengths:
            many = self.lengths[expr.address, expr.capacity]
            return replace(found, fewest=many, longest=many)
        return found

    def length(self, listed: prog.Expr, lengths: Lengths) -> int | None:
        """How long a list is, if that is known."""
        self.lengths = lengths
        fewest, longest = self.known(prog.as_expr(listed), {}).length
        return fewest if fewest == longest else None


def with_known_lengths(program: prog.Program, begun: int, rounds: dict[int, int]) -> prog.Program:
    """The program without tests that the length of a list decides.

    In the blocks with numbers below `begun` games may be played on. `rounds` are the steps that blocks count
    (`budgets.Budget`); the block to which a test leads counts its steps, too.
    """
    facts, known, ahead = _KnownLengths(program), dict[int, Lengths](), [0]
    stops = [
        one.number
        for one in program.blocks[:begun]
        if isinstance(one.end, prog.AskBlock | prog.PickOne | prog.SettleTop)
    ]
    for number in (0, *stops):
        known[number] = {}
        ahead.append(number)
    while ahead:
        one = program.blocks[ahead.pop()]
        behind = _behind(facts, one, known[one.number])
        for to in _ways(facts, one, behind):
            met = behind if to not in known else {key: n for key, n in known[to].items() if behind.get(key) == n}
            if to not in known or met != known[to]:
                known[to] = dict(met)
                ahead.append(to)
    blocks = [one if one.number not in known else _decided(facts, one, known) for one in program.blocks]
    passed = {one.number: _past(blocks, one.number) for one in blocks}
    counted = dict(rounds)
    for number, to in passed.items():
        if number != to and number in counted:
            rounds[to] = rounds.get(to, 0) + counted[number]
    return replace(program, blocks=tuple(replace(one, end=_retargeted(one, passed)) for one in blocks))


def _ways(facts: _KnownLengths, one: prog.Block, behind: Lengths) -> Iterable[int]:
    holds = _truth(facts, one.end.test, behind) if isinstance(one.end, prog.Branch) else None
    if holds is None or not isinstance(one.end, prog.Branch):
        return targets(one.end)
    return (one.end.yes if holds else one.end.no,)


def _decided(facts: _KnownLengths, one: prog.Block, known: dict[int, Lengths]) -> prog.Block:
    ways = list(_ways(facts, one, _behind(facts, one, known[one.number], ended=False)))
    return replace(one, end=prog.Jump(ways[0])) if isinstance(one.end, prog.Branch) and len(ways) == 1 else one


def _past(blocks: list[prog.Block], number: int) -> int:
    """Where play goes on from a block that may do nothing but lead on."""
    met = set[int]()
    while number not in met and not blocks[number].body and isinstance(end := blocks[number].end, prog.Jump):
        met.add(number)
        number = end.to
    return number


def _retargeted(one: prog.Block, passed: dict[int, int]) -> prog.End:
    to = {number: passed[number] for number in targets(one.end)}
    if isinstance(one.end, prog.AskBlock):
        to = {choice.then: choice.then for choice in one.end.choices} | to
    return retarget(one.end, to)


def _truth(facts: _KnownLengths, test: prog.Expr, known: Lengths) -> bool | None:
    """What the length of a list makes of a test."""
    match test:
        case ir.Apply("less", (ir.Const(int() as number), ir.Apply("size", (listed,)))):
            length = facts.length(listed, known)
            return None if length is None else number < length
        case ir.Fold(op="any", loops=(ir.Loop(source=listed, test=None),), body=ir.Const(value)) if value:
            length = facts.length(listed, known)
            return None if length is None else length > 0
        case ir.Apply("not", (one,)):
            found = _truth(facts, one, known)
            return None if found is None else not found
        case _:
            return None


def _behind(facts: _KnownLengths, one: prog.Block, known: Lengths, *, ended: bool = True) -> Lengths:
    """What is known behind the effects of a block, and behind its end."""
    known = dict(known)
    for stmt in one.body:
        _change(facts, stmt, known)
    if ended and isinstance(one.end, prog.PickOne):
        _forget(known, one.end.slot)
    if ended and isinstance(one.end, prog.AskBlock):
        for choice in one.end.choices:
            for parameter in choice.parameters:
                _forget(known, parameter.slot)
        if one.end.secret is not None:
            _forget(known, one.end.secret.pending)
    return known


def _change(facts: _KnownLengths, stmt: prog.Stmt, known: Lengths) -> None:
    for inner in all_effects((stmt,)):
        match inner:
            case prog.SetSlot(slot, value):
                length = facts.length(value, known) if inner is stmt else None
                _forget(known, slot)
                if isinstance(slot, prog.SlotList) and length is not None:
                    known[slot.address, slot.capacity] = length
            case prog.ClearRecords(pending):
                _forget(known, pending)
            case prog.Recall() | prog.TakeTrigger():
                known.clear()


def _forget(known: Lengths, written: prog.Slot | prog.SlotList | prog.Pending) -> None:
    """What is written where a list lies changes its length."""
    match written:
        case prog.Slot(address):
            low, high = address, address
        case prog.SlotList(address, capacity):
            low, high = address, address + capacity
        case prog.Pending(base, width, capacity):
            low, high = base, base + width * capacity - 1
    for address, capacity in list(known):
        if low <= address + capacity and high >= address:
            del known[address, capacity]
