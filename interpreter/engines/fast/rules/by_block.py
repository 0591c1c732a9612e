"""Different code for each block at which play may stand."""

from __future__ import annotations

from collections.abc import Mapping

from ...program.layout import PC
from ..building.module_builder import ModuleBuilder
from ..wasm.control import arms, block, br, br_table
from ..wasm.instructions import NOTHING, Instructions, Label


def by_block(mb: ModuleBuilder, cases: Mapping[int, Instructions], otherwise: Instructions = NOTHING) -> Instructions:
    """The code for the block where play stands, or else `otherwise`."""
    done, none = Label(), Label()
    labels = {number: Label() for number in cases}
    table = [labels.get(n, none) for n in range(len(mb.program.blocks))]
    ways = [(labels[number], code + br(done)) for number, code in cases.items()]
    return block(done, arms(br_table(mb.read(PC).wrap(), table, none), [*ways, (none, otherwise)]))
