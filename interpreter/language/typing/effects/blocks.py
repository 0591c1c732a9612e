"""Walks over the blocks of statements."""

from __future__ import annotations

from collections.abc import Iterator

from ...ir import nodes as ir


def blocks(stmt: ir.Stmt) -> Iterator[ir.Body]:
    """The blocks directly inside a statement."""
    match stmt:
        case ir.When():
            yield stmt.yes
            yield stmt.no
        case ir.ForEach() | ir.Forever() | ir.Scope():
            yield stmt.body
        case ir.Ask():
            for choice in stmt.choices:
                yield choice.body
            if stmt.none is not None:
                yield stmt.none
        case _:
            return


def inside(body: ir.Body) -> Iterator[ir.Stmt]:
    """All these statements and those inside them, however deep; not those of effects that are run by name."""
    for stmt in body:
        yield stmt
        for block in blocks(stmt):
            yield from inside(block)
