"""What may be chosen for one argument of a move, each value once; see `reference.moves`."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import NONE
from ...program.nodes import Parameter
from ..building.facts import Known
from ..building.writer import Writer, is_truth, shaped
from ..values import lists
from ..values.expressions import write_expr, write_number
from ..values.folds import each
from ..wasm.term import I64, Term, Var, after, if_, long
from .subsets import subsets


def values(w: Writer, parameter: Parameter, one: Callable[[Term, Known], bytes], top: Var) -> bytes:
    """`one` for each value that may be chosen; `top` becomes the end of the lists that are needed until the last."""
    keep = top.set(w.m.top.get)
    source, how = parameter.source, parameter.how
    known = Known(w.m.facts.range(source, w.known()), w.m.facts.longest(source, w.known()))
    is_card = source.type.item is not None and source.type.item.base == "card"
    if how == "some":
        return _some(w, parameter, is_card, one, known, keep)
    if how == "optional":
        found = w.fn.local()
        listed = found.set(_distinct(w, source, is_card))
        listed += lists.added(w.m, found, long(NONE))
        maybe = Known((NONE, known.range[1]))
        return listed + keep + lists.through(w.fn, found, lambda x: one(_shape(x, parameter), maybe))
    if is_card:
        return _cards(w, source, known, one, keep)
    if _all_different(source):
        return _plain(w, source, parameter, one, known, keep)
    found = w.fn.local()
    listed = found.set(_distinct(w, source, is_card)) + keep
    return listed + lists.through(w.fn, found, lambda x: one(_shape(x, parameter), known))


def _shape(x: Term, parameter: Parameter) -> Term:
    return shaped(x, parameter.local.type) if is_truth(parameter.local.type) else x


def _all_different(source: ir.Expr) -> bool:
    """Whether no element can come twice."""
    match source:
        case ir.Const(tuple() as known):
            return len(set(known)) == len(known)
        case ir.Apply(op):
            return op in ("players", "teams", "players_from", "rivals", "members", "team_rivals", "range", "distinct")
        case _:
            return False


def _plain(
    w: Writer, source: ir.Expr, parameter: Parameter, one: Callable[[Term, Known], bytes], known: Known, keep: bytes
) -> bytes:
    if isinstance(source, ir.Apply) and source.op == "range":
        return keep + each(w, source, write_expr, lambda x, k: one(_shape(x, parameter), k), own=True)
    listed = w.fn.local()
    code = listed.set(write_expr(w, source)) + keep
    return code + lists.through(w.fn, listed, lambda x: one(_shape(x, parameter), known))


def _key(w: Writer) -> list[int]:
    """For each card what it is told apart by: its kind, where another card is the same to the rules, else itself."""
    kinds = len(w.m.layout.kinds)
    return [w.m.layout.kind_of[card] if twin else kinds + card for card, twin in enumerate(w.m.code.has_twins)]


def _cards(w: Writer, source: ir.Expr, known: Known, one: Callable[[Term, Known], bytes], keep: bytes) -> bytes:
    """One card of each kind, the first of them; none is passed over."""
    listed, key = w.fn.local(), w.fn.local(I64)
    code = listed.set(write_expr(w, source)) + keep
    if _sorted_heap(w, source):
        last = w.fn.local(I64)

        def in_heap(x: Var) -> bytes:
            return key.set(w.m.look(_key(w), x)) + if_(key.ne(last), last.set(key) + one(x, known))

        return code + last.set(-1) + lists.through(w.fn, listed, in_heap)
    stamp, at = w.fn.local(I64), w.fn.local()
    code += w.m.stamp.set(w.m.stamp.get + 1) + stamp.set(w.m.stamp.get)

    def new(x: Var) -> bytes:
        fresh = at.set(w.m.look(_key(w), x).wrap() << 3) + if_(
            at.load(w.m.room.seen).ne(stamp),
            at.store(stamp, w.m.room.seen) + one(x, Known((max(known.range[0], 0), known.range[1]))),
        )
        return if_(x.ne(NONE), fresh) if known.range[0] < 0 else fresh

    return code + lists.through(w.fn, listed, new)


def _sorted_heap(w: Writer, source: ir.Expr) -> bool:
    """Whether cards come sorted, so that cards of one kind stand together."""
    kind_of = list(w.m.layout.kind_of)
    match source:
        case ir.Apply("cards_of", (ir.ZoneOf(name),)):
            zones = w.m.layout.families[name]
            return all(w.m.code.heap[zone] for zone in zones) and kind_of == sorted(kind_of)
        case _:
            return False


def _distinct(w: Writer, source: ir.Expr, is_card: bool) -> Term:
    """A list of its own of the different elements."""
    if not is_card:
        return lists.distinct(w.m).call(write_expr(w, source))
    out, listed = w.fn.local(), w.fn.local()
    known = Known(w.m.facts.range(source, w.known()))
    code = listed.set(write_expr(w, source)) + lists.begun(w.m, out, lists.size(listed))
    stamp, at = w.fn.local(I64), w.fn.local()
    code += w.m.stamp.set(w.m.stamp.get + 1) + stamp.set(w.m.stamp.get)

    def new(x: Var) -> bytes:
        fresh = at.set(w.m.look(_key(w), x).wrap() << 3) + if_(
            at.load(w.m.room.seen).ne(stamp), at.store(stamp, w.m.room.seen) + lists.added(w.m, out, x)
        )
        return if_(x.ne(NONE), fresh) if known.range[0] < 0 else fresh

    return after(code + lists.through(w.fn, listed, new), out)


def _some(
    w: Writer, parameter: Parameter, is_card: bool, one: Callable[[Term, Known], bytes], known: Known, keep: bytes
) -> bytes:
    """Sub-lists: all are made, then looked at one after the other."""
    listed, low, high = w.fn.local(), w.fn.local(I64), w.fn.local(I64)
    code = listed.set(write_expr(w, parameter.source))
    code += low.set(0 if parameter.low is None else write_number(w, parameter.low))
    code += if_(low.lt(0), low.set(0))
    code += high.set(lists.size(listed).wide() if parameter.high is None else write_number(w, parameter.high))
    code += if_(high.gt(lists.size(listed).wide()), high.set(lists.size(listed).wide()))
    found = w.fn.local()
    code += found.set(subsets(w.m, _key(w) if is_card else None).call(listed, low, high))
    one_ = w.fn.local()
    return code + keep + lists.through(w.fn, found, lambda x: one_.set(x.wrap()) + one(one_, known))
