"""Builds the code of one function: its locals, how it counts steps, and what its names stand for.

How values are represented in code:

| type | in code |
|---|---|
| integer, symbol, player, card, zone … | 64 bits; none is the smallest number |
| boolean that is never none | 32 bits, 0 or not |
| list | 32 bits: the address of its length, behind which the elements lie; 0 for none |

Expressions change nothing, so a list in a slot is the list as it lies in the state. Whoever changes the state while
using such a list must copy it first (`lists.copied`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ...diagnostics.record import dataclass
from ...engines.program.nodes import Expr, Slot
from ...language.builtins.intervals import Known
from ...language.ir import nodes as ir
from ...language.ir.types import NONE, Type
from ..wasm.module import Fn
from ..wasm.statements import TRAP, if_
from ..wasm.terms import I32, I64, NOTHING, Instructions, Term, ValueType, Var, long, select
from .module_builder import ModuleBuilder

LIGHT = 1 << 14
"""What takes no more steps than this is not checked inside.

Anything that may take more checks as it goes: a loop at each turn, a function or effect where it begins. So whatever
an author writes, little is done after the limit is passed, and ordinary rules pay nothing.
"""


@dataclass(frozen=True, slots=True)
class Binding:
    """What a local stands for: a term that may be computed again and again, and what is known of its value."""

    term: Term
    known: Known


Bindings = dict[int, Binding]

Lying = dict[tuple[str, int], ir.ZoneOf]
"""The zones in which cards lie that slots, by address, or locals, by number, stand for."""

Memo = dict[object, tuple[Var | None, Var, Var]]
"""Values that are computed once while moves are listed: whether that has happened yet (None if it certainly has), the
value, and its steps."""

AtHand = Callable[[Expr], Term | None]
"""Where a value lies that was worked out before; None of others."""

EmitExpr = Callable[["FunctionBuilder", Expr], Term]
"""Emits an expression into a function, in the representation of its type."""


class FunctionBuilder:
    """One function of the module while it is built; `counting` says whether it counts steps.

    `even` says that every part of a test may be computed, so that none needs a jump (see `evenly`).

    `copies` says how often what is emitted now is emitted, since loops around it are emitted turn by turn.

    `at_hand` knows values that were worked out before a loop; `is_trial` says that what is emitted now serves only to
    see which they could be.

    `settled` holds the elements of lists that functions without arguments yield (`values.scalar_replacement`).

    `lying` holds the zones in which the cards of a move were chosen, by slots and locals (`rules.idiom_recognition`).

    `places` holds, for locals that go through the cards of a row, at which place the card is (from 1).

    `emit` is passed in once, where a module begins (`compile`), and on to every further function (`another`): zones and
    lists contain expressions and expressions contain them, while a file may only import what lies below it.
    """

    def __init__(self, mb: ModuleBuilder, fn: Fn, emit: EmitExpr, *, counting: bool = True) -> None:
        self.mb = mb
        self.fn = fn
        self.counting = counting
        self.steps = fn.local(I64)
        self.names: Bindings = {}
        self.memo: Memo | None = None
        self.places: dict[int, Term] = {}
        self.settled: dict[str, list[Var]] = {}
        self.lying: Lying = {}
        self.even = False
        self.copies = 1
        self.at_hand: AtHand = lambda node: None
        self.is_trial = False
        self._checks_turns = False
        self._emit = emit

    def another(self, fn: Fn, *, counting: bool) -> FunctionBuilder:
        """The builder of another function of the same module."""
        return FunctionBuilder(self.mb, fn, self._emit, counting=counting)

    # Expressions --------------------------------------------------------------------------

    def lies(self, card: Expr) -> ir.ZoneOf | None:
        """The zone in which a card was just chosen, if it is known; only before the first effect."""
        match card:
            case Slot(address):
                return self.lying.get(("slot", address))
            case ir.Local(number):
                return self.lying.get(("local", number))
            case _:
                return None

    def expr(self, node: Expr) -> Term:
        """The value of an expression, in the representation of its type."""
        found = self.at_hand(node)
        return self._emit(self, node) if found is None else found

    def number(self, node: Expr) -> Term:
        """The value of an expression, in 64 bits."""
        return as_number(self.expr(node))

    def boolean(self, node: Expr) -> Term:
        """The value of a test: 32 bits, not 0 if it holds."""
        return as_boolean(self.expr(node))

    def evenly(self, test: Expr) -> Term:
        """The value of a test in which nothing can go wrong, without jumps: where cards come at random a processor does
        not foresee those, and a wrong guess takes longer than what they pass over."""
        outer, self.even = self.even, True
        found = self.boolean(test)
        self.even = outer
        return found

    def reusable(self, term: Term) -> tuple[Term, Instructions]:
        """A term with the same value that may be used several times, and the code that must run before."""
        if isinstance(term, Var) or term.fixed() is not None:
            return term, NOTHING
        var = self.fn.local(term.type)
        return var, var.set(term)

    # Steps --------------------------------------------------------------------------------

    def spend(self, steps: Term | int) -> Instructions:
        """Count work. The sum is checked where the play stops or goes round a loop."""
        if not self.counting:
            return NOTHING
        term = steps if isinstance(steps, Term) else long(steps)
        return self.steps.set(self.steps + term.wide())

    def spend_list(self, length: Term, longest: int) -> Instructions:
        """Count the length of a list; a list that may be long is checked immediately."""
        return self.spend(length) + (self.check() if self.is_heavy(longest) else NOTHING)

    def check(self) -> Instructions:
        """Trap if there were too many steps, which is an error of the game."""
        total = self.steps + self.mb.spent.get
        return if_(total.gt(self.mb.program.steps_limit), TRAP) if self.counting else NOTHING

    def is_heavy(self, steps: int) -> bool:
        """Whether code that takes so many steps at most has to check them as it goes."""
        return self.counting and steps > LIGHT

    @contextmanager
    def loops(self, steps: int) -> Iterator[None]:
        """The loops that are emitted inside take so many steps at most, all in all."""
        outer, self._checks_turns = self._checks_turns, self.is_heavy(steps)
        try:
            yield
        finally:
            self._checks_turns = outer

    def check_turn(self) -> Instructions:
        """Check the steps at each turn of a loop whose turns may be many or long."""
        return self.check() if self._checks_turns else NOTHING

    def before_call(self, steps: int) -> Instructions:
        """Before a call that may take so many steps: count it, and let a heavy one see what was counted here."""
        return self.spend(1) + (self.hand_over() + self.steps.set(0) if self.is_heavy(steps) else NOTHING)

    def at_entry(self, steps: int) -> Instructions:
        """Where a function begins that may take so many steps: a heavy one checks."""
        return self.check() if self.is_heavy(steps) else NOTHING

    def hand_over(self) -> Instructions:
        """Let the steps that were counted in this function count for its caller."""
        return self.mb.spent.set(self.mb.spent.get + self.steps) if self.counting else NOTHING

    # Bindings --------------------------------------------------------------------------------

    def known(self) -> dict[int, Known]:
        """What is known of the value of each name."""
        return {number: name.known for number, name in self.names.items()}

    def bind(self, local: ir.Local, term: Term, known: Known) -> None:
        """From now on the local stands for this term."""
        self.names[local.number] = Binding(term, known)

    @contextmanager
    def scope(self, names: Bindings | None = None) -> Iterator[None]:
        """Forget at the end what was bound inside. With `names`, only those are visible inside."""
        outer = self.names
        self.names = dict(outer) if names is None else names
        try:
            yield
        finally:
            self.names = outer

    def arguments(self, call: ir.Call) -> tuple[ir.Function, list[Term], dict[int, Known]]:
        """The function that is called, the values of its arguments, and what is known of them."""
        function = self.mb.program.functions[call.function]
        known = self.mb.facts.arguments(function, call.args, self.known())
        pairs = zip(call.args, function.parameters, strict=True)
        return function, [as_type(self.expr(arg), p.type) for arg, p in pairs], known

    @contextmanager
    def inlined(self, function: ir.Function, args: list[Term], known: dict[int, Known]) -> Iterator[Instructions]:
        """Inside, a function is a part of where it is called: only its names are visible, and what is computed once out
        here is not. Given is the code that must run before, which counts the call.
        """
        names, code, memo = Bindings(), NOTHING, self.memo
        for parameter, arg in zip(function.parameters, args, strict=True):
            term, before = self.reusable(arg)
            code += before
            names[parameter.number] = Binding(term, known[parameter.number])
        self.memo = None
        with self.scope(names):
            yield code + self.spend(1)
        self.memo = memo

    def local(self, type: Type) -> Var:
        """A local for values of a type."""
        return self.fn.local(value_type(type))


# Representations --------------------------------------------------------------------------


def is_list(type: Type) -> bool:
    """Whether values are lists."""
    return type.base == "list"


def is_boolean(type: Type) -> bool:
    """Whether values are booleans that are never none."""
    return type.base == "boolean" and not type.optional


def value_type(type: Type) -> ValueType:
    """How the values of a type are represented."""
    return I32 if is_list(type) or is_boolean(type) else I64


def as_boolean(term: Term) -> Term:
    """A value as a boolean in 32 bits."""
    return term if term.type == I32 else term.ne(0)


def as_number(term: Term) -> Term:
    """A value in 64 bits."""
    return term.wide()


def as_type(term: Term, type: Type) -> Term:
    """A value in the representation of a type."""
    if is_list(type):
        return term.wrap()
    return as_boolean(term) if is_boolean(type) else as_number(term)


def unless_none(test: Term, value: Term, nothing: int = NONE) -> Term:
    """The value, or `nothing` where `test` is none."""
    return select(value, long(nothing), test.ne(NONE))


def is_card(node: Expr) -> bool:
    """Whether an expression is a card."""
    return node.type.base == "card"


def is_card_list(node: Expr) -> bool:
    """Whether an expression is a list of cards."""
    return is_list(node.type) and node.type.item is not None and node.type.item.base == "card"
