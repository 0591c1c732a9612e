"""Playing on: from block to block, until a player or chance must decide, or the game is over.

The position stands at the block whose number is in its program counter. A block at whose end the
play may stop does nothing but that, so it can be begun anew whenever the position is looked at.

Steps: each block that is entered counts 1, besides what its effects count. They are counted from one decision to the
next, through everything that chance decides in between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from ...diagnostics.span import Span
from ...language.ir.types import NONE
from ..program.layout import DECISIONS, ERROR, FINISHED, LIMIT, PC, RUNNING, STATUS
from ..program.nodes import AskBlock, Block, Branch, Dispatch, GameOver, Jump, PickOne, Program, SettleTop
from .announce import announce, close, with_kinds
from .chance import bag, first_of_kinds, note, settle, weights
from .code import Code, Env, Go
from .effects import compile_body
from .error import PlayError
from .event import Event
from .expressions import compile_expr
from .machine import Machine, RawMove
from .moves import compile_ask, list_moves
from .records import record
from .results import compile_returns, compile_scores
from .slots import compile_write, write_slot
from .stream import below

STOP = -1
"""The end of a block at which the play stops."""


def prepare(program: Program) -> Code:
    """Make a program ready for walking."""
    code = Code(program)
    for block in program.blocks:
        code.bodies.append(compile_body(code, block.body))
        code.ends.append(_end(code, block))
        code.spans.append(_span(block))
        if isinstance(block.end, AskBlock) and block.end.pending is not None:
            code.ask_of[block.end.pending.base] = block.number
    return code


def _span(block: Block) -> Span | None:
    """The place in the source that a block is about."""
    spans = [stmt.span for stmt in block.body]
    return getattr(block.end, "span", None) or (spans[0] if spans else None)


def run(m: Machine) -> None:
    """Play on until somebody must decide or the game is over."""
    code, state = m.code, m.state
    bodies, ends = code.bodies, code.ends
    try:
        while state[STATUS] == RUNNING:
            number = state[PC]
            m.spend(1, code.spans[number])
            env: Env = {}
            for step in bodies[number]:
                left = step(m, env)
                assert left is None, f"scope {left} is left from block {number}"
            following = ends[number](m, env)
            if following == STOP:
                break
            state[PC] = following
    except PlayError as error:
        fail(m, error)
    close(m)


def fail(m: Machine, error: PlayError) -> None:
    """The game is over because a rule went wrong."""
    m.state[STATUS] = ERROR
    m.error = error.diagnostic
    m.moves = ()
    m.outcomes = ()


# Ends of blocks ---------------------------------------------------------------------------


def _end(code: Code, block: Block) -> Go:
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


def _game_over(code: Code) -> Go:
    """The end. The results are looked at once, for what may go wrong there goes wrong now."""
    returns, scores = compile_returns(code), compile_scores(code)

    def game_over(m: Machine, e: Env) -> int:
        with m.aside():
            returns(m)
            scores(m)
        m.state[STATUS] = FINISHED
        if m.events is not None:
            m.events.append(Event("ended", -1, ()))
        return STOP

    return game_over


def _settle_top(code: Code, end: SettleTop) -> Go:
    zone, at, then = compile_expr(code, end.zone), end.at, end.then

    def settle_top(m: Machine, e: Env) -> int:
        where = zone(m, e)
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
            kind = kind_of[cards[below(m.state, len(cards))]]
        if m.events is not None:
            note(m, "settled", where, kind, weights([kind_of[card] for card in cards]))
        settle(m, where, at, next(card for card in cards if kind_of[card] == kind))
        return then

    return settle_top


def _pick_one(code: Code, end: PickOne, block: int) -> Go:
    source, then = compile_expr(code, end.source), end.then
    write, alike = compile_write(end.slot), _alike(code, end)

    def pick_one(m: Machine, e: Env) -> int:
        elements = alike(m, source(m, e))
        outcomes = weights(elements)
        if len(outcomes) < 2:
            write(m, elements[0] if elements else NONE)
            return then
        if m.explicit:
            m.outcomes = outcomes
            return STOP
        value = elements[below(m.state, len(elements))] if m.oracle is None else m.oracle(m, NONE, outcomes)
        note(m, "picked", block, value, outcomes)
        write(m, value)
        return then

    return pick_one


def _alike(code: Code, end: PickOne) -> Callable[[Machine, Any], list[int]]:
    """Puts the first of the cards that are the same to the rules in the place of each of them."""
    item = end.source.type.item
    if item is None or item.base != "card":
        return lambda m, values: list(values)

    def alike(m: Machine, cards: Any) -> list[int]:
        firsts = first_of_kinds(m, [card for card in cards if code.has_twins[card]])
        return [firsts[m.kind_of[card]] if code.has_twins[card] else card for card in cards]

    return alike


def _ask(code: Code, end: AskBlock) -> Go:
    """A decision. Secret choices where nothing is legal are recorded as such, and play goes on."""
    offers = compile_ask(code, end)
    who, none, span = end.who.address, end.none, end.span
    limit = code.program.decisions_limit
    offered = f"on offer are: {', '.join(choice.name for choice in end.choices)}"

    def ask(m: Machine, e: Env) -> int:
        if m.moves is None:
            m.moves = () if m.state[who] == NONE else list_moves(m, offers)
        if m.moves:
            if m.state[DECISIONS] >= limit:
                m.state[STATUS] = LIMIT
                m.moves = ()
            return STOP
        m.moves = None
        if end.pending is not None and end.index is not None and end.then is not None:
            record(m.state, end, end.pending, m.state[end.index.address], None)
            return end.then
        if none is None:
            what = (
                "nobody is there to decide" if m.state[who] == NONE else f"p{m.state[who] + 1} has no legal move here"
            )
            raise PlayError("R704", f"{what}, and the rules do not say what happens then", span, offered)
        return none

    return ask


# Going on ---------------------------------------------------------------------------------


def play(m: Machine, move: RawMove) -> None:
    """Play a legal move of the decision at which the play has stopped, and go on."""
    code, state = m.code, m.state
    number = state[PC]
    ask = code.program.blocks[number].end
    assert isinstance(ask, AskBlock)
    m.moves = None
    m.steps = 0
    state[DECISIONS] += 1
    seat = state[ask.who.address]
    try:
        if ask.pending is not None and ask.index is not None and ask.then is not None:
            record(state, ask, ask.pending, state[ask.index.address], move)
            if m.events is not None:
                m.events.append(Event("chosen", seat, (number, with_kinds(m, move, ask))))
            state[PC] = ask.then
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
    """Chance, where it is explicit, decides for an outcome: a kind of card, or an element of a list."""
    code, state = m.code, m.state
    number = state[PC]
    end = code.program.blocks[number].end
    assert m.outcomes is not None
    outcomes, m.outcomes = m.outcomes, None
    if isinstance(end, SettleTop):
        zone = compile_expr(code, end.zone)(m, {})
        cards = bag(m, zone, end.at)
        note(m, "settled", zone, value, outcomes)
        settle(m, zone, end.at, next(card for card in cards if m.kind_of[card] == value))
    else:
        assert isinstance(end, PickOne)
        note(m, "picked", number, value, outcomes)
        write_slot(state, end.slot, value)
    state[PC] = end.then
    run(m)
