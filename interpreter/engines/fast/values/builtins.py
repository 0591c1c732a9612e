"""The builtins, as code: what each row of `builtins.table` means."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ..building.likeness import likeness
from ..building.making import Making
from ..building.places import Write, again, zone_address
from ..building.room import CELL
from ..building.writer import Writer, is_card, is_card_list, is_list, number, truth, unless_none
from ..wasm.module import Fn
from ..wasm.term import I32, I64, RETURN, TRAP, Term, Var, after, choose, const, if_, long, select
from . import lists
from .lists import size
from .seats import distance, floor_mod, neighbour, players_from, rivals, seat_table, team_rivals

WORD = 64
"""Elements of a list that is asked for by `in` fit in a word if they lie below this."""


def write_apply(w: Writer, node: ir.Apply, write: Write) -> Term:
    """The code of a builtin. Which term comes out tells its type; the caller brings it into shape."""
    special = _SPECIAL.get(node.op)
    if special is not None:
        return special(w, node, write)
    args = [write(w, arg) for arg in node.args]
    return _PLAIN[node.op](w, node, args)


# Truths -----------------------------------------------------------------------------------


def _and(w: Writer, node: ir.Apply, write: Write) -> Term:
    return choose(truth(write(w, node.args[0])), truth(write(w, node.args[1])), const(0))


def _or(w: Writer, node: ir.Apply, write: Write) -> Term:
    return choose(truth(write(w, node.args[0])), const(1), truth(write(w, node.args[1])))


def _else(w: Writer, node: ir.Apply, write: Write) -> Term:
    """Both are worked out, whichever is taken: so it is in the reference executor, with its steps and errors."""
    first, second = node.args
    if is_list(first.type):
        kept = w.fn.local()
        return after(kept.set(write(w, first)) + write(w, second).drop(), kept)
    value, code = again(w, number(write(w, first)))
    other = number(write(w, second))
    return after(code, select(value, other, value.ne(NONE)))


def _equal(w: Writer, node: ir.Apply, write: Write) -> Term:
    one, other = node.args
    if is_list(one.type) or is_list(other.type):
        return lists.same(w.m).call(_kinds(w, one, write), _kinds(w, other, write))
    made = [_kind(w, arg, write) for arg in node.args]
    if made[0].type != made[1].type:
        made = [number(term) for term in made]
    return made[0].eq(made[1])


def _kind(w: Writer, node: ir.Expr, write: Write) -> Term:
    """A value to be compared: of a card, its kind."""
    term = write(w, node)
    return _kind_of(w, node, number(term)) if is_card(node) else term


def _kind_of(w: Writer, node: ir.Expr, card: Term) -> Term:
    if not w.m.facts.may_be_none(node, w.known()):
        return w.m.kind(card)
    value, code = again(w, card)
    return after(code, unless_none(value, w.m.kind(value)))


def _kinds(w: Writer, node: ir.Expr, write: Write) -> Term:
    term = write(w, node)
    return lists.kinds(w.m).call(term) if is_card_list(node) else term


def _in(w: Writer, node: ir.Apply, write: Write) -> Term:
    what, where = node.args
    short = _in_words(w, what, where, write)
    if short is not None:
        return short
    needle = number(_kind(w, what, write))
    if isinstance(what, ir.Const) and what.type.base == "kind" and likeness(where) in w.masks:
        return ((w.masks[likeness(where)] >> needle) & 1).wrap()
    if is_card_list(where) and not w.m.facts.may_be_none(where, w.known()):
        return lists.has_kind(w.m).call(needle, write(w, where))
    return lists.contains(w.m).call(needle, _kinds(w, where, write))


def _in_words(w: Writer, what: ir.Expr, where: ir.Expr, write: Write) -> Term | None:
    """A list that is known, or an attribute, with small elements: one bit an element."""
    if is_card(what) or is_card_list(where):
        return None
    match where:
        case ir.Const(tuple() as values) if _small(values):
            word: Term = long(_word(values))
            code = b""
        case ir.AttributeOf(name, of):
            rows = [row.attributes.get(name, ()) for row in w.m.layout.kinds]
            lists_ = [row if isinstance(row, tuple) else () for row in rows]
            if not all(map(_small, lists_)):
                return None
            words = [_word(row) for row in lists_]
            if of.type.base == "card":
                words = [words[kind] for kind in w.m.layout.kind_of]
            value, code = again(w, number(write(w, of)))
            word = w.m.look(words, value)
            if w.m.facts.may_be_none(of, w.known()):
                word = unless_none(value, word, 0)
        case _:
            return None
    needle, before = again(w, number(write(w, what)))
    bit = (word >> needle) & 1
    found = (
        bit.wrap()
        if w.m.facts.range(what, w.known())[0] >= 0 and w.m.facts.range(what, w.known())[1] < 64
        else (bit.wrap() & needle.ltu(64))
    )
    return after(before + code, found)


def _small(values: tuple[int, ...]) -> bool:
    return all(0 <= value < WORD for value in values)


def _word(values: tuple[int, ...]) -> int:
    return sum(1 << value for value in set(values))


# Numbers ----------------------------------------------------------------------------------


def _arithmetic(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    op = {"add": "add", "subtract": "sub", "multiply": "mul"}[node.op]
    ranges = [w.m.facts.range(arg, w.known()) for arg in node.args]
    (a, b), (c, d) = ranges
    ends = {"add": (a + c, b + d), "sub": (a - d, b - c)}.get(op) or (
        min(x * y for x in (a, b) for y in (c, d)),
        max(x * y for x in (a, b) for y in (c, d)),
    )
    if ends[0] > NONE and ends[1] < 1 << 63:
        return args[0].op(op, args[1])
    return checked(w.m, op).call(*args)


def checked(m: Making, op: str) -> Fn:
    """An operation that traps where its result is no number of the language."""

    def write(fn: Fn) -> bytes:
        a, b, r = fn.param(0), fn.param(1), fn.local(I64)
        if op == "mul":
            wrong = if_(
                b.eq(-1),
                r.set(long(0) - a),
                r.set(a * b) + if_(b.ne(0), if_(r.op("div", b).ne(a), TRAP)),
            ) + if_(b.eq(-1) & a.eq(NONE), TRAP)
            return wrong + if_(r.eq(NONE), TRAP) + r.code
        sign = ((a ^ r) & (b ^ r)) if op == "add" else ((a ^ b) & (a ^ r))
        return r.set(a.op(op, b)) + if_(sign.lt(0) | r.eq(NONE), TRAP) + r.code

    return m.helper(("checked", op), (I64, I64), I64, write)


def _negate(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    return checked(w.m, "sub").call(long(0), args[0])


def _div(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    a, before = again(w, args[0])
    b, code = again(w, args[1])
    outside = (a.op("rem", b).ne(0) & (a ^ b).lt(0)).wide()
    return after(before + code, checked(w.m, "sub").call(a.op("div", b), outside))


def _mod(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    if w.m.facts.range(node.args[0], w.known())[0] >= 0 and w.m.facts.range(node.args[1], w.known())[0] > 0:
        return args[0].op("remu", args[1])
    return floor_mod(w.m).call(*args)


def _pick(test: str) -> Callable[[Writer, ir.Apply, list[Term]], Term]:
    def write(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
        (a, before), (b, code) = again(w, args[0]), again(w, args[1])
        return after(before + code, select(a, b, a.op(test, b)))

    return write


def _abs(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    a, code = again(w, args[0])
    return after(code, select(a, long(0) - a, a.ge(0)))


# Cards and zones --------------------------------------------------------------------------


def _cards_of(w: Writer, node: ir.Apply, write: Write) -> Term:
    return zone_address(w, node.args[0], write)


def _zone_size(w: Writer, node: ir.Apply, write: Write) -> Term:
    return zone_address(w, node.args[0], write).load()


def _zone_empty(w: Writer, node: ir.Apply, write: Write) -> Term:
    return zone_address(w, node.args[0], write).load32().not_()


def _top(w: Writer, node: ir.Apply, write: Write) -> Term:
    at, code = again(w, zone_address(w, node.args[0], write))
    return after(code, first_of(at))


def first_of(at: Term) -> Term:
    """The first element of a list; none of nothing. There is always a cell behind the length."""
    return select(at.load(CELL), long(NONE), at.load32())


def last_of(at: Term) -> Term:
    """The last element of a list; none of nothing."""
    return select((at + (size(at) << 3)).load(), long(NONE), at.load32())


def only_of(at: Term) -> Term:
    """The one element of a list, else none."""
    return select(at.load(CELL), long(NONE), size(at).eq(1))


def _bottom(w: Writer, node: ir.Apply, write: Write) -> Term:
    at, code = again(w, zone_address(w, node.args[0], write))
    return after(code, last_of(at))


def _only(w: Writer, node: ir.Apply, write: Write) -> Term:
    at, code = again(w, zone_address(w, node.args[0], write))
    return after(code, only_of(at))


def _kind_row(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    return _kind_of(w, node.args[0], number(args[0]))


def _zone_of(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    value, code = again(w, args[0])
    return after(code, unless_none(value, w.m.read(w.m.layout.place_at, value)))


def _card_place(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    m = w.m

    def write(fn: Fn) -> bytes:
        card, n = fn.param(0), fn.local(I64)

        def look(x: Var) -> bytes:
            return n.up() + if_(x.eq(card), n.code + RETURN)

        zone = m.address_of(m.read(m.layout.place_at, card))
        return if_(card.ne(NONE), lists.through(fn, zone, look)) + long(NONE).code

    return m.helper("card_place", (I64,), I64, write).call(args[0])


# Lists ------------------------------------------------------------------------------------


def _range(w: Writer, node: ir.Apply, write: Write) -> Term:
    low, high = (w.fn.local(I64) for _ in range(2))
    code = low.set(number(write(w, node.args[0]))) + high.set(number(write(w, node.args[1])))
    return after(code + spend_range(w, low, high), lists.numbers(w.m).call(low, high))


def spend_range(w: Writer, low: Term, high: Term) -> bytes:
    """Count the length of a range before it is made; one that is far too long is an error at once."""
    if not w.counting:
        return b""
    many = high - low + 1
    much = many.op("gtu", w.m.program.steps_limit)
    return if_(high.ge(low), if_(much, TRAP) + w.spend(many) + w.check())


def _join(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    one, other, at = w.fn.local(), w.fn.local(), w.fn.local()
    code = one.set(args[0]) + other.set(args[1]) + at.set(lists.join(w.m).call(one, other))
    return after(code + w.spend(size(at)) + w.check(), at)


def _item(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    (at, before), (index, code) = again(w, args[0]), again(w, args[1])
    inside = (index - 1).ltu(at.load())
    return after(before + code, choose(inside, (at + (index.wrap() << 3)).load(), long(NONE)))


def _total(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
    m = w.m

    def write(fn: Fn) -> bytes:
        total = fn.local(I64)
        return lists.through(fn, fn.param(0), lambda x: total.set(checked(m, "add").call(total, x))) + total.code

    return m.helper("total", (I32,), I64, write).call(args[0])


def _list_end(of: Callable[[Term], Term]) -> Callable[[Writer, ir.Apply, list[Term]], Term]:
    def write(w: Writer, node: ir.Apply, args: list[Term]) -> Term:
        at, code = again(w, args[0])
        return after(code, of(at))

    return write


Special = Callable[[Writer, ir.Apply, Write], Term]
Plain = Callable[[Writer, ir.Apply, list[Term]], Term]

_SPECIAL: dict[str, Special] = {
    "and": _and,
    "or": _or,
    "else": _else,
    "equal": _equal,
    "in": _in,
    "range": _range,
    "cards_of": _cards_of,
    "zone_size": _zone_size,
    "zone_empty": _zone_empty,
    "top": _top,
    "bottom": _bottom,
    "only": _only,
}

_PLAIN: dict[str, Plain] = {
    "add": _arithmetic,
    "subtract": _arithmetic,
    "multiply": _arithmetic,
    "negate": _negate,
    "div": _div,
    "mod": _mod,
    "less": lambda w, node, args: args[0].lt(args[1]),
    "less_equal": lambda w, node, args: args[0].le(args[1]),
    "is_none": lambda w, node, args: args[0].eq(NONE) if args[0].type == I64 else after(args[0].drop(), const(0)),
    "not": lambda w, node, args: truth(args[0]).not_(),
    "without": lambda w, node, args: lists.without(w.m).call(*args),
    "alike": lambda w, node, args: lists.alike(w.m).call(*args),
    "join": _join,
    "item": _item,
    "size": lambda w, node, args: size(args[0]).wide(),
    "total": _total,
    "largest": lambda w, node, args: lists.extreme(w.m, "largest").call(*args),
    "smallest": lambda w, node, args: lists.extreme(w.m, "smallest").call(*args),
    "larger": _pick("gt"),
    "smaller": _pick("lt"),
    "abs": _abs,
    "first_of": _list_end(first_of),
    "last_of": _list_end(last_of),
    "reverse": lambda w, node, args: lists.reverse(w.m).call(*args),
    "distinct": lambda w, node, args: lists.distinct(w.m).call(*args),
    "players_from": seat_table("players_from", players_from, True),
    "distance": distance,
    "symbol_place": lambda w, node, args: args[0] + 1,
    "card_place": _card_place,
    "list_only": _list_end(only_of),
    "list_top": _list_end(first_of),
    "list_empty": lambda w, node, args: size(args[0]).not_(),
    "kind": _kind_row,
    "next": neighbour(1),
    "previous": neighbour(-1),
    "team": seat_table("team", lambda m: list(m.layout.teams), False),
    "rivals": seat_table("rivals", rivals, True),
    "members": seat_table("members", lambda m: [m.list(seats) for seats in m.code.members], True),
    "team_rivals": seat_table("team_rivals", team_rivals, True),
    "zone_of": _zone_of,
    "players": lambda w, node, args: const(w.m.list(range(w.m.layout.players))),
    "teams": lambda w, node, args: const(w.m.list(range(w.m.layout.team_count))),
}

OPS = frozenset((*_SPECIAL, *_PLAIN))
"""All builtins that are compiled."""
