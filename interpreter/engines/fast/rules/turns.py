"""How steps are counted: anew from each decision, and in turns of a round of which nobody knows how many there are."""

from __future__ import annotations

from ...program.layout import DECISIONS
from ..building.function_builder import FunctionBuilder
from ..wasm.control import if_
from ..wasm.instructions import NOTHING, Instructions


def begin_turn(fb: FunctionBuilder, block: int) -> Instructions:
    """Where a turn begins, and steps are not counted one by one: count those that it takes at most (see
    `building.budgets`). Where these might be too many, a module plays on that counts each step.
    """
    budget = fb.mb.budget
    if budget is None or block not in budget.rounds:
        return NOTHING
    room = fb.mb.program.steps_limit - budget.most
    return fb.steps.up(budget.rounds[block]) + if_(fb.steps.gt(room), fb.mb.crowded())


def decided(fb: FunctionBuilder) -> Instructions:
    """A decision more; the steps begin anew."""
    return fb.mb.write(DECISIONS, fb.mb.read(DECISIONS) + 1) + begin_steps(fb)


def begin_steps(fb: FunctionBuilder) -> Instructions:
    """The steps begin anew."""
    return fb.steps.set(0) + (fb.mb.spent.set(0) if fb.counting else NOTHING)
