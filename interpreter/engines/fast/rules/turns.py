"""Turns of a round without a counter, of which nobody can say before the play how many there are."""

from __future__ import annotations

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
