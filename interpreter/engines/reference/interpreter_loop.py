"""The interpreter loop: from block to block, until a player or chance must decide, or the game is over.

A position is at the block whose number is in its program counter. A block at whose end play
may stop does nothing else, so it can be run again whenever a position is loaded.

Steps: each block that is entered counts 1, in addition to what its effects count. They are counted from one decision
to the next, through everything that chance decides in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from ...language.ir.types import NONE
from ..program.layout import DECISIONS, ERROR, FINISHED, LIMIT, PC, RUNNING, STATUS
from ..program.nodes import AskBlock, Block, Branch, Dispatch, GameOver, Jump, PickOne, Program, SettleTop
from .announcements import announce, chosen_cards, close, pick_secretly, record
from .chance import bag, compile_spot, first_of_kinds, note, settle, weights
from .effects import compile_body, run_steps
from .events import Event, PlayError
from .expressions import compile_expr
from .legal_moves import compile_ask, list_moves
from .machine import CompiledCode, Env, Go, Machine, RawMove, Step, below
from .results import compile_returns, compile_scores, compile_winners
from .state_slots import compile_write, write_slot
from .zones import show

STOP = -1
"""What the end of a block returns if play stops there."""


def prepare(program: Program, *, watched: bool = False) -> CompiledCode:
    """Compile a program to closures, those of a block when play first comes there; if it is `watched`, they remember
    what was true and what was false.
    """
    code = CompiledCode(program, truths={} if watched else None)
    for block in program.blocks:
        code.bodies.append((_first_body(code, block),) if block.body else ())
        code.ends.append(_first_end(code, block))
    return code


def _first_body(code: CompiledCode, block: Block) -> Step:
    """Compile the body of a block, then run it; from now on what was compiled is run."""

    def first(m: Machine, e: Env) -> str | None:
        body = code.bodies[block.number] = compile_body(code, block.body)
        return run_steps(body, m, e)

    return first


def _first_end(code: CompiledCode, block: Block) -> Go:
    def first(m: Machine, e: Env) -> int:
        end = code.ends[block.number] = _end(code, block)
        return end(m, e)

    return first


def run(m: Machine) -> None:
    """Run until a player or chance must decide, or the game is over."""
    code, state = m.code, m.state
    bodies, ends = code.bodies, code.ends
    m.lately = None
    try:
        while state[STATUS] == RUNNING:
            number = state[PC]
            m.spend(1, code.spans[number])
            env: Env = {}
            for step in bodies[number]:
                left = step(m, env)
                assert left is None, f"block {number} leaves scope {left}"
            following = ends[number](m, env)
            if following == STOP:
                break
            state[PC] = following
    except PlayError as error:
        fail(m, error)
    close(m)


def fail(m: Machine, error: PlayError) -> None:
    """End the game with an error of its rules."""
    m.state[STATUS] = ERROR
    m.error = error.diagnostic
    m.moves = ()
    m.outcomes = ()


# Ends of blocks ---------------------------------------------------------------------------


def _end(code: CompiledCode, block: Block) -> Go:
    end = block.end
    match end:
        case Jump():
            to = end.to
            return lambda m, e: to
        case Branch():
            test, yes, no = compile_expr(code, end.test), end.yes, end.no
            return lambda m, e: yes if test(m, e) else no
        case Dispatch():
            which, targets = end.which.address, end.targets
            return lambda m, e: targets[m.state[which]]
        case SettleTop():
            return _settle_top(code, end)
        case PickOne():
            return _pick_one(code, end, block.number)
        case AskBlock():
            return _ask(code, end)
        case GameOver():
            return _game_over(code)
        case _:
            assert_never(end)


def _game_over(code: CompiledCode) -> Go:
    """End the game. The results are computed once, so that errors in them surface now."""
    program = code.program
    winners, returns = code.once(compile_winners, program), code.once(compile_returns, program)
    scores = code.once(compile_scores, program)

    def game_over(m: Machine, e: Env) -> int:
        with m.aside():
            winners(m)
            returns(m)
            scores(m)
        m.state[STATUS] = FINISHED
        if m.events is not None:
            m.events.append(Event("ended", -1, ()))
        return STOP

    return game_over


def _settle_top(code: CompiledCode, end: SettleTop) -> Go:
    spot, then = compile_spot(code, end), end.then

    def settle_top(m: Machine, e: Env) -> int:
        where, at = spot(m, e)
        cards = bag(m, where, at)
        if len(cards) < 2:
            return then
        kind_of = m.kind_of
        first = kind_of[cards[0]]
        if first == kind_of[cards[-1]] and all(kind_of[card] == first for card in cards):
            settle(m, where, at, cards[0])
            return then
        if m.explicit:
            m.outcomes = weights([kind_of[card] for card in cards])
            return STOP
        if m.oracle is not None:
            kind = m.oracle(m, where, weights([kind_of[card] for card in cards]))
        else:
            luck = code.sources[where]
            kind = kind_of[cards[below(m.state, len(cards), luck.key, luck.address)]]
        if m.events is not None:
            note(m, "settled", where, kind, weights([kind_of[card] for card in cards]))
        settle(m, where, at, next(card for card in cards if kind_of[card] == kind))
        return then

    return settle_top


def _pick_one(code: CompiledCode, end: PickOne, block: int) -> Go:
    source, then = compile_expr(code, end.source), end.then
    write, alike, luck = compile_write(end.slot), _alike(code, end), code.picks[end.slot.name]

    def pick_one(m: Machine, e: Env) -> int:
        elements = alike(m, source(m, e))
        outcomes = weights(elements)
        if len(outcomes) < 2:
            write(m, elements[0] if elements else NONE)
            return then
        if m.explicit:
            m.outcomes = outcomes
            return STOP
        if m.oracle is not None:
            value = m.oracle(m, NONE, outcomes)
        else:
            value = elements[below(m.state, len(elements), luck.key, luck.address)]
        note(m, "picked", block, value, outcomes)
        write(m, value)
        return then

    return pick_one


def _alike(code: CompiledCode, end: PickOne) -> Callable[[Machine, Any], list[int]]:
    """A closure that replaces each card by the first of those in the list that the rules cannot tell from it."""
    item = end.source.type.item
    if item is None or item.base != "card":
        return lambda m, values: list(values)

    def alike(m: Machine, cards: Any) -> list[int]:
        twins = [card for card in cards if card != NONE and code.has_twins[card]]
        firsts, alike = first_of_kinds(m, twins), frozenset(twins)
        return [firsts[m.kind_of[card]] if card in alike else card for card in cards]

    return alike


def _ask(code: CompiledCode, end: AskBlock) -> Go:
    """A decision. A secret one in which nothing is legal is recorded as such, and play continues."""
    offers = code.once(compile_ask, end)
    who, none, secret, span = end.who.address, end.none, end.secret, end.span
    limit = code.program.decisions_limit
    offered = f"on offer: {', '.join(choice.name for choice in end.choices)}"

    def ask(m: Machine, e: Env) -> int:
        if m.moves is None:
            m.moves = () if m.state[who] == NONE else list_moves(m, offers)
        if m.moves:
            if m.state[DECISIONS] >= limit:
                m.state[STATUS] = LIMIT
                m.moves = ()
            return STOP
        m.moves = None
        if secret is not None:
            record(m.state, end, secret.pending, m.state[secret.index.address], None)
            return secret.then
        if none is None:
            what = "no player is there to decide" if m.state[who] == NONE else f"p{m.state[who] + 1} has no legal move"
            raise PlayError("R704", f"{what}, and the rules do not say what happens instead", span, offered)
        return none

    return ask


# Deciding ---------------------------------------------------------------------------------


def play(m: Machine, move: RawMove) -> None:
    """Play a legal move of the decision at which play has stopped, and run on.

    Of equal cards in a heap the chosen ones are from now on those that most seats know, whoever is told of the choice:
    shown to nobody, they are put forward. So it does not matter which of two equal cards a move names.
    """
    code, state = m.code, m.state
    number = state[PC]
    ask = code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    m.moves = None
    m.steps = 0
    state[DECISIONS] += 1
    seat = state[ask.who.address]
    show(m, [card for card in chosen_cards(ask.choices[move[0]], move) if card != NONE], 0, told=False)
    try:
        if ask.secret is not None:
            record(state, ask, ask.secret.pending, state[ask.secret.index.address], move)
            pick_secretly(m, seat, number, move)
            state[PC] = ask.secret.then
        else:
            announce(m, "decided", seat, number, move)
            choice = ask.choices[move[0]]
            for parameter, value in zip(choice.parameters, move[1:], strict=True):
                write_slot(state, parameter.slot, value)
            state[PC] = choice.then
    except PlayError as error:
        fail(m, error)
    run(m)


def decide(m: Machine, value: int) -> None:
    """Let explicit chance decide for an outcome, a kind of card or an element of a list, and run on.

    Raises ValueError for a kind of which no card can come; the position stays as it was.
    """
    code, state = m.code, m.state
    number = state[PC]
    end = code.program.blocks[number].end
    assert m.outcomes is not None
    outcomes, m.outcomes = m.outcomes, None
    if isinstance(end, SettleTop):
        with m.aside():
            zone, place = code.once(compile_spot, end)(m, {})
        card = next((card for card in bag(m, zone, place) if m.kind_of[card] == value), NONE)
        if card == NONE:
            m.outcomes = outcomes
            raise ValueError(f"chance cannot give a card of kind {value} here")
        note(m, "settled", zone, value, outcomes)
        settle(m, zone, place, card)
    else:
        assert isinstance(end, PickOne)
        note(m, "picked", number, value, outcomes)
        write_slot(state, end.slot, value)
    state[PC] = end.then
    run(m)
