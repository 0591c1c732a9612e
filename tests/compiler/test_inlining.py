"""A short function means the same within those that call it: its returns, its locals, its loops."""

from __future__ import annotations

import pytest

from cardwright.compiler.wasm.inlining import inline
from cardwright.compiler.wasm.module import Fn, Module
from cardwright.compiler.wasm.statements import give, if_, loop_until, sequence
from cardwright.compiler.wasm.terms import I32, I64, Instructions, Term, const, long

wasmtime = pytest.importorskip("wasmtime")


def small_module() -> Module:
    """`first(n)`: the smallest power of two that is no less than n, by a loop that starts from a fresh local.

    `sums(n)` calls it twice, one call within the arguments of the other, and `twice(n)` calls `sums` in a loop;
    `down(n)` calls itself.
    """
    module = Module()
    first, sums = module.function((I32,), I64), module.function((I32,), I64)
    down, twice = module.function((I32,), I64), module.function((I32,), I64, export="twice")
    n, power, missed = first.param(0), first.local(I64), first.local(I32)
    look = if_(power.wrap().op("geu", n), give(power + missed.wide() - missed.wide()))
    first.body = power.set(power + 1) + loop_until(missed.gt(30), do=look + power.set(power + power) + missed.up())
    first.body += long(-1).code
    n = sums.param(0)
    sums.body = first.call(first.call(n + 1).wrap()).code
    n = down.param(0)
    down.body = if_(n.eq(0), give(long(0))) + (down.call(n - 1) + 3).code
    n, total, i = twice.param(0), twice.local(I64), twice.local(I32)
    twice.body = loop_until(i.eq(2), do=total.set(total + sums.call(n + i)) + i.up()) + (total + down.call(n)).code
    return module


def calls(fn: Fn) -> int:
    """How many calls a function still has, whose numbers are all below 128."""
    assert fn.body is not None
    return fn.body.closed().count(b"\x10")


def run(module: Module, n: int) -> int:
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    instance = wasmtime.Instance(store, wasmtime.Module(engine, module.to_bytes()), [])
    return int(instance.exports(store)["twice"](store, n))


def test_results_are_the_same() -> None:
    plain, inlined = small_module(), small_module()
    inline(inlined)
    assert [run(inlined, n) for n in range(20)] == [run(plain, n) for n in range(20)]
    assert run(plain, 5) == 8 + 8 + 15


def test_what_is_called_nowhere_is_gone() -> None:
    module = small_module()
    inline(module)
    first, sums, down, twice = module.functions
    assert [fn.body.closed() for fn in (first, sums) if fn.body is not None] == [b"\x00", b"\x00"]
    assert calls(down) == 1, "what calls itself stays a function"
    assert calls(twice) == 1


def test_long_functions_stay() -> None:
    module = Module()
    long_one, caller = module.function((), I32), module.function((), I32, export="twice")
    many: list[Term] = [const(n) for n in range(200)]
    long_one.body = sequence(term.drop() for term in many) + const(1).code
    caller.body = long_one.call().code
    inline(module)
    assert calls(caller) == 1


@pytest.mark.parametrize("raw", [b"\x12\x00", b"\xd0\x70\x1a", b"\xfc\x0f\x00", b"\xfd\x0c" + bytes(16)])
def test_what_cannot_be_read_is_refused(raw: bytes) -> None:
    """A tail call, a null reference, the growth of a table, a constant vector: none of them is written here."""
    module = Module()
    module.function(export="twice").body = Instructions(raw)
    with pytest.raises(ValueError, match="is not one of those that can be inlined"):
        inline(module)
