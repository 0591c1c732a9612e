"""Hosts for tests: Node, asked over a pipe, and wasmtime without a view of its memory."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from cardwright.compiler.runtime.hosts import Wasmtime, apart
from cardwright.engines.host import Running
from cardwright.engines.program.bounds import CELL

SCRIPT = Path(__file__).with_name("node_host.mjs")


class Node:
    """A process of Node for each module."""

    def start(self, compile: Callable[[], bytes], key: Sequence[str], *, front: int, work: int) -> Running:
        """Start a module."""
        node = subprocess.Popen(["node", str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert node.stdin is not None and node.stdout is not None
        into, out = node.stdin, node.stdout

        def send(what: str, first: int, second: int = 0, payload: bytes | memoryview[int] = b"") -> None:
            into.write(struct.pack("=3I", ord(what), first, second))
            into.write(payload)

        def answer(many: int) -> bytes:
            into.flush()
            found = out.read(many)
            assert len(found) == many, "Node has ended"
            return found

        def number(what: str, first: int = 0, payload: bytes = b"") -> int:
            send(what, first, payload=payload)
            return int(struct.unpack("=I", answer(4))[0])

        def read(start: int, end: int) -> bytearray:
            send("r", start, end)
            return bytearray(answer(end - start))

        module = compile()
        send("m", len(module), payload=module)
        return apart(
            front,
            read,
            write=lambda start, data: send("w", start, len(data), data),
            run=lambda name: bool(number("c", len(name), name.encode())),
            size=lambda: number("s"),
            grow=lambda pages: bool(number("g", pages)),
        )


class Apart:
    """Wasmtime, whose memory Python is not shown."""

    def start(self, compile: Callable[[], bytes], key: Sequence[str], *, front: int, work: int) -> Running:
        """Start a module."""
        inside = Wasmtime().start(compile, key, front=front, work=work)

        def read(start: int, end: int) -> bytearray:
            assert end <= inside.size()
            return bytearray(inside.memory[start // CELL : -(-end // CELL)])[: end - start]

        def write(start: int, data: memoryview[int]) -> None:
            assert start + len(data) <= inside.size()
            inside.memory[start // CELL : (start + len(data)) // CELL] = data.cast("q")

        return apart(front, read, write, inside.call, inside.size, inside.grow)
