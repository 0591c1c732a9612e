"""Positions of the reference engine: how they are played, and what they are asked between the moves.

A position is at the block whose number is in its program counter. A block at whose end play may stop does nothing else,
so it can be run again whenever a position is loaded.

Steps: each block that is entered counts 1, in addition to what its effects count. They are counted from one decision
to the next, through everything that chance decides in between.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any, TypeVar, assert_never

from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from ..cells import before_last_block, below, chosen_cards, loose, record, write_slot
from ..events import Event, PlaceholderValue, PlayError
from ..position import Env, RawMove
from ..program.derived_values import Sides, sides_of
from ..program.layout import DECISIONS, DRAWN, ERROR, FINISHED, LIMIT, PC, RUNNING, SEED, STATUS
from ..program.nodes import (
    AskBlock,
    AskChoice,
    Block,
    Branch,
    Dispatch,
    Expr,
    GameOver,
    Jump,
    PickOne,
    Program,
    SettleTop,
)
from .announcements import announce, close, label_values, pick_secretly
from .chance import compile_spot, first_of_kinds, note, settle, weights
from .effects import compile_body, compile_write, run_steps
from .expressions import compile_expr
from .legal_moves import compile_ask, list_moves, values
from .machine import CompiledCode, Go, Machine, Step
from .zones import learn, show

Found = TypeVar("Found")


STOP = -1
"""What the end of a block returns if play stops there."""


class ReferenceCode(CompiledCode):
    """A program, and positions of it; the closures of a block are compiled when play first comes there.

    If it is `watched`, they remember what was true and what was false.
    """

    def __init__(self, program: Program, *, watched: bool = False) -> None:
        super().__init__(program, truths={} if watched else None)
        for block in program.blocks:
            self.bodies.append((_first_body(self, block),) if block.body else ())
            self.ends.append(_first_end(self, block))

    def at(
        self, cells: list[int], *, explicit: bool = False, record: bool = False, steps: int = 0
    ) -> ReferencePosition:
        """A position with these cells, which it shares; nothing is played, nor known of what it offers."""
        found = ReferencePosition(self, cells, explicit=explicit, record=record)
        found.steps = before_last_block(cells, steps)
        return found


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


class ReferencePosition(Machine):
    """A position that the reference engine plays; other engines refer to it what they cannot play themselves."""

    __slots__ = ()
    code: ReferenceCode

    # The position -------------------------------------------------------------------------

    def clone(self) -> ReferencePosition:
        """A copy with the same position."""
        twin = self.code.at(self.state.copy(), explicit=self.explicit)
        twin.steps = self.steps
        twin.moves = self.moves
        twin.outcomes = self.outcomes
        twin.events = None if self.events is None else self.events.copy()
        twin.error = self.error
        return twin

    def altered(self, cells: Sequence[int]) -> ReferencePosition:
        """A copy with other cells; what it offers is not computed again."""
        twin = self.clone()
        twin.state = list(cells)
        return twin

    def plain(self) -> ReferencePosition:
        """The same position, held by the reference engine, for callers that change its cells directly."""
        return self

    @property
    def numbers(self) -> Sequence[int]:
        """The cells of the header and the variables, and what else comes before the cards in the layout: to be read
        where that is enough, since an engine may have to work out the rest.
        """
        return self.state

    @property
    def status(self) -> int:
        """How the game stands: the cell of the status."""
        return self.state[STATUS]

    @property
    def position(self) -> Hashable:
        """All cells as one value, by which positions can be told apart."""
        return tuple(self.state)

    def reseed(self, seed: int) -> None:
        """Let the random numbers to come be others: those of a seed, from its first."""
        self.state[SEED], self.state[DRAWN] = seed, 0
        for source in self.code.layout.sources:
            self.state[source.address] = 0

    def on_numbers(self, compute: Callable[[Machine], Found]) -> Found:
        """What is computed from the position, by the numbers alone if they are enough."""
        return compute(self)

    @property
    def rows(self) -> Sequence[RawMove] | None:
        """The legal moves, each worked out when it is looked at if that is cheaper; `moves` are the same."""
        return self.moves

    def asked(self) -> tuple[AskBlock, int] | None:
        """The decision at which play has stopped, and who decides; None where chance does, or the game is over."""
        numbers = self.numbers
        end = self.code.block(numbers).end
        return (end, numbers[end.who.address]) if isinstance(end, AskBlock) and self.status == RUNNING else None

    # Playing ------------------------------------------------------------------------------

    def pick(self, many: int) -> int:
        """A number from 0 to `many` - 1 by the random numbers of the position, for players who leave their choice to
        chance.
        """
        return below(self.state, many)

    def go(self) -> None:
        """Play on until a player or chance must decide, or the game is over."""
        code, state = self.code, self.state
        bodies, ends = code.bodies, code.ends
        self.lately = None
        try:
            while state[STATUS] == RUNNING:
                number = state[PC]
                self.spend(1, code.spans[number])
                env: Env = {}
                for step in bodies[number]:
                    left = step(self, env)
                    assert left is None, f"block {number} leaves scope {left}"
                following = ends[number](self, env)
                if following == STOP:
                    break
                state[PC] = following
        except PlayError as error:
            self._fail(error)
        close(self)

    def _fail(self, error: PlayError) -> None:
        """End the game with an error of its rules."""
        self.state[STATUS] = ERROR
        self.error = error.diagnostic
        self.moves = ()
        self.outcomes = ()

    def play(self, move: RawMove, place: int = -1) -> None:
        """Play a legal move of the decision at which play has stopped, and run on; `place` is its place among them, if
        that is known.

        Of equal cards in a heap the chosen ones are from now on those that most seats know, whoever is told of the
        choice: shown to nobody, they are put forward. So it does not matter which of two equal cards a move names.
        """
        code, state = self.code, self.state
        number = state[PC]
        ask = code.program.blocks[number].end
        assert isinstance(ask, AskBlock)
        self.moves = None
        self.steps = 0
        state[DECISIONS] += 1
        seat = state[ask.who.address]
        show(self, [card for card in chosen_cards(ask.choices[move[0]], move) if card != NONE], 0, told=False)
        try:
            if ask.secret is not None:
                record(state, ask, ask.secret.pending, state[ask.secret.index.address], move)
                pick_secretly(self, seat, number, move)
                state[PC] = ask.secret.then
            else:
                announce(self, "decided", seat, number, move)
                choice = ask.choices[move[0]]
                for parameter, value in zip(choice.parameters, move[1:], strict=True):
                    write_slot(state, parameter.slot, value)
                state[PC] = choice.then
        except PlayError as error:
            self._fail(error)
        self.go()

    def decide(self, value: int) -> None:
        """Let explicit chance decide for an outcome, a kind of card or an element of a list, and run on.

        Raises ValueError for a kind of which no card can come; the position stays as it was.
        """
        code, state = self.code, self.state
        number = state[PC]
        end = code.program.blocks[number].end
        assert self.outcomes is not None
        outcomes, self.outcomes = self.outcomes, None
        if isinstance(end, SettleTop):
            with self.aside():
                zone, place = self.spot(end)
            card = next(
                (card for card in loose(self.code, self.state, zone, place) if self.kind_of[card] == value), NONE
            )
            if card == NONE:
                self.outcomes = outcomes
                raise ValueError(f"chance cannot give a card of kind {value} here")
            note(self, "settled", zone, value, outcomes)
            settle(self, zone, place, card)
        else:
            assert isinstance(end, PickOne)
            note(self, "picked", number, value, outcomes)
            write_slot(state, end.slot, value)
        state[PC] = end.then
        self.go()

    # What is asked between the moves ------------------------------------------------------

    def value(self, expr: Expr, env: Env) -> Any:
        """The value of an expression, with these values of locals. Raises PlayError where it has none."""
        return self.code.once(compile_expr, expr)(self, env)

    def legal(self, ask: AskBlock) -> tuple[RawMove, ...]:
        """The legal moves of a decision with the cells as they are now. Raises PlayError if a rule fails."""
        return list_moves(self, self.code.once(compile_ask, ask))

    def options(self, ask: AskBlock, choice: int, place: int, env: Env) -> list[Any]:
        """Everything that may be chosen for a parameter, before its tests; raises PlayError if that is too much."""
        pick = self.code.once(compile_ask, ask)[choice].picks[place]
        return list(values(self, env, replace(pick, tests=())))

    def label_values(self, choice: AskChoice, move: RawMove) -> tuple[tuple[PlaceholderValue, ...], list[int]]:
        """What the label of a move names, and the cards that somebody must know to be told it."""
        return label_values(self, choice, move)

    def spot(self, end: SettleTop) -> tuple[int, int]:
        """The zone and the place in it (from 0) about which chance decides; -1 where there is none."""
        return self.code.once(compile_spot, end)(self, {})

    def settle(self, zone: int, place: int, card: int, seats: int = 0) -> None:
        """Let a card of a bag lie at a place; the seats that see the zone learn it, and some more (a mask)."""
        settle(self, zone, place, card)
        learn(self, card, seats)

    # What a seat that watches sees (`Executor.rehearse`); an engine that does not tell records what happens

    @property
    def seen(self) -> tuple[int, int, int] | None:
        """What the seat that watches sees where play has stopped; since the decision before, how often it was told
        something, and what; as numbers. None where the engine does not tell.
        """
        return None

    @property
    def noted(self) -> list[int]:
        """By how often it was told something: what that was, as a number."""
        return []

    # Results ------------------------------------------------------------------------------

    def worths(self) -> Sequence[int] | None:
        """What the position is worth to each seat by the `value` of a spec that has one; None where whoever asks has to
        work it out, as where it fails for a seat.
        """
        return None

    def _aside(self, compute: Callable[[Machine], Found]) -> Found:
        """Compute without counting steps: `aside`, but quicker."""
        spent, self.steps = self.steps, 0
        try:
            return self.on_numbers(compute)
        finally:
            self.steps = spent

    def returns(self) -> tuple[float, ...]:
        """The returns; all 0 unless the game has ended by its rules."""
        if self.status != FINISHED:
            return (0.0,) * self.players
        return self._aside(self.code.once(compile_returns, self.code.program))

    def winning_seats(self) -> int:
        """The winners that the spec names, as a set of seats; empty unless the game has ended by its rules."""
        return 0 if self.status != FINISHED else self._aside(self.code.once(compile_winners, self.code.program))

    def winners(self) -> Sides:
        """The winning sides; none unless the game has ended by its rules."""
        return sides_of(self.code.program, self.winning_seats(), self.returns()) if self.status == FINISHED else ()

    def scores(self) -> tuple[int, ...]:
        """The scores at any time; all 0 if a rule fails while they are computed."""
        plain = self.code.once(plain_scores, self.code.program)
        if plain is not None:
            return plain(self.numbers)
        try:
            return self._aside(self.code.once(compile_scores, self.code.program))
        except PlayError:
            return (0,) * self.players


# The ends of blocks, compiled: where play goes on, or stops because a player or chance must decide.


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
        cards = loose(m.code, m.state, where, at)
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
            kind = m.oracle(weights([kind_of[card] for card in cards]))
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
    write, one_of_twins, luck = compile_write(end.slot), code.once(alike, end), code.picks[end.slot.name]

    def pick_one(m: Machine, e: Env) -> int:
        elements = one_of_twins(m, source(m, e))
        outcomes = weights(elements)
        if len(outcomes) < 2:
            write(m, elements[0] if elements else NONE)
            return then
        if m.explicit:
            m.outcomes = outcomes
            return STOP
        if m.oracle is not None:
            value = m.oracle(outcomes)
        else:
            value = elements[below(m.state, len(elements), luck.key, luck.address)]
        note(m, "picked", block, value, outcomes)
        write(m, value)
        return then

    return pick_one


def alike(code: CompiledCode, end: PickOne) -> Callable[[Machine, Any], list[int]]:
    """A closure that replaces each card by the first of those in the list that the rules cannot tell from it."""
    item = end.source.type.item
    if item is None or item.base != "card":
        return lambda m, values: list(values)

    def one_of_twins(m: Machine, cards: Any) -> list[int]:
        twins = [card for card in cards if card != NONE and code.has_twins[card]]
        firsts, equal = first_of_kinds(m, twins), frozenset(twins)
        return [firsts[m.kind_of[card]] if card in equal else card for card in cards]

    return one_of_twins


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


# How a game ended: the winners, and the returns and scores of the seats.
#
# They are computed once when the game ends, so that a rule that fails there is an error of the game like any
# other. Computing them does not count as steps of the play.

Winners = Callable[[Machine], int]
Returns = Callable[[Machine], tuple[float, ...]]
Scores = Callable[[Machine], tuple[int, ...]]


def compile_winners(code: CompiledCode, program: Program) -> Winners:
    """The winners that the spec names, as a set of seats (see `program.derived_values`); empty if it names none."""
    if program.winners is None:
        return lambda m: 0
    winners, item = compile_expr(code, program.winners), program.winners.type.item
    of_teams = item is not None and item.base == "team"

    def seats(m: Machine) -> int:
        found = 0
        for side in winners(m, {}):
            members = (m.players,) if side == NONE else m.members[side] if of_teams else (side,)
            for seat in members:
                found |= 1 << seat
        return found

    return seats


def compile_returns(code: CompiledCode, program: Program) -> Returns:
    """One number per seat: what the spec says, or else 1 for a winner, 1/k for each of k sides that share the victory,
    and 0 for the others.

    A team is one side. A side without players is `none` among the winners: it counts as a side, and no seat gets its
    part.
    """
    if program.returns is not None:
        it, expr = program.returns
        value = compile_expr(code, expr)
        return lambda m: tuple([float(_number(value(m, {it.number: seat}))) for seat in range(m.players)])
    winners = compile_winners(code, program)

    def shared(m: Machine) -> tuple[float, ...]:
        sides = sides_of(program, winners(m), ())
        won = {seat for side in sides for seat in side}
        return tuple([1.0 / len(sides) if seat in won else 0.0 for seat in range(m.players)])

    return shared


def compile_scores(code: CompiledCode, program: Program) -> Scores:
    """The score of each seat; 0 if the spec defines none."""
    if program.score is None:
        return lambda m: (0,) * m.players
    it, expr = program.score
    value = compile_expr(code, expr)
    return lambda m: tuple([_number(value(m, {it.number: seat})) for seat in range(m.players)])


def plain_scores(code: CompiledCode, program: Program) -> Callable[[Sequence[int]], tuple[int, ...]] | None:
    """Reads the scores from the numbers of a position, where each is a variable of the seat or of its team."""
    match program.score:
        case (it, ir.Variable(name, owner, type)) if not type.optional and type.base != "list":
            first = code.layout.variables[name].address
        case _:
            return None
    match owner:
        case ir.Local(number) if number == it.number:
            cells = [first + seat for seat in range(program.players)]
        case ir.Apply("team", (ir.Local(number),)) if number == it.number:
            cells = [first + team for team in code.team_of]
        case _:
            return None
    return itemgetter(*cells) if len(cells) > 1 else None


def _number(value: int) -> int:
    return 0 if value == NONE else int(value)
