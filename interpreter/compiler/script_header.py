"""The header of a replay script in memory: the draws, the log, and the position that is held."""

from __future__ import annotations

from ..diagnostics.record import dataclass
from ..engines.program.bounds import CELL
from ..engines.program.layout import PC
from ..engines.program.nodes import AskBlock, PickOne, SettleTop
from .builder.function_builder import FunctionBuilder
from .builder.memory_map import Control, stride
from .builder.script_map import ROOM, Script, ScriptMap, Step
from .cards.chance import mix
from .cards.transfer import forget_bags
from .wasm.module import Fn
from .wasm.statements import copy
from .wasm.terms import I32, I64, Instructions, Term, after, const, long

KEPT = (Control.STEPS, Control.TOLD, Control.MANY, Control.MOVES)
"""What is kept of the control with a position."""

assert len(KEPT) == ROOM


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleCalls:
    """What the module does where Python calls it, to be called from inside."""

    go: Fn
    play: Fn
    decide: Fn
    look: Fn


class ScriptHeader:
    """The head of the script of a module, and what is done with it."""

    def __init__(self, run: FunctionBuilder, inside: ModuleCalls) -> None:
        self.run, self.mb, self.inside = run, run.mb, inside
        self.map = ScriptMap(run.mb.program)
        self.at = const(self.map.head)
        self.kinds, self.records = self.at.load32(Script.KINDS), self.at.load32(Script.RECORDS)

    # Positions that are kept

    def keep(self, to: int) -> Instructions:
        """Keep the position, and what was told by then."""
        code = copy(const(to + CELL * ROOM), const(self.mb.memory.state), self.mb.compact.size)
        for number, cell in enumerate(KEPT):
            code += const(to).store(const(0).load(cell), CELL * number)
        return code

    def restore(self, kept: int) -> Instructions:
        """Go back to it, and forget the bags of the other, and what was kept of functions."""
        code = copy(const(self.mb.memory.state), const(kept + CELL * ROOM), self.mb.compact.size)
        for number, cell in enumerate(KEPT):
            code += const(0).store(const(kept).load(CELL * number), cell)
        return code + forget_bags(self.mb) + self.mb.keeper.forget()

    def row_bytes(self) -> Term:
        """The bytes of a legal move where play stands."""
        blocks = self.mb.program.blocks
        sizes = [CELL * stride(one.end) if isinstance(one.end, AskBlock) else 0 for one in blocks]
        return self.mb.lookup(sizes, self.mb.read(PC)).wrap()

    # What the seat sees

    def seen(self, record: Term) -> Term:
        """Whether the seat sees what it saw, and was told what it heard."""
        look = self.inside.look.run()
        pairs = ((Control.LOOK, Step.SEEN_LOOK), (Control.MANY, Step.SEEN_MANY), (Control.TOLD, Step.SEEN_TOLD))
        one, two, three = (const(0).load(cell).eq(record.load(place)) for cell, place in pairs)
        return after(look, one & two & three)

    # The log

    def log(self, value: Term) -> Instructions:
        """One cell more."""
        return self.at.load32(Script.LOG).store(value) + self.at.store(self.at.load(Script.LOG) + CELL, Script.LOG)

    def log_row(self, row: Term) -> Instructions:
        """The block of a decision, and the row of the move."""
        size, to = self.row_bytes(), self.at.load32(Script.LOG)
        taken = copy(to, row * size + self.mb.rows, size)
        return (
            self.log(self.mb.read(PC) + 1) + taken + self.at.store(self.at.load(Script.LOG) + size.wide(), Script.LOG)
        )

    def log_count(self) -> Instructions:
        """Chance has decided nothing yet: a cell that counts the outcomes, which follow."""
        return self.at.store(self.at.load(Script.LOG), Script.LOG_END) + self.log(long(0))

    def log_outcome(self, value: Term) -> Instructions:
        """Chance has decided so."""
        count = self.at.load32(Script.LOG_END)
        return self.log(value) + count.store(count.load() + 1)

    # Draws

    def below(self, many: Term) -> Term:
        """A number from 0 to many - 1 (32 bits), from the stream of the step."""

        def emit(fn: Fn) -> Instructions:
            z = fn.local(I64)
            drawn = mix(z, self.at.load(Script.STREAM), self.at.load(Script.COUNT))
            found = ((z >> 32) * fn.param(0).wide()) >> 32
            return drawn + self.at.store(self.at.load(Script.COUNT) + 1, Script.COUNT) + found.wrap().code

        return self.mb.helper("retell_below", (I32,), I32, emit).call(many)

    # Blocks

    def stops(self) -> list[tuple[int, AskBlock | SettleTop | PickOne]]:
        """The blocks at which play stops, and their ends."""
        ends = ((one.number, one.end) for one in self.mb.program.blocks)
        return [(n, end) for n, end in ends if isinstance(end, AskBlock | SettleTop | PickOne)]
