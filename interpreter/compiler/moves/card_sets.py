"""Sets of cards as bits: those that pass tests, how many there are, and the one with a certain rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...diagnostics.record import dataclass
from ...engines.program.bounds import CELL
from ...engines.program.nodes import Expr, Slot
from ...engines.program.traversal import every, structural_key
from ...language.builtins.definitions import FOLDS
from ...language.builtins.intervals import between
from ...language.builtins.table import ROWS, Locals
from ...language.ir import nodes as ir
from ..builder.function_builder import FunctionBuilder
from ..builder.module_builder import ModuleBuilder, helper
from ..builder.zones import whole_zone
from ..passes.partial_evaluation import ResidualTests, residual_tests
from ..values.set_algebra import Cards, printed
from ..wasm.module import Fn
from ..wasm.statements import block, br_if, if_, loop_until, sequence
from ..wasm.terms import I32, I64, NOTHING, Instructions, JumpLabel, Term, Var, either, long, select, total


@dataclass(slots=True)
class CandidateSet:
    """The cards that have passed all tests so far, in the words of a set. Only `possible` ones can be among them."""

    vars: list[Var]
    possible: Cards

    def words(self, mb: ModuleBuilder) -> list[tuple[int, Var, int]]:
        """Each word in which a card may be: its number, the word, and what may be in it."""
        bits = mb.compact.set_of(self.possible)
        return [(word, var, some) for word, (var, some) in enumerate(zip(self.vars, bits, strict=True)) if some]


class TestEmitter:
    """Emits what tests leave of sets of cards."""

    def __init__(self, fb: FunctionBuilder) -> None:
        self.fb, self.mb = fb, fb.mb

    def copy(self, alive: CandidateSet) -> tuple[Instructions, CandidateSet]:
        """A set with the same cards."""
        copies = [self.fb.fn.local(I64) for _ in alive.vars]
        code = sequence(copies[word].set(var) for word, var, _ in alive.words(self.mb))
        return code, CandidateSet(copies, alive.possible)

    def all_or_none(self, alive: CandidateSet, test: Term) -> Instructions:
        """Leave all cards, or none."""
        bits = self.fb.fn.local(I64)
        here = sequence(var.set(var & bits) for _, var, _ in alive.words(self.mb))
        return bits.set(select(long(-1), long(0), test)) + here

    def any(self, alive: CandidateSet) -> Term:
        """Whether a card is left."""
        return either(var for _, var, _ in alive.words(self.mb)).ne(0)

    def restrict(self, test: Expr, local: ir.Local, alive: CandidateSet) -> Instructions:
        """Only the cards that pass a test are left."""
        known = printed(self.mb, test, local.number)
        if known is not None:
            return self._meet(alive, known)
        if not depends(test, local.number):
            if is_safe(self.fb, test):
                return self.all_or_none(alive, self.fb.evenly(test))
            nothing = sequence(var.set(0) for var in alive.vars)
            return if_(self.any(alive), if_(self.fb.boolean(test).not_(), nothing))
        match test:
            case ir.Apply("and", (one, other)) if can_restrict(self.fb, test, local, alive.possible):
                return self.restrict(one, local, alive) + self.restrict(other, local, alive)
            case ir.Apply("or", (one, other)) if is_simple(self.mb, test, local.number) and can_restrict(
                self.fb, other, local, alive.possible
            ):
                return self._either(one, other, local, alive)
            case _:
                return self._by_group(test, local, alive)

    def _either(self, one: Expr, other: Expr, local: ir.Local, alive: CandidateSet) -> Instructions:
        """Those that pass one of two tests; the second is asked only for those that do not pass the first."""
        known = printed(self.mb, one, local.number)
        before = alive.possible
        if known is None:
            rest = self.restrict(other, local, alive)
            alive.possible = before
            return if_(self.any(alive), if_(self.fb.boolean(one).not_(), rest))
        copied, rest_alive = self.copy(CandidateSet(alive.vars, before - known))
        bits = self.mb.compact.set_of(before - known)
        copied += sequence(var.set(var & bits[word]) for word, var, _ in rest_alive.words(self.mb))
        rest = self.restrict(other, local, rest_alive)
        both = self._meet(alive, known)
        left = {word: var for word, var, _ in rest_alive.words(self.mb)}
        alive.possible = alive.possible | rest_alive.possible
        both += sequence(alive.vars[word].set(alive.vars[word] | var) for word, var in left.items())
        return copied + rest + both

    def _by_group(self, test: Expr, local: ir.Local, alive: CandidateSet) -> Instructions:
        groups = groups_of(self.mb, test, local.number)
        if groups is None:
            return self._by_question(test, local, alive)
        code = NOTHING
        for cards in groups:
            here = cards & alive.possible
            if not here:
                continue
            bits = self.mb.compact.set_of(here)
            with self.fb.scope():
                card = min(here)
                self.fb.bind(local, long(card), between(card, card))
                safe = is_safe(self.fb, test)
                fails = (self.fb.evenly(test) if safe else self.fb.boolean(test)).not_()
            words = [(var, bits[word]) for word, var, _ in alive.words(self.mb) if bits[word]]
            if safe:
                which = self.fb.fn.local()
                code += which.set(fails)
                code += sequence(var.set(var & select(long(~some), long(-1), which)) for var, some in words)
                continue
            met = either(var & some for var, some in words).ne(0)
            code += if_(met, if_(fails, sequence(var.set(var & ~some) for var, some in words)))
        return code

    def _meet(self, alive: CandidateSet, cards: Cards) -> Instructions:
        """Leave those that are among some cards."""
        before = alive.words(self.mb)
        alive.possible = alive.possible & cards
        bits = self.mb.compact.set_of(alive.possible)
        return sequence(var.set(var & bits[word]) for word, var, some in before if bits[word] != some)

    def _by_question(self, test: Expr, local: ir.Local, alive: CandidateSet) -> Instructions:
        """Those that pass by what is printed on them, and those for which a question is answered with yes."""
        left = residual_of_cards(self.fb, test, local, alive.possible)
        assert left is not None
        code, passing = NOTHING, [long(bits) for bits in self.mb.compact.set_of(left.sure)]
        for one in left.asked:
            answer = self.fb.fn.local()
            code += answer.set(self.answer(one.test))
            for word, bits in enumerate(self.mb.compact.set_of(one.items)):
                if bits:
                    passing[word] = passing[word] | select(long(bits), long(0), answer)
        words = alive.words(self.mb)
        alive.possible = alive.possible & left.sure.union(*(one.items for one in left.asked))
        return code + sequence(var.set(var & passing[word]) for word, var, _ in words)

    def still(self, tests: Iterable[Expr], local: ir.Local, value: int, legal: Var) -> Instructions:
        """Let a number become 0 unless all tests hold of a value."""
        code = NOTHING
        for test in tests:
            left = residual_of_value(self.fb, test, local, value)
            if isinstance(left, ir.Const):
                code += NOTHING if left.value else legal.set(0)
            elif left is not None and is_safe(self.fb, left):
                code += legal.set(legal & self.fb.evenly(left).ne(0).wide())
            else:
                with self.fb.scope():
                    self.fb.bind(local, long(value), between(value, value))
                    fails = self.fb.boolean(test).not_() if left is None else self.answer(left).not_()
                code += if_(legal.ne(0), if_(fails, legal.set(0)))
        return code

    def answer(self, test: Expr) -> Term:
        """Whether a test holds in which nothing can go wrong. What is quick is worked out without jumps."""
        return self.fb.evenly(test) if is_safe(self.fb, test) else self.fb.boolean(test)


def bits_in(words: Sequence[Term]) -> Term:
    """How many cards there are."""
    return total(word.bit_count() for word in words)


# The card with a certain number in a set, as code.

SURE_TURNS = 6
"""So many of the lower cards are passed over without a jump; further ones by a loop."""

FEW_TURNS = 2
"""So many in a set that is often no larger, and whose size is mostly what it was before."""


@helper("nth", (I32, I64), I64)
def nth(mb: ModuleBuilder, fn: Fn, many: int) -> Instructions:
    """`nth(at, rank)`: the card with this number in the set of so many words at an address; the number has gone down by
    the size of the set.

    rank += the size of the set
    go to the word with this card; remove so many of its bits; the lowest is it

    The number is random, so whatever jumps by it is foreseen wrongly by the processor, which costs more than a few
    turns for nothing.
    """
    at, rank, left, base = fn.param(0), fn.param(1), fn.local(I64), fn.local(I64)
    words = [at.load(CELL * word) for word in range(many)]
    code = rank.set(rank + bits_in(words)) + left.set(words[0])
    behind, on = fn.local(I64), fn.local()
    for word in range(1, len(words)):
        code += behind.set(rank - left.bit_count()) + on.set(behind.ge(0)) + rank.set(select(behind, rank, on))
        code += left.set(select(words[word], left, on)) + base.set(select(long(64 * word), base, on))
    return code + _pass_over(left, rank) + (left.trailing_zeros() + base).code


@helper("nth_of", (I64, I64), I64)
def nth_of(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`nth_of(set, rank)`: the number with this rank, from 0, in a set of one word."""
    left, rank = fn.param(0), fn.param(1)
    return _pass_over(left, rank) + left.trailing_zeros().code


@helper("nth_of_whole", (I64, I64), I64)
def nth_of_whole(mb: ModuleBuilder, fn: Fn) -> Instructions:
    """`nth_of_whole(set, rank)`: the same for all cards of a heap. The number has gone down by the size of the set.

    How many cards lie in a heap follows from how far the game is: a jump by that is foreseen.
    """
    left, rank, many, done = fn.param(0), fn.param(1), fn.local(I64), JumpLabel()
    code = many.set(left.bit_count()) + rank.set(rank + many)
    code += _turns(left, rank, range(FEW_TURNS))
    code += block(done, br_if(many.le(FEW_TURNS + 1), done) + _pass_over(left, rank, FEW_TURNS))
    return code + left.trailing_zeros().code


def _pass_over(left: Var, rank: Var, done: int = 0) -> Instructions:
    """Remove so many of the lowest bits, of which some are `done`."""
    further = loop_until(rank.le(SURE_TURNS), do=left.set(left & (left - 1)) + rank.up(-1))
    return _turns(left, rank, range(done, SURE_TURNS)) + further


def _turns(left: Var, rank: Var, turns: range) -> Instructions:
    """Remove the lowest bit in each turn whose number is below the rank."""
    return sequence(left.set(select(left & (left - 1), left, rank.gt(turn))) for turn in turns)


# What the tests of a card can be made of, where moves are counted as sets (`masks`).
#
# A test is a set of cards, known before the play; or it holds for all cards or none; or it is asked once for each group
# of cards that it cannot tell apart, since it asks for nothing of the card but some of its attributes; or nothing can
# go wrong in it, and what is left of it for each kind of card (`passes.partial_evaluation`) comes to few questions.

MOST_GROUPS = 12
"""A test may tell so many groups of cards apart."""

MOST_QUESTIONS = 6
"""So many questions may be left of a test."""


def groups_of(mb: ModuleBuilder, test: Expr, local: int) -> list[Cards] | None:
    """The cards that a test cannot tell apart, all groups of them; None if it may tell any two apart, or too many."""
    names, uses = set[str](), 0
    for part in every(test):
        match part:
            case ir.AttributeOf(name, ir.Local(number)) if number == local:
                names.add(name)
                uses -= 1
            case ir.Local(number) if number == local:
                uses += 1
    if uses:
        return None
    found: dict[tuple[object, ...], set[int]] = {}
    for card, kind in enumerate(mb.layout.kind_of):
        row = mb.layout.kinds[kind].attributes
        found.setdefault(tuple(row.get(name) for name in sorted(names)), set()).add(card)
    return [frozenset(cards) for cards in found.values()] if len(found) <= MOST_GROUPS else None


def depends(test: Expr, local: int) -> bool:
    """Whether a test asks for the card in a local."""
    return any(isinstance(part, ir.Local) and part.number == local for part in every(test))


def can_restrict(fb: FunctionBuilder, test: Expr, local: ir.Local, cards: Cards) -> bool:
    """Whether a test is made of parts that are sets, or hold for all cards or none, or are asked group by group; or
    whether few questions are left of it."""
    mb, number = fb.mb, local.number
    if not depends(test, number) or printed(mb, test, number) is not None:
        return True
    match test:
        case ir.Apply(op, (one, other)) if ROWS[op].is_connective:
            both = can_restrict(fb, one, local, cards) and can_restrict(fb, other, local, cards)
            if both and is_simple(mb, test, number):
                return True
    return groups_of(mb, test, number) is not None or residual_of_cards(fb, test, local, cards) is not None


def residual_of_cards(fb: FunctionBuilder, test: Expr, local: ir.Local, cards: Cards) -> ResidualTests | None:
    """Which of some cards pass a test in which nothing can go wrong, and what is left to ask in the position."""
    mb = fb.mb
    key = id(test), local.number, cards
    if key not in mb.residual.divided:
        mb.residual.divided[key] = test, _residual_of_cards(fb, test, local, cards)
    return mb.residual.divided[key][1]


def _residual_of_cards(fb: FunctionBuilder, test: Expr, local: ir.Local, cards: Cards) -> ResidualTests | None:
    mb, found = fb.mb, dict[int, ir.Expr]()
    if not mb.facts.cannot_fail(test, fb.known()):
        return None
    kinds = dict[int, ir.Expr | None]()
    for card in sorted(cards):
        kind = mb.layout.kind_of[card]
        if kind not in kinds:
            kinds[kind] = mb.residual.left(test, {local.number: ir.Const(card, local.type, local.span)})
        left = kinds[kind]
        if left is None:
            return None
        found[card] = left
    return residual_tests(found, MOST_QUESTIONS)


def is_simple(mb: ModuleBuilder, test: ir.Apply, local: int) -> bool:
    """Whether the first part of an `or` is a set by itself, or holds for all cards or none."""
    return test.op == "and" or not depends(test.args[0], local) or printed(mb, test.args[0], local) is not None


def residual_of_value(fb: FunctionBuilder, test: Expr, local: ir.Local, value: int) -> ir.Expr | None:
    """What is left of a test of a known value; None if something can go wrong in it."""
    if not fb.mb.facts.cannot_fail(test, fb.known()):
        return None
    return fb.mb.residual.left(test, {local.number: ir.Const(value, local.type, local.span)})


def is_safe(fb: FunctionBuilder, node: Expr, known: Locals | None = None) -> bool:
    """Whether a value may be computed although nobody needs it: nothing can go wrong, and it is quick.

    `known` is what is known of the names in it: of a function, whose names are numbered anew, its arguments.
    """
    facts, env = fb.mb.facts, fb.known() if known is None else known
    for part in every(node):
        match part:
            case (
                ir.Const()
                | ir.Local()
                | Slot()
                | ir.Variable()
                | ir.ZoneOf()
                | ir.AttributeOf()
                | ir.If()
                | ir.Option()
            ):
                pass
            case ir.Apply(op) if not facts.goes_wrong(part, env) and (ROWS[op].is_quick or ROWS[op].of_zone):
                pass
            case ir.Fold(op=op, loops=loops) if FOLDS[op].is_total and len(loops) == 1:
                zone = whole_zone(fb.mb, loops[0].source)
                if zone is None or zone[1] != "heap" or facts.goes_wrong(part, env):
                    return False
            case ir.Call() if known is None and is_computed(fb, part):
                pass
            case ir.Call(name, args):
                body, inner, key = facts.called(name, args, env)
                if key not in fb.mb.safe:
                    fb.mb.safe[key] = is_safe(fb, body, inner)
                if not fb.mb.safe[key]:
                    return False
            case _:
                return False
    return True


def is_computed(fb: FunctionBuilder, node: Expr) -> bool:
    """Whether a value has certainly been worked out before."""
    if not fb.memo:
        return False
    found = fb.memo.get(structural_key(node))
    return found is not None and found[0] is None
