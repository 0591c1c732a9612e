"""Lists and numbers: what is looped over or chosen from, and between which numbers a value lies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ....diagnostics.span import Span
from ...builtins import intervals
from ...builtins.intervals import PLENTY, Known, Sizes
from ...builtins.table import ROWS, Analysis, Locals
from ...ir import nodes as ir
from ...ir.types import INTEGER, LEAST, MOST, UNKNOWN, Type
from ...spec.nodes import DeckSpec, PickSpec
from ...spec.reader import literal
from ...spec.texts import printed_attributes
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.declarations import most_cards
from ..names.scope import MOST_COUNTED, OPPOSITE, NameScope, has_elements
from ..names.world import World
from .matching import cards_of, fit


def list_value(node: syn.Expr, scope: NameScope, *, ordered: bool = True) -> ir.Expr:
    """A list, or the cards of a zone; E310 where it is something else, E630 where the order is unknown and counts."""
    if isinstance(node, syn.Binary) and node.operator == "in":
        return list_value(_listed(node, scope), scope, ordered=ordered)
    value = scope.typed(node)
    if value.type.base == "zone":
        return cards_of(value, scope, ordered=ordered)
    match value:
        case ir.Apply("range", (ir.Const(int() as low), ir.Const(int() as high))) if low > high:
            helps = (f"the smaller number comes first: `{high}..{low}`",)
            scope.fault("E325", f"the range {low}..{high} is empty", node.span, label="contains no number", helps=helps)
    return fit(value, Type("list"), scope, node.span)


def _listed(node: syn.Binary, scope: NameScope) -> syn.Expr:
    """The list in `card in pile`, which asks whether a card lies there (E310): the name stands elsewhere already."""
    message = f"a list is needed here, but `{print_syntax(node)}` is true or false"
    helps = (f"write the list alone: `{print_syntax(node.right)}`",)
    scope.fault("E310", message, node.span, label="asks whether it is in there", helps=helps)
    return node.right


def element(source: ir.Expr, scope: NameScope, span: Span) -> Type:
    """The type of the elements of a list; E310 where it never has any."""
    type = source.type
    if type.base == "list" and type.item is None:
        scope.fault("E310", "this list is always empty", span, label="has no elements")
    return type.item or UNKNOWN


def single(source: ir.Expr, scope: NameScope, span: Span, how: ir.How | None = None) -> Type:
    """The type of what is chosen from a list, as `how` says by a player, else by chance; E326 where that is a list, of
    which only a player chooses one.
    """
    type = element(source, scope, span)
    if type.base != "list" or (how == "one" and not type.is_nested()):
        return type
    if type.is_nested():
        message, helps = (
            "what is chosen here would be a list of lists",
            ("put them together: `[g for s in … for g in s]`",),
        )
    elif how is None:
        message = "chance cannot pick a list from a list of lists"
        helps = ("let it pick the number of one: `random n in 1..count(…)`, which is then `…[n]`",)
    else:
        message = "of a list of lists one list is chosen, neither none nor several"
        helps = ("write the list of lists alone; to choose nothing may be another action, or a list without elements",)
    scope.fault("E326", message, span, label="its elements are lists", helps=helps)
    return UNKNOWN


class ListAnalysis(Analysis):
    """What is known of lists before there is a configuration: of options what they may be, of variables nothing."""

    def __init__(self, world: World) -> None:
        many = world.spec.players
        super().__init__(Sizes((min(many, default=1), max(many, default=1)), (1, PLENTY), PLENTY, PLENTY), {})
        self._world = world

    def function(self, name: str) -> ir.Function:
        """A function whose body was typed."""
        return self._world.functions[name]

    def known(self, expr: ir.Expr, env: Locals) -> Known:
        """What is known of an expression; nothing of a function that is still being typed."""
        being_typed = isinstance(expr, ir.Call) and expr.function not in self._world.functions
        return Known() if being_typed else super().known(expr, env)

    def leaf(self, expr: ir.Expr, env: Locals) -> Known:
        """What is known of an option that is a number."""
        if not isinstance(expr, ir.Option) or expr.type != INTEGER:
            return Known()
        option = self._world.spec.options[expr.name]
        return Known(LEAST if option.low is None else option.low, MOST if option.high is None else option.high, False)


def known(expr: ir.Expr, scope: NameScope) -> Known:
    """What can be seen of a value: how many elements a list has, between which numbers a number lies."""
    if scope.world.lists is None:
        scope.world.lists = ListAnalysis(scope.world)
    return scope.world.lists.known(expr, {})


def never_empty(source: ir.Expr, written: syn.Expr, scope: NameScope, least: int = 1) -> bool:
    """Whether a list can be seen to have so many elements, or a condition says so."""
    said = least <= MOST_COUNTED and has_elements(written, least) <= scope.facts
    return said or known(source, scope).fewest >= least


def may_be_empty(loops: Sequence[ir.Loop], written: syn.Comprehension, scope: NameScope) -> bool:
    """Whether a comprehension may come to its end without a single element."""
    each = zip(loops, written.loops, strict=True)
    return not has_elements(written) <= scope.facts and any(
        loop.test is not None or not never_empty(loop.source, one.source, scope) for loop, one in each
    )


def element_type(value: ir.Apply, written: syn.Expr, scope: NameScope, place: int = 1) -> ir.Apply:
    """What is taken out of a list by a function or behind a dot: never none, where the list always has elements."""
    row, source = ROWS[value.op], value.args[0].type
    end = row.gives_card and row.reads_order  # of a zone
    taken = end or value.op == "item" or row.range is intervals.element
    if not taken or not value.type.optional or not never_empty(value.args[0], written, scope, place):
        return value
    sure = end or (source.item is not None and not source.item.optional)
    counted = row.range is not intervals.element or not known(value.args[0], scope).fewest
    return replace(value, type=value.type.never(counted=counted)) if sure else value


# Between which numbers a value lies, and what is always the same for that reason: a test, or an element of a list.
#
# Such a rule does nothing, or always the same, so it is hardly what was meant; but it does no harm, and a variant may
# give it a sense: so it is a warning, and only about what one file says on both sides. In a part a number may stand for
# a parameter. Whoever means it writes `true`, `false` or `none`.

Range = tuple[int, int]
"""The least and the greatest value."""


def check_test(node: syn.Binary, left: ir.Expr, right: ir.Expr, scope: NameScope) -> None:
    """Warn of a comparison that is always true, or always false (W335)."""
    one, other = _range(node.left, left, scope), _range(node.right, right, scope)
    if print_syntax(node.left) == print_syntax(node.right):
        truth, why = node.operator in ("==", "<=", ">="), "the same on both sides"
    elif _is_fixed(node.left, scope) and _is_fixed(node.right, scope):
        same = left.type != INTEGER or right.type != INTEGER  # two symbols, which are written differently
        truth = node.operator == "!=" if same else _holds(node.operator, one, other)
        why = "neither side can change"
    elif unprinted := _on_no_card(node, left, right, scope):
        truth, why = node.operator == "!=", unprinted
    else:
        truth = _holds(node.operator, one, other)
        if not truth and not _holds(OPPOSITE[node.operator], one, other):
            return
        side, (low, high) = (node.right, other) if literal(node.left) is not None else (node.left, one)
        why = f"`{print_syntax(side)}` is " + (f"from {low} to {high}" if high < MOST else f"never below {low}")
    if not node.span.is_brought:
        word = str(truth).lower()
        cure = "give it to a card" if why.startswith("no card") else "compare with something else"
        helps = (f"{cure}; or, if this is meant, write `{word}`",)
        scope.fault("W335", f"this is always {word}, however the game goes", node.span, label=why, helps=helps)


def _on_no_card(node: syn.Binary, left: ir.Expr, right: ir.Expr, scope: NameScope) -> str:
    """That no card has the symbol with which an attribute is compared; nothing where one has it, or may have it."""
    if not isinstance(left, ir.AttributeOf) or not isinstance(right, ir.Const) or right.type.base != "symbol":
        return ""
    (deck_name, _, attribute), symbol = left.name.partition("."), print_syntax(node.right)
    deck, symbols = scope.world.spec.decks[deck_name], scope.world.enumerations.get(right.type.name, ())
    if deck.name.span.source not in (node.span.source, scope.world.spec.span.source):
        return ""
    if (known := scope.world.symbols_on_cards.get(left.name)) is None:
        written = {printed_attributes(deck, one).get(attribute, "none") for one in deck.kinds}
        table = any(one.by is not None for one in deck.attributes if one.name.text == attribute)
        sure = written <= {*symbols, *(() if table else ("none",))}
        known = scope.world.symbols_on_cards[left.name] = written if sure else {*symbols}
    if symbol in known or symbol not in symbols:
        return ""
    known.add(symbol)  # it is told once
    return f"no card of '{deck_name}' has the {attribute} {symbol}"


def _holds(operator: str, one: Range, other: Range) -> bool:
    """Whether a comparison holds for all values of both sides."""
    match operator:
        case "<" | "<=":
            return one[1] < other[0] + (operator == "<=")
        case ">" | ">=":
            return _holds("<" + operator[1:], other, one)
        case "!=":
            return one[1] < other[0] or one[0] > other[1]
        case _:
            return False


def _is_fixed(side: syn.Expr, scope: NameScope) -> bool:
    """Whether a number, a symbol or a kind is written; the name of an attribute means another number on each card."""
    if isinstance(side, syn.Name) and side.id not in scope.names:
        return side.id in scope.world.symbols or side.id in scope.world.kinds
    return literal(side) is not None


def _range(side: syn.Expr, number: ir.Expr, scope: NameScope) -> Range:
    """Between which numbers one side lies, as far as the file of the comparison says it itself."""
    declared, low, high = scope.world.spec, literal(side), literal(side)
    said = (side.span.source, declared.span.source)  # where a variant compares, what its game says is meant
    match number:
        case ir.Option(type=Type(base="integer")):
            option = declared.options[number.name]
            if option.range_span is not None and option.range_span.source in said:
                low, high = option.low, option.high
        case ir.Variable(type=Type(base="integer", optional=False)) if number.name in declared.variables:
            ends = declared.variables[number.name].low, declared.variables[number.name].high
            if all(end is None or end.span.source in said for end in ends):
                low, high = map(literal, ends)
        case ir.AttributeOf(name=name, type=Type(base="integer", optional=False)):
            deck = declared.decks[name.partition(".")[0]]
            if deck.name.span.source in said:
                low, high = _printed(name, deck, scope.world)
        case ir.Apply(op=op, args=(ir.Local(name=name), *_)) if ROWS[op].reads == "length":
            low, high = _chosen(name, scope)
        case ir.Apply(op=op, args=(ir.ZoneOf(name) | ir.Variable(name) as some,), type=Type(base="integer")) if (
            ROWS[op].reads == "length"
        ):
            zone = declared.zones.get(name) if isinstance(some, ir.ZoneOf) else None
            there = zone or declared.variables[name]
            if there.name.span.source in said:
                low, high = 0, most_cards(declared.decks[zone.holds.text], declared) if zone else _room(some, scope)
        case ir.Apply(op=op) if ROWS[op].reads == "length":
            low = 0
        case _:
            pass
    return LEAST if low is None else low, MOST if high is None else high


def _printed(name: str, deck: DeckSpec, world: World) -> Range:
    """Between which numbers an attribute lies that is written on each card of a deck."""
    if name not in world.printed:
        written = [printed_attributes(deck, one).get(name.partition(".")[2], "") for one in deck.kinds]
        numbers = [int(text) for text in written if re.fullmatch(r"-?\d+", text)]
        known = len(numbers) == len(written) > 0
        world.printed[name] = (min(numbers), max(numbers)) if known else (LEAST, MOST)
    return world.printed[name]


def _chosen(name: str, scope: NameScope) -> tuple[int, int | None]:
    """How many elements a list has that is chosen for the action whose rule this is."""
    pick = _pick(name, scope)
    return (literal(pick.low) or 0, literal(pick.high)) if pick else (0, None)


def _pick(name: str, scope: NameScope) -> PickSpec | None:
    """What is chosen by this name for the action whose rule this is."""
    section, action, *_ = [*scope.path.split("."), ""]
    picks = scope.world.spec.actions[action].choose if section == "actions" else ()
    return next((one for one in picks if one.name.text == name), None)


def check_place(node: syn.Subscript, value: ir.Expr, number: ir.Expr, scope: NameScope) -> None:
    """Warn of an element that no list has there (W336): before its first place, or behind the last."""
    _check_zero(node, scope)
    part = isinstance(node.index, syn.Binary)
    place = literal(node.index.left if isinstance(node.index, syn.Binary) else node.index)
    if place is None or number.type != INTEGER or node.span.source.used is not None:
        return
    target, most, label = print_syntax(node.target), _room(value, scope), "places are counted from 1"
    if place > 0 and (part or most is None or place <= most):
        return
    if isinstance(node.index, syn.Binary):
        cure = f"write `{target}[1..{print_syntax(node.index.right)}]`"
    elif place > 0:
        cure, label = f"the last place is {most}", f"there are at most {most}"
    else:
        end = f"count({target})" + (f" - {-1 - place}" if place < -1 else "")
        cure = f"counted from the end: `{target}[{end}]`" if place else f"the first one is `{target}[1]`"
    message = f"there is never an element at place {place}" + ("" if part else ", so this is always none")
    scope.fault("W336", message, node.span, label=label, helps=(cure,))


def _check_zero(node: syn.Subscript, scope: NameScope) -> None:
    """Warn of places that are counted from 0: a remainder, or a number that is chosen from 0 on (W336)."""
    target, index, at = print_syntax(node.target), print_syntax(node.index), node.span
    match node.index:
        case syn.Binary("mod"):
            cure = f"write `{target}[1 + {index}]`"
        case syn.Name() if (pick := _pick(index, scope)) and isinstance(pick.source, syn.Binary):
            if pick.source.operator != ".." or literal(pick.source.left) != 0:
                return
            cure, at = f"choose it from 1 on: `{index}: 1..…`", pick.source.span
        case _:
            return
    if not node.span.is_brought:
        message, label = f"`{index}` may be 0, and `{target}` has no element at place 0", "places are counted from 1"
        scope.fault("W336", message, at, label=label, helps=(cure,))


def _room(value: ir.Expr, scope: NameScope) -> int | None:
    """How many elements a list has at most, where that is written."""
    if isinstance(value, ir.Variable) and value.name in scope.world.spec.variables:
        return literal(scope.world.spec.variables[value.name].room)
    return len(value.items) if isinstance(value, ir.ListOf) else None
