"""The one table of builtins: operators, functions, properties, comprehensions and effects.

The type checker, the executors, the language reference and the tests of its examples read it, and so does `Analysis`,
which says what is known of an expression before it is computed.
A new builtin is a new row and a row in the compiled engine; a new kind of effect needs more, see docs/developers.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from ...diagnostics.record import dataclass
from ..ir import nodes as ir
from ..ir.types import LEAST, MOST, NONE, Type
from .definitions import FOLDS, FUNCTIONS, OPERATORS, PROPERTIES, FoldRow
from .intervals import PLENTY, Known, Sizes, either
from .row import BuiltinRow, Form

ROWS: dict[str, BuiltinRow] = {row.op: row for row in (*OPERATORS, *FUNCTIONS, *PROPERTIES)}
"""Each row with a meaning of its own, by its key in the IR."""


REDEFINABLE = frozenset(
    [row.spelling for row in ROWS.values() if row.redefinable] + [row.op for row in FOLDS.values() if row.redefinable]
)
"""Built-in functions whose names a spec may give to a function of its own, which then takes their place."""


def traversed_argument(node: ir.Apply) -> int | None:
    """The position of the argument whose length a builtin takes in steps; None if it takes none.

    `in` takes none where the spec itself says how long the list is: a list in brackets, an attribute of a card, a zone.
    """
    steps = ROWS[node.op].steps
    if steps == "computed second" and not _is_short(node.args[1]):
        return 1
    return {"first": 0, "second": 1}.get(steps)


def _is_short(where: ir.Expr) -> bool:
    match where:
        case ir.Const() | ir.AttributeOf() | ir.ListOf() | ir.Apply(op="cards_of"):
            return True
        case _:
            return False


def spelled(form: Form, spelling: str) -> tuple[BuiltinRow, ...]:
    """The rows of this form and spelling: `spelled("function", "max")` are two, which differ in their types."""
    return tuple(row for row in ROWS.values() if row.form == form and row.spelling == spelling)


def spellings(form: Form) -> tuple[str, ...]:
    """All spellings of a form, for suggestions."""
    return tuple(dict.fromkeys(row.spelling for row in ROWS.values() if row.form == form))


# Effects of the language: how they are written and what they do. What they mean is said where they are lowered.


@dataclass(frozen=True, slots=True)
class EffectRow:
    """An effect: its verb, how it is written, and what it does."""

    verb: str
    form: str
    about: str


# fmt: off
_ROWS = (
    EffectRow("move", "move CARDS to PLACE", "Cards go to a zone: its `top`, `bottom` or a `position`."),
    EffectRow("draw", "draw NUMBER from ZONE to ZONE", "The top cards move one by one, fewer if they run out."),
    EffectRow("gather", "gather DECK [except ZONE] to ZONE", "All its cards go there; `except`: but those."),
    EffectRow("shuffle", "shuffle ZONE", "The order of the zone becomes unknown."),
    EffectRow("swap", "swap A, B", "Two cards, or all cards of two zones, change places."),
    EffectRow("show", "show CARDS to PLAYERS", "The players get to know the cards."),
    EffectRow("random", "random NAME in LIST", "Chance picks one; the name holds for the rest of the block."),
    EffectRow("let", "let NAME = VALUE", "A name for the rest of the block."),
    EffectRow("choose", "choose NAME in LIST: …", "A player decides."),
    EffectRow("offer", "offer ACTION, ACTION by PLAYER", "A player does one of these actions."),
    EffectRow("together", "together NAME in PLAYERS: …", "All choose secretly; then the choices take effect in order."),
    EffectRow("end", "end turn | phase | game | NAME", "It ends at once, with everything that runs inside it."),
    EffectRow("next", "next turn PLAYER", "This player has the turn after this one; the order continues from there."),
    EffectRow("score", "score(NAME)", "The points of a scoring are computed and added."),
    EffectRow("activate", "activate(CARD)", "The effect of a card."),
    EffectRow("say", "say(NAME)", "The table is told a text of `words`."),
)
# fmt: on

EFFECTS: dict[str, EffectRow] = {row.verb: row for row in _ROWS}


# Abstract interpretation: what is known of an expression before it is computed, from the table of builtins.
#
#     count(c for c in me.hand) + 1      from 1 to the most cards that a hand can hold, and one
#     [2 * n for n in 1..3]              three elements, from 2 to 6
#
# What is said here holds in every play; where nothing is known the answer is as wide as can be. What is known of
# variables, zones and whatever else is no operation, those say who ask (`Analysis.leaf`): typing, which knows no
# configuration, and the program and the compiled engine, which do.

VARIANTS = 32
"""A function is looked into for this many different kinds of arguments; after that, for any arguments at once."""

Locals = Mapping[int, Known]
"""What is known of locals, by their numbers."""

Arguments = tuple[object, ...]
"""A function's name and what is known of its arguments."""


class Analysis(ABC):
    """Answers questions about expressions.

    `counts` says how many values a type has, by its base and the name of an enumeration; `longest` how many elements a
    list can have at most. The body of a function is looked into once for the same knowledge of its arguments.
    """

    def __init__(self, sizes: Sizes, counts: Mapping[tuple[str, str], int], longest: int = PLENTY) -> None:
        self.sizes, self.counts, self.limit = sizes, counts, longest
        self._calls: dict[Arguments, Known] = {}
        self._variants: dict[str, set[Arguments]] = {}

    @abstractmethod
    def function(self, name: str) -> ir.Function:
        """A function by its name."""

    def leaf(self, expr: ir.Expr, env: Locals) -> Known:
        """What is known of an expression that is no operation: a variable, an attribute, a zone."""
        return Known()

    def unknown(self, type: Type) -> Known:
        """What is known of a value of which nothing is known but its type."""
        return self.typed(Known(), type)

    def known(self, expr: ir.Expr, env: Locals) -> Known:
        """What is known of an expression; `env` says what is known of the locals in it."""
        match expr:
            case ir.Const(value):
                found = constant(value)
            case ir.Local(number):
                found = env.get(number, Known())
            case ir.Apply(op):
                found = self.applied(ROWS[op], self.operands(expr, env), expr)
            case ir.If(_, yes, no):
                found = either(self.known(yes, env), self.known(no, env))
            case ir.ListOf(items):
                found = self._listed([self.known(item, env) for item in items])
            case ir.Fold(op=op):
                found = self.applied(FOLDS[op], self.operands(expr, env), expr)
            case ir.Call(name, args):
                body, inner, key = self.called(name, args, env)
                if key not in self._calls:
                    self._calls[key] = self.known(body, inner)
                found = self._calls[key]
            case _:
                found = self.leaf(expr, env)
        return self.typed(found, expr.type)

    def typed(self, found: Known, type: Type) -> Known:
        """The part of it that a type has."""
        item = type.item or type
        many = self.counts.get((item.base, item.name if item.base == "symbol" else ""), MOST + 1)
        low = max(0, found.low) if many <= MOST else found.low
        most = self.sizes.room if type.base == "zone" else self.limit
        if low == found.low and found.high < many and found.longest <= most:
            return found
        return Known(
            low,
            max(low, min(found.high, many - 1)) if found.high != NONE else NONE,
            found.none,
            min(found.fewest, most),
            min(found.longest, most),
            min(found.widest, self.limit),
        )

    def operands(self, expr: ir.Apply | ir.Fold, env: Locals) -> list[Known]:
        """What is known of the arguments of an operation; of a comprehension, of its body and of its turns."""
        if isinstance(expr, ir.Apply):
            return [self.known(arg, env) for arg in expr.args]
        return [self.known(expr.body, self.inside(expr, env)), self.turns(expr, env)]

    def may_fail(self, row: BuiltinRow | FoldRow, args: list[Known]) -> bool:
        """Whether something may go wrong in an operation with such arguments."""
        match row.fails:
            case "never":
                return False
            case "beyond":
                # What is computed early may be computed of none as well, and comes to anything: to a divisor of 0, say.
                low, high, *_ = row.range(self.sizes, *args)
                return low < LEAST or high > MOST or (isinstance(row, BuiltinRow) and any(arg.none for arg in args))
            case "zero":
                return args[1].range[0] <= 0 <= args[1].high
            case "absent":
                _, at, low_end, high_end = args
                return at.range[0] < low_end.high or at.high > high_end.range[0]
            case "too many":
                return True

    def applied(self, row: BuiltinRow | FoldRow, args: list[Known], expr: ir.Apply | ir.Fold) -> Known:
        """What is known of an operation from what is known of its arguments. After an overflow play does not go on."""
        low, high, *none = row.range(self.sizes, *args)
        if low > MOST or high < LEAST:
            low, high = LEAST, MOST
        # What takes an element out of lists gives one of them.
        fewest, longest = (0, args[0].longest) if row.length is None else row.length(self.sizes, *args)
        widest = self._widest(row, args, expr) if expr.type.is_nested() else PLENTY
        return Known(max(LEAST, low), min(MOST, high), any(none), fewest, longest, widest)

    def _widest(self, row: BuiltinRow | FoldRow, args: list[Known], expr: ir.Apply | ir.Fold) -> int:
        """How many elements a list has at most that is in this list of lists."""
        if isinstance(expr, ir.Fold):
            one = args[0].longest if expr.body.type.base == "list" else 1
            return one if expr.op == "list" else min(PLENTY, one * args[1].longest)
        nested = [arg.widest for part, arg in zip(expr.args, args, strict=True) if part.type.is_nested()]
        sizes = (max(0, of.high) for of in args[1:])  # of sub-lists and stretches
        return max(nested, default=min([args[0].longest, *sizes]))

    def _listed(self, items: list[Known]) -> Known:
        """What is known of a list of these."""
        if not items:
            return constant(())
        found = items[0]
        for item in items[1:]:
            found = either(found, item)
        return Known(found.low, found.high, found.none, len(items), len(items), found.longest)

    # Comprehensions -----------------------------------------------------------------------

    def element(self, source: ir.Expr, env: Locals) -> Known:
        """What is known of the elements of a list; the range of a list of lists is that of what they hold."""
        found = self.known(source, env)
        return Known(*found.values, 0, found.widest if source.type.is_nested() else PLENTY)

    def inside(self, fold: ir.Fold, env: Locals) -> dict[int, Known]:
        """What is known within the loops of a comprehension."""
        inner = dict(env)
        for loop in fold.loops:
            inner[loop.local.number] = self.element(loop.source, inner)
        return inner

    def turns(self, fold: ir.Fold, env: Locals) -> Known:
        """How often the body of a comprehension is computed, as the length of a list; each turn takes a step, too."""
        inner, fewest, longest = self.inside(fold, env), 1, 1
        for loop in fold.loops:
            source = self.known(loop.source, inner)
            fewest *= 0 if loop.test is not None else source.fewest
            longest *= source.longest
        return Known(fewest=min(self.limit, fewest), longest=min(self.limit, longest))

    # Functions ----------------------------------------------------------------------------

    def called(self, name: str, args: tuple[ir.Expr, ...], env: Locals) -> tuple[ir.Expr, Locals, Arguments]:
        """The body of a function, what is known in it for these arguments, and a key for both."""
        function = self.function(name)
        inner = self.arguments(function, args, env)
        key, seen = (name, *inner.items()), self._variants.setdefault(name, set())
        if key not in seen and len(seen) >= VARIANTS:
            inner = {parameter.number: self.unknown(parameter.type) for parameter in function.parameters}
            key = (name, *inner.items())
        seen.add(key)
        return function.body, inner, key

    def arguments(self, function: ir.Function, args: tuple[ir.Expr, ...], env: Locals) -> dict[int, Known]:
        """What is known of the parameters of a function."""
        return {p.number: self.known(arg, env) for p, arg in zip(function.parameters, args, strict=True)}


def constant(value: int | tuple[int, ...]) -> Known:
    """What is known of a constant.

    >>> constant((3, 1)).range
    (1, 3)
    """
    values = value if isinstance(value, tuple) else (value,)
    numbers = [one for one in values if one != NONE]
    low, high = (min(numbers), max(numbers)) if numbers else (NONE, NONE) if values else (0, 0)
    length = (len(value), len(value)) if isinstance(value, tuple) else ()
    return Known(low, high, NONE in values, *length)
