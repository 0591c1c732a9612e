"""Application of a legal move: its arguments go to where the rules expect them, and steps are counted anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...engines.program.bounds import CELL
from ...engines.program.layout import DECISIONS, PC
from ...engines.program.nodes import AskBlock, AskChoice, Secret, Slot, SlotList
from ...language.ir.types import NONE
from ..builder.function_builder import FunctionBuilder
from ..builder.memory_map import Control, arguments_of, choice_width, has_cards, stride
from ..builder.module_builder import ModuleBuilder
from ..cards.knowledge import put_forward, show
from ..values.lists import append, begin_list, for_each
from ..wasm.statements import TRAP, arms, block, br, br_table, copy_cells, if_, sequence
from ..wasm.terms import I64, NOTHING, Instructions, JumpLabel, Term, Var, const, long
from .state_slots import begin_record, set_slot


def play_move(fb: FunctionBuilder, end: AskBlock, at: Var) -> Instructions:
    """Bring the move at this address into effect: its arguments go to their slots, or the move to its record."""
    if end.secret is not None:
        return _to_record(fb, end, end.secret, at)

    def stored(choice: AskChoice) -> Instructions:
        slots = ((parameter.slot, offset) for parameter, offset in arguments_of(choice))
        return sequence(
            set_slot(fb, slot, at + offset if isinstance(slot, SlotList) else at.load(offset)) for slot, offset in slots
        )

    return by_choice(end, at, stored)


def _to_record(fb: FunctionBuilder, end: AskBlock, secret: Secret, at: Var) -> Instructions:
    """Record a secret choice. In a record each choice has its own cells, behind the number of the choice.

    move     │ 1 │ args of b │               record    │ 2 │ args of a: 0 │ args of b │ args of c: 0 │
    """
    to = fb.fn.local()
    code = begin_record(fb, secret, to) + to.store(at.load() + 1)
    before = 0
    for n, choice in enumerate(end.choices):
        stored = NOTHING
        for parameter, offset in arguments_of(choice):
            if isinstance(parameter.slot, SlotList):
                stored += copy_cells(fb.fn, to + (before + offset), at + offset, (at + offset).load32() + 1)
            else:
                stored += to.store(at.load(offset), before + offset)
        code += if_(at.load32().eq(n), stored) if stored else NOTHING
        before += CELL * choice_width(choice)
    return code


def _put_forward(fb: FunctionBuilder, end: AskBlock, at: Var) -> Instructions:
    """The cards of the move at this address are shown to nobody."""
    mb, cards = fb.mb, fb.fn.local()
    if not mb.watched or not any(mb.code.has_twins):
        return NOTHING

    def forward(choice: AskChoice) -> Instructions:
        chosen = [(parameter.slot, at + offset) for parameter, offset in arguments_of(choice) if has_cards(parameter)]
        if len(chosen) == 1 and isinstance(chosen[0][0], Slot):
            return _one_forward(fb, chosen[0][1].load())
        gather, most = NOTHING, const(0)
        for slot, here in chosen:
            if isinstance(slot, SlotList):
                gather += for_each(fb.fn, here, lambda x: if_(x.ne(NONE), append(mb, cards, x)))
                most = most + here.load32()
            else:
                gather += if_(here.load().ne(NONE), append(mb, cards, here.load()))
                most = most + 1
        shown = begin_list(mb, cards, most) + gather + show(mb).run(cards, long(0)) + mb.top.set(cards)
        return mb.top.set(mb.arena.get) + shown if chosen else NOTHING

    return by_choice(end, at, forward)


def _one_forward(fb: FunctionBuilder, value: Term) -> Instructions:
    """The same for one card, without a look at all zones."""
    mb, card, zone = fb.mb, fb.fn.local(I64), fb.fn.local(I64)
    twins = mb.lookup([int(twin) for twin in mb.code.has_twins], card).wrap()
    forward = if_(mb.is_heap(zone), mb.top.set(mb.arena.get) + put_forward(mb).run(card.wrap(), mb.address_of(zone)))
    return card.set(value) + if_(card.ne(NONE), if_(twins, zone.set(mb.place(card).wide()) + forward))


def emit_play(fb: FunctionBuilder, number: Term, rows: Term | None = None) -> Instructions:
    """The arguments of a listed move go to their slots. `rows` is where the moves are listed, if not in their place.

    steps = 0;  decisions += 1
    for the decision where play stands:
        at = the row of the move
        put the chosen cards forward (see `ReferencePosition.play`)
        play_move(at);  pc = the block of its choice
    """
    mb, at = fb.mb, fb.fn.local()
    first = mb.rows if rows is None else rows
    cases: dict[int, Instructions] = {}
    for one in mb.program.blocks:
        end = one.end
        if isinstance(end, AskBlock):
            code = at.set(number * (CELL * stride(end)) + first) + _put_forward(fb, end, at) + play_move(fb, end, at)
            then: Term | int
            if end.secret is not None:
                then = end.secret.then
            else:
                then = mb.lookup([choice.then for choice in end.choices], at.load())
            cases[one.number] = code + mb.write(PC, then)
    return const(0).store(0, Control.STEPS) + mb.write(DECISIONS, mb.read(DECISIONS) + 1) + by_block(mb, cases, TRAP)


# Different code for each block at which play may stand.


def by_block(mb: ModuleBuilder, cases: Mapping[int, Instructions], otherwise: Instructions = NOTHING) -> Instructions:
    """The code for the block where play stands, or else `otherwise`."""
    done, none = JumpLabel(), JumpLabel()
    labels = {number: JumpLabel() for number in cases}
    table = [labels.get(n, none) for n in range(len(mb.program.blocks))]
    ways = [(labels[number], code + br(done)) for number, code in cases.items()]
    return block(done, arms(br_table(mb.read(PC).wrap(), table, none), [*ways, (none, otherwise)]))


def by_choice(end: AskBlock, at: Var, code: Callable[[AskChoice], Instructions]) -> Instructions:
    """Code for the choice of the move in the row at this address."""
    codes = [code(choice) for choice in end.choices]
    if len(codes) == 1:
        return codes[0]
    return sequence(if_(at.load32().eq(number), one) for number, one in enumerate(codes) if one)


# How steps are counted: anew from each decision, and in turns of a round of which nobody knows how many there are.


def begin_turn(fb: FunctionBuilder, block: int) -> Instructions:
    """Where a turn begins, and steps are not counted one by one: count those that it takes at most (see
    `passes.cost_model`). Where these might be too many, a module plays on that counts each step.
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
