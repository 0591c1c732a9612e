"""Jumps find their labels, however deep they lie; and only the folder `wasm` writes opcodes."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import cardwright.compiler
from cardwright.compiler.wasm.statements import TRAP, arms, block, br, br_if, br_table, if_, loop, loop_until
from cardwright.compiler.wasm.terms import I32, Instructions, JumpLabel, Term

FAST = Path(cardwright.compiler.__file__).parent
EMITTERS = sorted(path for path in FAST.rglob("*.py") if path.parent.name not in ("wasm", "runtime"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", EMITTERS, ids=lambda path: path.relative_to(FAST).as_posix())
def test_opcodes_are_written_in_wasm_only(path: Path) -> None:
    """Elsewhere there are no bytes literals, and code is not made from raw bytes."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, bytes):
            found.append(f"line {node.lineno}: {node.value!r}")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Instructions", "Term"):
            found.append(f"line {node.lineno}: {node.func.id}(…)")
    assert found == []


def depths(code: Instructions) -> list[int]:
    """The depths of all jumps, in their order; there is nothing else in the code but blocks, loops and tests of 1."""
    raw, found, at = code.closed(), [], 0
    while at < len(raw):
        match raw[at]:
            case 0x0C | 0x0D:
                found.append(raw[at + 1])
                at += 2
            case 0x02 | 0x03 | 0x04 | 0x41:
                at += 2
            case _:
                at += 1
    return found


ONE = Term(b"\x41\x01", I32)
"""A test of which it is not known that it holds."""


def test_a_jump_counts_the_blocks_that_it_leaves() -> None:
    here, there = JumpLabel(), JumpLabel()
    assert depths(block(there, br(there))) == [0]
    assert depths(block(there, block(here, br(here) + br(there)))) == [0, 1]
    assert depths(block(there, block(here, if_(ONE, br(here), br(there)) + br(here)))) == [1, 2, 0]
    assert depths(block(there, loop(here, br_if(ONE, there) + br(here)))) == [1, 0]


def test_code_may_be_put_together_before_its_block_is() -> None:
    done = JumpLabel()
    jump = if_(ONE, TRAP + br(done))
    assert depths(block(done, jump + loop(JumpLabel(), jump) + jump)) == [1, 2, 1]


def test_a_loop_can_be_left_from_within() -> None:
    done = JumpLabel()
    assert depths(loop_until(ONE, ONE, do=if_(ONE, br(done)), done=done)) == [1, 1, 2, 0]


def test_a_jump_to_a_case_goes_to_its_start() -> None:
    a, b = JumpLabel(), JumpLabel()
    code = arms(br_table(ONE, [a, b, a], b), [(a, br(b)), (b, TRAP)])
    table = b"\x41\x01\x0e\x03\x00\x01\x00\x01"
    assert code.closed() == b"\x02\x40\x02\x40" + table + b"\x0b" + b"\x0c\x00" + b"\x0b" + b"\x00"


def test_deep_jumps_take_two_bytes() -> None:
    far = JumpLabel()
    code = br(far)
    for _ in range(200):
        code = block(JumpLabel(), code)
    raw = block(far, code + br(far)).closed()
    assert b"\x0c\xc8\x01" in raw
    assert raw.endswith(b"\x0b\x0c\x00\x0b")


def test_no_jump_leaves_a_function() -> None:
    with pytest.raises(AssertionError, match="leads out"):
        br(JumpLabel()).closed()
