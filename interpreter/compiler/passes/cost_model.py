"""The cost model: how large functions and effects are, and how many steps can lie between two decisions.

Between decisions play goes from block to block. Where it goes round it mostly does so by a counter: a test `n < many`
leads on, and on the way back to it n becomes n + 1 (dealing card by card, one turn for each player). Such a round is
walked at most `many` times. What is left without the way on from that test is looked at in the same way:

    most(blocks) = the longest way through them, where blocks that lie on a round count as
                   (many + 1) * most(those blocks without the way on)

Of a round without a counter nobody can say how often it is walked (all pass, and pass again). Its first block then
counts, once for each turn, what a turn takes at most. If that becomes too much a module that counts every step plays.
Listing moves and computing results have steps of their own, which do not count here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from ...diagnostics.record import dataclass
from ...engines.program import nodes as prog
from ...engines.program.control_flow import counts_up, is_below, reach
from ...engines.program.traversal import all_effects, end_values, every, targets, values
from ...language.builtins.intervals import PLENTY
from ...language.ir import nodes as ir
from ..passes.value_ranges import Facts

ROUNDS = 8
"""A play that surely takes few steps walks a round without a counter so often."""

Ways = dict[int, list[int]]
"""For each of some blocks those of them to which it leads."""


@dataclass(slots=True)
class StepBudget:
    """The steps of any play between two decisions are no more than `most`, and for each time that one of the blocks
    `rounds` is entered so many more."""

    most: int = 0
    rounds: dict[int, int] = field(default_factory=dict)

    def is_plenty(self, limit: int) -> bool:
        """Whether a limit surely leaves room for it."""
        return self.most + ROUNDS * sum(self.rounds.values()) <= limit


def step_budget(program: prog.Program, facts: Facts) -> StepBudget:
    """The budget of a program; with `PLENTY` where not even a turn of a round is bounded."""
    look, ways = _LongestPath(program, facts), {one.number: list(_on_without_decision(one)) for one in program.blocks}
    look.budget.most = look.most(ways)
    return look.budget


def _on_without_decision(one: prog.Block) -> Iterator[int]:
    """Where a block leads unless somebody decides."""
    if not isinstance(one.end, prog.AskBlock):
        yield from targets(one.end)
    elif one.end.none is not None:
        yield one.end.none


class _LongestPath:
    """Looks for the longest way through blocks."""

    def __init__(self, program: prog.Program, facts: Facts) -> None:
        self.blocks = program.blocks
        self.facts = facts
        self.costs = {one.number: self._cost(one) for one in program.blocks}
        self.budget = StepBudget()

    def _cost(self, one: prog.Block) -> int:
        """The greatest number of steps that a block can take."""
        asked = () if isinstance(one.end, prog.AskBlock) else end_values(one.end)
        total = 1 + self.facts.body_steps(one.body, {})
        return min(PLENTY, total + sum(self.facts.steps(expr, {}) for expr in asked))

    def most(self, ways: Ways) -> int:
        """The longest way through some blocks, in steps."""
        behind: dict[int, int] = {}
        for group in _groups(ways):  # each after those to which it leads
            rest = max((behind[to] for number in group for to in ways[number] if to in behind), default=0)
            total = min(PLENTY, rest + self._within({one: [to for to in ways[one] if to in group] for one in group}))
            behind.update(dict.fromkeys(group, total))
        return max(behind.values(), default=0)

    def _within(self, ways: Ways) -> int:
        """The most steps within blocks that lead to each other."""
        if not any(ways.values()):
            return sum(self.costs[number] for number in ways)
        for number, on in ways.items():
            many, yes = self._turns(number, ways)
            if many is not None:
                return min(PLENTY, (many + 1) * self.most({**ways, number: [to for to in on if to != yes]}))
        first = min(ways)
        turn = self.most({number: [to for to in on if to != first] for number, on in ways.items()})
        self.budget.rounds[first] = turn
        return turn

    def _turns(self, number: int, ways: Ways) -> tuple[int | None, int]:
        """How often the test of this block can lead on at most, and where to, if it asks for a counter."""
        asked = is_below(self.blocks[number].end)
        if asked is None or asked[2] not in ways[number]:
            return None, 0
        slot, many, yes = asked
        low, most = self.facts.range(slot, {})[0], self.facts.range(many, {})[1]
        blocks = [self.blocks[one] for one in ways]
        up = {one.number for one in blocks if any(counts_up(stmt, slot) for stmt in one.body)}
        written = any(_writes(part, slot) for one in blocks for part in (*all_effects(one.body), one.end))
        leads = reach({one: on for one, on in ways.items() if one not in up})
        if low < 0 or written or (yes not in up and (leads[yes] | 1 << yes) >> number & 1):
            return None, 0
        return max(0, most), yes


def _writes(part: prog.Stmt | prog.End, slot: prog.Slot) -> bool:
    """Whether an effect, or the end of a block, may write anything else to a slot."""
    match part:
        case prog.SetSlot(prog.Slot(address=address)):
            return address == slot.address and not counts_up(part, slot)
        case prog.PickOne(slot=picked):
            return picked.address == slot.address
        case prog.SetSlot(prog.SlotList(address=address, capacity=capacity)):
            return address <= slot.address <= address + capacity
        case prog.Recall() | prog.TakeTrigger():
            return True
        case _:
            return False


def _groups(ways: Ways) -> Iterable[list[int]]:
    """Blocks that lead to each other, group by group; each group after those to which it leads."""
    leads, found = reach(ways), dict[tuple[int, bool, int], list[int]]()
    for number in sorted(ways):
        back = leads[number] >> number & 1
        found.setdefault((leads[number].bit_count(), not back, leads[number] if back else number), []).append(number)
    return (found[key] for key in sorted(found))


# How large functions and effects are, which decides whether one is inlined.

SMALL = 60
"""Functions whose body has no more nodes than this are inlined."""


class Sizes:
    """Counts the parts of a program's functions and effects, each once."""

    def __init__(self, program: prog.Program) -> None:
        self._program = program
        self._functions: dict[str, int] = {}
        self._effects: dict[str, int] = {}

    def function(self, name: str) -> int:
        """How many nodes a function has, with those of the functions it calls."""
        if name not in self._functions:
            parts = 0
            for node in every(self._program.functions[name].body):
                parts += 1 + (self.function(node.function) if isinstance(node, ir.Call) else 0)
            self._functions[name] = parts
        return self._functions[name]

    def effect(self, name: str) -> int:
        """How many nodes a named effect has, with those of the effects it runs."""
        if name not in self._effects:
            self._effects[name] = self.body(self._program.effects[name].body)
        return self._effects[name]

    def body(self, body: Iterable[prog.Stmt]) -> int:
        """How many nodes some effects have, with those of the effects that they run."""
        parts = 0
        for stmt in all_effects(tuple(body)):
            parts += 1 + sum(1 for value in values(stmt) for _ in every(value))
            parts += self.effect(stmt.effect) if isinstance(stmt, ir.Run) else 0
        return parts
