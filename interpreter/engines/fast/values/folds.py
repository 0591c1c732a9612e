"""Comprehensions, as loops. No list is made unless the result is one."""

from __future__ import annotations

from collections.abc import Callable

from ....language.ir import nodes as ir
from ....language.ir.types import LEAST, MOST, NONE
from ..building.facts import Known
from ..building.places import Write
from ..building.room import CELL
from ..building.writer import Writer, number, truth
from ..wasm.term import I32, I64, Term, Var, after, block, br, br_if, const, copy, if_, loop
from . import lists
from .builtins import checked, spend_range
from .lists import size
from .ordering import sort

Inner = Callable[[int], bytes]
"""Writes what is done with each element; `br` of the depth it is given leaves the whole comprehension."""


def write_fold(w: Writer, node: ir.Fold, write: Write) -> Term:
    """The code of a comprehension."""
    names = dict(w.names)
    made = _FOLDS[node.op](w, node, write)
    w.names = names
    return made


def turns(w: Writer, loops: tuple[ir.Loop, ...], write: Write, inner: Inner) -> bytes:
    """All loops, one inside the other, in a block of their own."""
    return block(_nested(w, loops, write, inner, 0))


def _nested(w: Writer, loops: tuple[ir.Loop, ...], write: Write, inner: Inner, depth: int) -> bytes:
    if not loops:
        return inner(depth)
    first, *rest = loops

    def body(term: Term, known: Known) -> bytes:
        w.bind(first.local, term, known)
        if first.test is None:
            return _nested(w, tuple(rest), write, inner, depth + 2)
        test = truth(write(w, first.test))
        return if_(test, _nested(w, tuple(rest), write, inner, depth + 3))

    return each(w, first.source, write, body)


def each(w: Writer, source: ir.Expr, write: Write, body: Callable[[Term, Known], bytes], *, own: bool = False) -> bytes:
    """`for x in source: body(x)`, with the length counted in steps; the body is two levels deep.

    `own` says that the list must not be one that lies in the state (for the body changes the state); no steps are
    counted then.
    """
    known = Known(w.m.facts.range(source, w.known()))
    if isinstance(source, ir.Apply) and source.op == "range":
        return _count_up(w, source, write, body, known, own)
    longest = w.m.facts.longest(source, w.known())
    at, end, x = w.fn.local(), w.fn.local(), w.fn.local(I64)
    made = write(w, source)
    if own and not isinstance(source, ir.Const):
        made = lists.kept(w.m).call(made)
    start = at.set(made) + (b"" if own else w.spend_list(size(at), longest))
    turn = x.set(at.load(CELL)) + body(x, known) + at.up(CELL) + br_if(at.ne(end), 0)
    return start + end.set(at + (size(at) << 3)) + block(br_if(at.eq(end), 0) + loop(turn))


def _count_up(
    w: Writer, source: ir.Apply, write: Write, body: Callable[[Term, Known], bytes], known: Known, own: bool
) -> bytes:
    """A loop over numbers in a row; making the list would have counted its length too."""
    x, last, shown = w.fn.local(I64), w.fn.local(I64), w.fn.local(I64)
    start = x.set(number(write(w, source.args[0]))) + last.set(number(write(w, source.args[1])))
    steps = spend_range(w, x, last) + (b"" if own else spend_range(w, x, last))
    turn = shown.set(x) + body(shown, known) + x.up() + br_if(x.le(last), 0)
    return start + steps + block(br_if(x.gt(last), 0) + loop(turn))


def _whole(loop_: ir.Loop) -> bool:
    """Whether a loop goes through a list from end to end, whatever the elements are."""
    return loop_.test is None and not (isinstance(loop_.source, ir.Apply) and loop_.source.op == "range")


def rows_of(w: Writer, loops: tuple[ir.Loop, ...], write: Write, body: Callable[[Var], bytes]) -> bytes:
    """For each list that the last loop would go through: `body(list)`, instead of once for each of its elements."""
    row = w.fn.local()

    def inner(depth: int) -> bytes:
        made = row.set(write(w, loops[-1].source))
        return made + w.spend_list(size(row), w.m.facts.longest(loops[-1].source, w.known())) + body(row)

    return turns(w, loops[:-1], write, inner)


def write_item(w: Writer, fold: ir.Fold, index: ir.Expr, write: Write) -> Term | None:
    """`[x for … for x in list][index]`, without the list being made; None where the list is of another form."""
    last = fold.loops[-1]
    if (
        fold.op != "list"
        or not isinstance(fold.body, ir.Local)
        or fold.body.number != last.local.number
        or not _whole(last)
    ):
        return None
    left, found = w.fn.local(I64), w.fn.local(I64)
    start = left.set(number(write(w, index)) - 1) + found.set(NONE)
    names = dict(w.names)

    def look(row: Var) -> bytes:
        here = if_(left.ltu(row.load()), found.set((row + (left.wrap() << 3)).load(CELL)))
        return here + left.set(left - row.load())

    code = start + rows_of(w, fold.loops, write, look)
    w.names = names
    return after(code, found)


# One for each ------------------------------------------------------------------------------


def _count(w: Writer, node: ir.Fold, write: Write) -> Term:
    n = w.fn.local(I64)
    if _whole(node.loops[-1]):
        return after(n.set(0) + rows_of(w, node.loops, write, lambda row: n.up(size(row).wide())), n)
    return after(n.set(0) + turns(w, node.loops, write, lambda depth: n.up()), n)


def _settled(value: int) -> Callable[[Writer, ir.Fold, Write], Term]:
    """`any` (1) and `all` (0): the first element of that truth settles it."""

    def fold(w: Writer, node: ir.Fold, write: Write) -> Term:
        found = w.fn.local(I32)

        def inner(depth: int) -> bytes:
            test = truth(write(w, node.body))
            return if_(test if value else test.not_(), found.set(value) + br(depth + 1))

        return after(found.set(1 - value) + turns(w, node.loops, write, inner), found)

    return fold


def _sum(w: Writer, node: ir.Fold, write: Write) -> Term:
    total = w.fn.local(I64)
    low, high = w.m.facts.range(node, w.known())
    safe = low > LEAST and high < MOST

    def inner(depth: int) -> bytes:
        value = number(write(w, node.body))
        return total.set(total + value if safe else checked(w.m, "add").call(total, value))

    return after(total.set(0) + turns(w, node.loops, write, inner), total)


def _extreme(test: str) -> Callable[[Writer, ir.Fold, Write], Term]:
    def fold(w: Writer, node: ir.Fold, write: Write) -> Term:
        best, value, some = w.fn.local(I64), w.fn.local(I64), w.fn.local(I32)

        def inner(depth: int) -> bytes:
            made = value.set(number(write(w, node.body)))
            return made + if_(some.not_() | value.op(test, best), best.set(value) + some.set(1))

        return after(best.set(NONE) + some.set(0) + turns(w, node.loops, write, inner), best)

    return fold


def _end(first: bool) -> Callable[[Writer, ir.Fold, Write], Term]:
    def fold(w: Writer, node: ir.Fold, write: Write) -> Term:
        found = w.fn.local(I64)

        def inner(depth: int) -> bytes:
            return found.set(number(write(w, node.body))) + (br(depth) if first else b"")

        return after(found.set(NONE) + turns(w, node.loops, write, inner), found)

    return fold


# Lists -------------------------------------------------------------------------------------


def _list(w: Writer, node: ir.Fold, write: Write) -> Term:
    """One loop makes a list no longer than its source, so the list can lie before all that the loop needs."""
    if len(node.loops) > 1:
        return _rows(w, node, write, lambda at, n: b"")
    out, value = w.fn.local(), w.fn.local(I64)
    loop_ = node.loops[0]
    source = w.fn.local()
    made = write(w, loop_.source)
    known = Known(w.m.facts.range(loop_.source, w.known()))
    at, end, x = w.fn.local(), w.fn.local(), w.fn.local(I64)
    w.bind(loop_.local, x, known)
    test = None if loop_.test is None else truth(write(w, loop_.test))
    body = value.set(number(write(w, node.body))) + _push(w, out, value)
    turn = x.set(at.load(CELL)) + (body if test is None else if_(test, body)) + at.up(CELL) + br_if(at.ne(end), 0)
    code = (
        source.set(made)
        + w.spend_list(size(source), w.m.facts.longest(loop_.source, w.known()))
        + out.set(w.m.room_for.call(size(source)))
        + out.store(0)
        + at.set(source)
        + end.set(at + (size(at) << 3))
        + block(br_if(at.eq(end), 0) + loop(turn))
    )
    return after(code, out)


def _push(w: Writer, out: Var, value: Var) -> bytes:
    return out.store(size(out) + 1) + (out + (size(out) << 3)).store(value)


def _rows(w: Writer, node: ir.Fold, write: Write, arrange: Callable[[Var, Var], bytes]) -> Term:
    """Rows of keys and a value, each above all that was needed for it; then the values alone.

    A row is noted where it was made, with the address of the row before; so nothing has to move while the loops run.
    """
    keys = len(node.keys)
    width = keys + 1
    last, n, rows, out, row = (w.fn.local() for _ in range(5))
    cells = [w.fn.local(I64) for _ in range(width)]

    def inner(depth: int) -> bytes:
        made = b"".join(c.set(number(write(w, e))) for c, e in zip(cells, (*node.keys, node.body), strict=True))
        at = row.set(w.m.room_for.call(const(width))) + row.store(last)
        return made + at + b"".join(row.store(c, CELL * (1 + i)) for i, c in enumerate(cells)) + last.set(row) + n.up()

    place = rows + n * (CELL * width)
    gather = (
        out.set(w.m.room_for.call(n))
        + rows.set(w.m.room_for.call(n * width) + CELL)
        + block(
            loop(
                br_if(last.eq(0), 1)
                + n.up(-1)
                + copy(place, last + CELL, CELL * width)
                + last.set(last.load32())
                + br(0)
            )
        )
    )
    value = (rows + n * (CELL * width) + CELL * keys).load()
    take = n.set(0) + block(loop(br_if(n.eq(size(out)), 1) + (out + (n << 3)).store(value, CELL) + n.up() + br(0)))
    return after(
        last.set(0)
        + n.set(0)
        + turns(w, node.loops, write, inner)
        + gather
        + n.set(size(out))
        + arrange(rows, n)
        + take,
        out,
    )


def _sort(w: Writer, node: ir.Fold, write: Write) -> Term:
    width = len(node.keys) + 1
    return _rows(w, node, write, lambda rows, n: sort(w.m).run(rows, n, const(width)))


def _best(w: Writer, node: ir.Fold, write: Write) -> Term:
    """Only the elements with the largest key so far are kept, in a chain as in `_rows`."""
    last, n, row, out, better = (w.fn.local() for _ in range(5))
    most = [w.fn.local(I64) for _ in node.keys]
    keys = [w.fn.local(I64) for _ in node.keys]
    value = w.fn.local(I64)

    def compare(place: int) -> bytes:
        """`better` becomes 1 for a larger key, 0 for the same, -1 for a smaller one."""
        if place == len(keys):
            return better.set(0)
        key, top = keys[place], most[place]
        return if_(key.eq(top), compare(place + 1), better.set((key.gt(top) << 1) - 1))

    def inner(depth: int) -> bytes:
        made = b"".join(k.set(number(write(w, e))) for k, e in zip(keys, node.keys, strict=True))
        made += value.set(number(write(w, node.body)))
        new = b"".join(top.set(key) for top, key in zip(most, keys, strict=True)) + last.set(0) + n.set(0)
        add = row.set(w.m.room_for.call(const(1))) + row.store(last) + row.store(value, CELL) + last.set(row) + n.up()
        return made + if_(n, compare(0), better.set(1)) + if_(better.gt(0), new) + if_(better.ge(0), add)

    gather = out.set(w.m.room_for.call(n)) + block(
        loop(
            br_if(last.eq(0), 1) + (out + (n << 3)).store(last.load(CELL)) + n.up(-1) + last.set(last.load32()) + br(0)
        )
    )
    return after(last.set(0) + n.set(0) + turns(w, node.loops, write, inner) + gather, out)


_FOLDS: dict[str, Callable[[Writer, ir.Fold, Write], Term]] = {
    "list": _list,
    "count": _count,
    "any": _settled(1),
    "all": _settled(0),
    "sum": _sum,
    "max": _extreme("gt"),
    "min": _extreme("lt"),
    "first": _end(True),
    "last": _end(False),
    "best": _best,
    "sort": _sort,
}

FOLDS = frozenset(_FOLDS)
"""All comprehensions that are compiled."""
