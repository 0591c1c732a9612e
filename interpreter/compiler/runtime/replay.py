"""Replay of a script inside the module: it is packed into cells once, then copied there each time."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import cast

from ...engines.engine import HIDDEN, Part, ReplayOutcome, ReplayResult, ReplayScript, ReplayStep
from ...engines.program.bounds import CELL
from ...engines.program.compact_layout import signed
from ...engines.program.layout import PC
from ...engines.program.nodes import Program
from ...engines.reference.uct import scramble
from ..builder.memory_map import Control
from ..builder.script_map import (
    LOG_ROOM,
    MOST_KINDS,
    MOST_ROWS,
    RECORDS_ROOM,
    PartTag,
    Script,
    ScriptMap,
    Step,
    StepResult,
    names_of,
)
from .compiled_program import CellPosition, CompiledModules
from .engine import Instance
from .machine import FastMachine
from .move_rows import Rows

_EMPTY = [0] * Step.CELLS
"""A record of which nothing is known yet."""


class PackedScript:
    """The records of a script: where each begins (in cells), and the number of the first of its kinds. `changes` counts
    how often they have become others."""

    def __init__(self, program: Program) -> None:
        self.names, self.at = names_of(program), ScriptMap(program)
        self.cells = array("q")
        self.starts: list[int] = []
        self.firsts: list[int] = []
        self.cues: list[ReplayStep] = []
        self.kinds = self.changes = 0
        self._told: dict[int, tuple[int, int]] = {}

    def follow(self, script: ReplayScript) -> None:
        """Pack the cues that are new, or others than before."""
        cues, known = script.cues, len(self.cues)
        if len(cues) == known and not script.changed:
            return
        again = [number for number in script.changed if number < known]
        script.changed.clear()
        self.changes += 1
        for number in again:
            self.cues[number] = cues[number]
        for cue in cues[known:]:
            self._begin(cue)
        for number in (*again, *range(known, len(cues))):
            self._write(number, cues[number])
        for number in (*again, *range(known, len(cues))):
            self._come_out(number, cues[number])

    def _begin(self, cue: ReplayStep) -> None:
        """Room for one more record."""
        start = len(self.cells)
        if self.starts:
            self.cells[self.starts[-1] + Script.NEXT // CELL] = CELL * start
        self.starts.append(start)
        self.firsts.append(self.kinds)
        self.cues.append(cue)
        self.cells.extend(_EMPTY)
        self.kinds += len(cue.travels)

    def _write(self, number: int, cue: ReplayStep) -> None:
        start, first = self.starts[number], self.firsts[number]
        if not cue.plain or not isinstance(cue.seen, tuple) or len(cue.seen) != 3:
            self.cells[start + Step.TYPE // CELL] = Step.OTHER
            return
        look, many, told = cue.seen
        parts = self._put(_parts(cue))
        if number not in self._told:  # the same as long as the step is
            heard = self._put(cast(Sequence[int], cue.heard))
            self._told[number] = heard, self._put([cell for travel in cue.travels for cell in travel])
        heard, travels = self._told[number]
        values = {
            Step.TYPE: Step.MOVE if cue.who >= 0 else Step.BEGIN,
            Step.SEEN_LOOK: look,
            Step.SEEN_MANY: many,
            Step.SEEN_TOLD: told,
            Step.WHO: cue.who,
            Step.CHOICE: self._choice(cue),
            Step.PARTS: parts,
            Step.PARTS_MANY: len(cue.parts),
            Step.STOPS_AT_CHANCE: cue.at_chance,
            Step.CHANCES: cue.chances,
            Step.HEARD: heard,
            Step.HEARD_MANY: len(cue.heard),
            Step.TRAVELS: travels,
            Step.TRAVELS_MANY: len(cue.travels),
            Step.UNSEEN_MANY: sum(kind == PartTag.UNKNOWN for *_, kind in cue.travels),
            Step.FIRST_KIND: first,
            Step.LATER: travels,
            Step.LATER_MANY: len(cue.travels),
            Step.LATER_FIRST: first,
            Step.UNKNOWN_TO: cue.unknown_to,
        }
        self._set(start, values)

    def _come_out(self, number: int, cue: ReplayStep) -> None:
        """The travels with which a secret choice came out."""
        if cue.unseen_of != number and cue.unseen_of < len(self.cues):
            other = self.starts[cue.unseen_of]
            found = {Step.LATER: self.cells[other + Step.TRAVELS // CELL], Step.LATER_FIRST: self.firsts[cue.unseen_of]}
            many = len(self.cues[cue.unseen_of].travels) if self.cells[other + Step.TYPE // CELL] != Step.OTHER else 0
            self._set(self.starts[number], {**found, Step.LATER_MANY: many})

    def _choice(self, cue: ReplayStep) -> int:
        if cue.own >= 0:
            return cue.own
        return PartTag.ANY if cue.own == -2 else -1 - self.names[cue.name]

    def _set(self, start: int, values: dict[int, int]) -> None:
        for place, value in values.items():
            self.cells[start + place // CELL] = value

    def _put(self, cells: Sequence[int]) -> int:
        at = CELL * len(self.cells)
        self.cells.extend(cells)
        return at


def _parts(cue: ReplayStep) -> list[int]:
    return [cell for part in cue.parts for cell in _part(part)]


def _part(part: Part) -> tuple[int, int]:
    if part == HIDDEN:
        return PartTag.UNKNOWN, 0
    if isinstance(part, int):
        return PartTag.VALUE, part
    if HIDDEN in part:
        return PartTag.ANY_LIST - len(part), 0
    return len(part), signed(sum(scramble(one) for one in part))


def replay_script(
    m: FastMachine, script: ReplayScript, numbers: range, kinds: Sequence[int], seed: int
) -> ReplayResult | None:
    """Play these steps from a position on, as far as they go plainly; None where the module cannot begin.

    `kinds` are those of all cards that go from the first of these steps on.
    """
    packed = script.kept
    if packed is None:
        packed = script.kept = PackedScript(m.compiled.program)
    packed.follow(script)
    since, until, listed = numbers.start, numbers.stop, m.listed
    if (
        isinstance(m.position, CellPosition)
        or packed.cells[packed.starts[since] + Step.TYPE // CELL] == Step.OTHER
        or (listed is None) == (script.cues[since].who >= 0)
        or CELL * len(packed.cells) > RECORDS_ROOM
        or packed.kinds > MOST_KINDS
        or (listed is not None and len(listed.listed) > MOST_ROWS)
        or not _has_room(m.compiled.watched, packed)
    ):
        return None
    return _run(m, packed, since, until, kinds, seed)


def _has_room(instance: Instance, packed: PackedScript) -> bool:
    """Let there be room for kinds, log and records; whether there is."""
    with instance.lock:
        head = instance.head
        if not head[Script.KINDS // CELL]:
            start = head[Script.KINDS // CELL] = instance.grow(ScriptMap.BYTES)
            head[Script.FULL // CELL] = head[Script.RECORDS // CELL] = start + CELL * MOST_KINDS + LOG_ROOM
        return bool(head[Script.KINDS // CELL])


def _run(m: FastMachine, packed: PackedScript, since: int, until: int, kinds: Sequence[int], seed: int) -> ReplayResult:
    compiled = m.compiled
    instance = compiled.watched
    with instance.lock:
        head = instance.head
        log_at = head[Script.KINDS // CELL] + CELL * MOST_KINDS
        if instance.script != (packed, packed.changes):
            instance.put(head[Script.RECORDS // CELL], packed.cells)
            instance.script = packed, packed.changes
        instance.put(head[Script.KINDS // CELL] + CELL * packed.firsts[since], array("q", kinds))
        position, listed, control = m.position, m.listed, instance.control
        instance.held[: len(position)] = position
        control[Control.STEPS // CELL], control[Control.EXPLICIT // CELL] = m.steps, 1
        control[Control.SEAT // CELL], control[Control.MOVES // CELL] = m.seat, 0
        instance.rows = None
        if listed is not None:
            control[Control.MOVES // CELL] = len(listed)
            instance.put(control[Control.LISTED // CELL], listed.listed)
        head[Script.NEXT // CELL], head[Script.LEFT // CELL] = CELL * packed.starts[since], until - since
        head[Script.NUMBER // CELL], head[Script.SEED // CELL], head[Script.LOG // CELL] = since, signed(seed), log_at
        head[Script.STATUS // CELL] = head[Script.FIRST_DRAW // CELL] = -1
        if instance.call("retell"):
            status = head[Script.STATUS // CELL]
        else:
            instance.call("unwind")
            status = StepResult.OTHERWISE
        steps, drawn = until - since - head[Script.LEFT // CELL], head[Script.FIRST_DRAW // CELL]
        log = instance.cells_at(log_at, (head[Script.LOG // CELL] - log_at) // CELL).tobytes()
        many, rows = control[Control.MOVES // CELL], None
        if many:
            form = compiled.forms[instance.header[PC]]
            rows = Rows(form, instance.cells_at(control[Control.LISTED // CELL], many * form.cells).tobytes())
        table = m.twin_at(
            instance.held[: control[Control.HELD // CELL]].tobytes(), rows, control[Control.STEPS // CELL]
        )
    return ReplayResult(table, steps, status == StepResult.FAILED, drawn, lambda many: read_log(compiled, log, many))


def read_log(compiled: CompiledModules, log: bytes, steps: int) -> list[ReplayOutcome]:
    """The steps that were played."""
    cells = memoryview(log).cast("q")
    found, at = list[ReplayOutcome](), 0
    for _ in range(steps):
        block, move = cells[at] - 1, None
        at += 1
        if block >= 0:
            form = compiled.forms[block]
            move = form.move(log, CELL * at)
            at += form.cells
        many = cells[at]
        found.append((move, tuple(cells[at + 1 : at + 1 + many])))
        at += 1 + many
    return found
