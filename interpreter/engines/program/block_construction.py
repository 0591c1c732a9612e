"""Construction of the basic blocks: the one procedure that can stop is cut at decisions, chance, loops and exits.

exits lead.

What cannot stop stays as it is, inside a block. Whatever is jumped to starts a new block. For
example, `while true: { ask; if test: exit }` becomes

    0: ask, then 1
    1: branch test, then 2 else 0
    2: game over

A decision of several players together (`_together`) first asks, then plays. With two kinds of moves, A and B:

    before:  players = who; clear the records
      |
      v
    asked < size(players)? --no--> played < size(players)? --no--> after
      |        ^                     |              ^
     yes       |                    yes             |
      v        |                     v              |
    me = players[asked]            me = players[played]
    ask me, secretly               recall the record: which, parameters
      | (move or nothing legal)      |              |
      v        |                     v              |
    asked + 1 -+                   dispatch which   |
                                     0: `none` -----+  played + 1
                                     1: play A -----+
                                     2: play B -----+

`which`, `me`, the parameters and the records hold throughout; each loop's index only in its loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...language.ir import nodes as ir
from ...language.ir.types import BOOLEAN, INTEGER, Type, list_of
from . import nodes as prog
from .bounds import Bounds
from .control_flow import Draft, Procedure, SlotCandidate, number_of
from .inlining import InlinedGame, Renamer, TriggerBody, flat
from .traversal import all_effects

# Writing blocks: one after the other, with cells for the names that hold while they run.
#
# Names that hold at the same time get cells one behind the other. Each remembers the one before it (`Cell.before`), so
# the names form a tree: a path from its root may be live at once, and names on different branches share cells. For a
# decision in which one choice has the parameter a, the other b and c:
#
#     me                  cell 0
#       |- a              cell 1
#       |- b, c           cells 1 and 2
#
# `top` is the innermost name that holds; `names_end` goes back to the one that held before.

Landings = dict[str, Draft]
"""Blocks that do what comes after something before its scope is left, by the scope that is left."""

NO_PHASES = frozenset(("game", "phase", "turn"))
"""Scopes that `end` can leave besides phases."""


def is_phase(name: str) -> bool:
    """Whether a scope is a phase of the author's; those that exist only as targets of jumps start with a dot."""
    return name not in NO_PHASES and not name.startswith(".")


@dataclass(slots=True)
class Drafter:
    """The blocks so far, the one being written (`here`), the enclosing scopes and the innermost name (`top`)."""

    bounds: Bounds
    numbers: Iterator[int]
    drafts: list[Draft] = field(default_factory=list)
    scopes: list[tuple[str, Draft | Landings]] = field(default_factory=list)
    phases: tuple[str, ...] = ()
    cells: dict[int, SlotCandidate] = field(default_factory=dict)
    lists: dict[int, int] = field(default_factory=dict)
    top: int | None = None
    here: Draft = field(init=False)

    def __post_init__(self) -> None:
        self.here = self.draft()

    # Blocks -------------------------------------------------------------------------------

    def draft(self) -> Draft:
        """A new block, empty, in the phases that are running."""
        self.drafts.append(Draft(len(self.drafts), self.phases))
        return self.drafts[-1]

    def end(self, end: prog.End) -> None:
        """End the block; what is written next is unreachable unless `start` is called."""
        self.here.end = end
        self.here = self.draft()

    def go(self, target: Draft) -> None:
        """End the block with a jump."""
        self.end(prog.Jump(target.number))

    def start(self, draft: Draft) -> None:
        """Write to this block from now on."""
        self.here = draft

    def enter(self) -> Draft:
        """Continue in a new block: one that others may jump to, or in which the play may stop."""
        draft = self.draft()
        self.go(draft)
        self.start(draft)
        return draft

    @contextmanager
    def scope(self, name: str, behind: Draft | Landings) -> Iterator[None]:
        """A scope begins, behind which this block comes, or a landing; it ends with the `with`."""
        phases = self.phases
        self.scopes.append((name, behind))
        if is_phase(name):
            self.phases = (*phases, name)
        yield
        self.scopes.pop()
        self.phases = phases

    def write(self, stmt: prog.Stmt) -> None:
        """Append an effect to the block."""
        self.here.body.append(stmt)

    # Names --------------------------------------------------------------------------------

    @contextmanager
    def names_end(self) -> Iterator[None]:
        """Names declared within end with it: what comes after may use their cells."""
        top = self.top
        yield
        self.top = top

    def declare(self, local: ir.Local, capacity: int | None = None, *, always: bool = True) -> prog.AnySlot:
        """A slot for a name, behind those of all names that hold here; a list needs a capacity."""
        slot = self._shape(local, capacity)
        self.claim(local.number, SlotCandidate(1 if capacity is None else 1 + capacity, self.top, always, slot))
        return slot

    def number(self, local: ir.Local) -> prog.Slot:
        """A slot for a name that is not a list."""
        self.declare(local)
        return number_of(local, local.span)

    def fresh(self, name: str, type: Type, span: Span) -> ir.Local:
        """A name that the author did not write."""
        return ir.Local(next(self.numbers), name, type, span)

    def _shape(self, local: ir.Local, capacity: int | None) -> prog.AnySlot:
        if capacity is None:
            return number_of(local, local.span)
        self.lists[local.number] = capacity
        return prog.SlotList(local.number, capacity, local.name, local.type, local.span)

    def claim(self, number: int, cell: SlotCandidate) -> None:
        """Make a name the innermost one."""
        self.cells[number] = cell
        self.top = number

    def let(self, stmt: ir.Let) -> None:
        """Write a `let`, whose name becomes a slot only if another block reads it."""
        is_list = stmt.local.type.base == "list"
        self.declare(stmt.local, self.length(stmt.value) if is_list else None, always=False)
        self.write(stmt)

    def keep(self, local: ir.Local, value: ir.Expr) -> ir.Local:
        """Declare a slot and write this value to it."""
        slot = self.declare(local, self.length(value) if local.type.base == "list" else None)
        self.write(prog.SetSlot(slot, value, local.span))
        return local

    def length(self, expr: ir.Expr) -> int:
        """How long a list can become."""
        return self.bounds.length(expr, self.lists)

    def greatest(self, expr: ir.Expr) -> int | None:
        """The greatest value of an integer; None if nothing is known."""
        return self.bounds.greatest(expr, self.lists)

    def loop(self, source: ir.Expr, span: Span) -> ListLoop:
        """Write the head of a loop over a list that does not change, and go to the block of its body."""
        index = self.fresh("index", INTEGER, span)
        self.keep(index, ir.Const(0, INTEGER, span))
        head, body, behind = self.enter(), self.draft(), self.draft()
        turns = ListLoop(head, behind, source, index, number_of(index, span))
        self.end(prog.Branch(turns.goes_on(), body.number, behind.number, span))
        self.start(body)
        return turns


# Counting the turns of a loop over a list where the play may stop within it.


@dataclass(frozen=True, slots=True)
class ListLoop:
    """A loop over a list: `index` counts from 0; `head` tests whether there is one more element, `behind` follows the
    loop. `slot` is that of the index.
    """

    head: Draft
    behind: Draft
    source: ir.Expr
    index: ir.Local
    slot: prog.Slot

    def goes_on(self) -> ir.Expr:
        """Whether there is an element left."""
        size: ir.Expr = ir.Apply("size", (self.source,), INTEGER, self.slot.span)
        if isinstance(self.source, ir.Const) and isinstance(self.source.value, tuple):
            size = ir.Const(len(self.source.value), INTEGER, self.slot.span)
        return ir.Apply("less", (self.index, size), BOOLEAN, self.slot.span)

    def following(self) -> ir.Expr:
        """The number of the next element, which is this element's when counted from 1."""
        one = ir.Const(1, INTEGER, self.slot.span)
        return ir.Apply("add", (self.index, one), INTEGER, self.slot.span)

    def element(self, type: Type) -> ir.Expr:
        """The element of this turn."""
        return ir.Apply("item", (self.source, self.following()), type, self.slot.span)

    def advance(self) -> prog.SetSlot:
        """Go on to the next element."""
        return prog.SetSlot(self.slot, self.following(), self.slot.span)


BREAKS = (ir.Ask, ir.Settle, ir.Random, ir.Exit, ir.Forever, ir.RunTriggers)
"""What a block cannot hold inside."""


def cut(unfolded: InlinedGame, bounds: Bounds, numbers: Iterator[int]) -> Procedure:
    """The blocks of the game; `numbers` yields numbers for locals that are not yet in use."""
    cutter = Cutter(bounds, numbers, triggers=unfolded.triggers)
    cutter.body(unfolded.main)
    cutter.end(prog.GameOver())
    return Procedure(tuple(cutter.drafts), cutter.cells)


@dataclass(slots=True)
class Cutter(Drafter):
    """Writes effects to blocks, and cuts those that can stop or jump; `triggers` are the effects that may wait."""

    triggers: tuple[TriggerBody, ...] = ()

    def body(self, body: tuple[ir.Stmt, ...]) -> None:
        """Write a block of effects; its names end with it."""
        with self.names_end():
            for stmt in body:
                self.stmt(stmt)

    def stmt(self, stmt: ir.Stmt) -> None:
        """Write one effect to the block, or cut it."""
        if not any(isinstance(inner, BREAKS) for inner in all_effects((stmt,))):
            self._whole(stmt)
            return
        match stmt:
            case ir.Settle():
                self._settle(stmt)
            case ir.Random():
                self.enter()
                then = self.draft()
                self.end(prog.PickOne(stmt.source, self.number(stmt.local), then.number, stmt.span))
                self.start(then)
            case ir.When():
                self._when(stmt)
            case ir.ForEach():
                self._for_each(stmt)
            case ir.Forever(body):
                head = self.enter()
                self.body(body)
                self.go(head)
            case ir.Scope(ir.THEN, (ir.Scope(ir.LINES, lines), *after), span):
                self._then(lines, tuple(after), span)
            case ir.Scope(name, body):
                behind = self.draft()
                with self.scope(name, behind):
                    self.enter()
                    self.body(body)
                    self.go(behind)
                self.start(behind)
            case ir.Exit():
                self._exit(stmt)
            case ir.Ask(together=False):
                self._ask(stmt)
            case ir.Ask():
                self._together(stmt)
            case ir.RunTriggers():
                self._triggers(stmt)
            case _:
                raise AssertionError(stmt)

    def _whole(self, stmt: ir.Stmt) -> None:
        """Write an effect that cannot stop. A phase gets blocks of its own all the same, which name it."""
        match stmt:
            case ir.Let():
                self.let(stmt)
            case ir.Scope(name, body) if is_phase(name):
                with self.scope(name, self.draft()):
                    self.enter()
                    self.body(body)
                self.enter()
            case ir.Scope(_, body):
                self.body(body)
            case _:
                for inner in flat((stmt,)):
                    self.write(inner)

    def _settle(self, stmt: ir.Settle) -> None:
        self.enter()
        then = self.draft()
        self.end(prog.SettleTop(stmt.zone, stmt.at, then.number, stmt.span, stmt.place))
        self.start(then)

    def _when(self, stmt: ir.When) -> None:
        yes, no, after = self.draft(), self.draft(), self.draft()
        self.end(prog.Branch(stmt.test, yes.number, no.number, stmt.span))
        self._play(yes, stmt.yes, after)
        self._play(no, stmt.no, after)
        self.start(after)

    def _for_each(self, stmt: ir.ForEach) -> None:
        with self.names_end():
            source: ir.Expr = stmt.source
            if not isinstance(source, ir.Const | ir.Local):
                source = self.keep(self.fresh("list", stmt.source.type, stmt.span), stmt.source)
            loop = self.loop(source, stmt.span)
            self.let(ir.Let(stmt.local, loop.element(stmt.local.type), stmt.span))
            # Advance before the body: however the body ends, the jump back to the head is all that is left to do.
            self.write(loop.advance())
            self.body(stmt.body)
            self.go(loop.head)
            self.start(loop.behind)

    def _exit(self, stmt: ir.Exit) -> None:
        """Leave what is running; that it runs wherever this may happen was checked with the types (E723)."""
        over = stmt.name == "game"
        at = next(at for name, at in reversed(self.scopes) if name == stmt.name or name == ir.THEN and not over)
        if isinstance(at, dict):
            at = at.setdefault(stmt.name, self.draft())
        self.go(at)

    def _then(self, lines: tuple[ir.Stmt, ...], after: tuple[ir.Stmt, ...], span: Span) -> None:
        """Write what comes after some lines once behind them, and once for each scope that they leave."""
        landings, known = Landings(), {number: number for number in self.cells}
        with self.scope(ir.THEN, landings):
            self.body(lines)
        self.body(after)
        behind = self.here
        for name, landing in landings.items():
            self.start(landing)
            self.body(Renamer(self.numbers, dict(known)).body(after))
            self._exit(ir.Exit(name, span))
        self.start(behind)

    # Decisions ----------------------------------------------------------------------------

    def _ask(self, stmt: ir.Ask) -> None:
        """One player decides. Only one choice is ever played, so the parameters of all choices share their cells."""
        with self.names_end():
            who = number_of(self.keep(stmt.me, stmt.who), stmt.span)
            ask, after = self.enter(), self.draft()
            choices = []
            for choice in stmt.choices:
                with self.names_end():
                    choices.append(self._choice(choice))
                    self._play(self.drafts[choices[-1].then], choice.body, after)
            none = None if stmt.none is None else self.draft()
            if none is not None:
                self._play(none, stmt.none or (), after)
            ask.end = prog.AskBlock(
                who=who,
                choices=tuple(choices),
                none=None if none is None else none.number,
                phase=stmt.phase,
                secret=None,
                span=stmt.span,
            )
            self.start(after)

    def _choice(self, choice: ir.Choice) -> prog.AskChoice:
        """The head of a choice, with slots for its parameters and an empty block to play it."""
        return prog.AskChoice(
            name=choice.name,
            style=choice.style,
            parameters=tuple(self._parameter(p) for p in choice.parameters),
            conditions=choice.conditions,
            told=choice.told,
            then=self.draft().number,
            path=choice.path,
            span=choice.span,
            secret=choice.secret,
        )

    def _parameter(self, p: ir.Parameter) -> prog.MoveParameter:
        slot = self.declare(p.local, self._most(p) if p.local.type.base == "list" else None)
        return prog.MoveParameter(
            local=p.local, slot=slot, source=p.source, how=p.how, low=p.low, high=p.high, where=p.where
        )

    def _most(self, p: ir.Parameter) -> int:
        """The largest number of elements that can be picked, one by one or as one of several lists."""
        if p.how == "one":
            return self.bounds.widest(p.source, self.lists)
        length, high = self.length(p.source), None if p.high is None else self.greatest(p.high)
        return length if high is None else max(0, min(length, high))

    def _play(self, draft: Draft, body: tuple[ir.Stmt, ...], after: Draft) -> None:
        """Write a body to a block of its own, then go to `after`."""
        self.start(draft)
        self.body(body)
        self.go(after)

    def _together(self, stmt: ir.Ask) -> None:
        """Ask all in turn, in secret; then play what each of them picked, from the first again. See the drawing."""
        span = stmt.span
        with self.names_end():
            players = self.keep(self.fresh("players", list_of(stmt.me.type), span), stmt.who)
            which = self.number(self.fresh("which", INTEGER, span))
            me = self.number(stmt.me)
            choices = tuple(self._choice(choice) for choice in stmt.choices)
            pending = self._pending(players, choices)
            self.write(prog.ClearRecords(pending, span))
            with self.names_end():
                self._ask_in_secret(stmt, players, me, choices, pending)
            with self.names_end():
                self._play_in_turn(stmt, players, me, choices, pending, which)

    def _ask_in_secret(
        self, stmt: ir.Ask, players: ir.Local, me: prog.Slot, choices: tuple[prog.AskChoice, ...], pending: prog.Pending
    ) -> None:
        asked = self.loop(players, stmt.span)
        self.write(prog.SetSlot(me, asked.element(stmt.me.type), stmt.span))
        self.enter()
        then = self.draft()
        ask = prog.AskBlock(
            who=me,
            choices=choices,
            none=None if stmt.none is None else then.number,
            phase=stmt.phase,
            secret=prog.Secret(pending, asked.slot, then.number),
            span=stmt.span,
        )
        self.end(ask)
        self.start(then)
        self.write(asked.advance())
        self.go(asked.head)
        self.start(asked.behind)

    def _play_in_turn(
        self,
        stmt: ir.Ask,
        players: ir.Local,
        me: prog.Slot,
        choices: tuple[prog.AskChoice, ...],
        pending: prog.Pending,
        which: prog.Slot,
    ) -> None:
        played = self.loop(players, stmt.span)
        self.write(prog.SetSlot(me, played.element(stmt.me.type), stmt.span))
        self.write(prog.Recall(pending, played.slot, which, stmt.span))
        nothing, following = self.draft(), self.draft()
        self.end(prog.Dispatch(which, (nothing.number, *(choice.then for choice in choices)), stmt.span))
        self._play(nothing, stmt.none or (), following)
        for choice, source in zip(choices, stmt.choices, strict=True):
            self._play(self.drafts[choice.then], source.body, following)
        self.start(following)
        self.write(played.advance())
        self.go(played.head)
        self.start(played.behind)

    def _pending(self, players: ir.Local, choices: tuple[prog.AskChoice, ...]) -> prog.Pending:
        """Cells for the records, one per player who may be asked."""
        slots = tuple(p.slot for choice in choices for p in choice.parameters)
        width = 1 + sum(1 + s.capacity if isinstance(s, prog.SlotList) else 1 for s in slots)
        capacity = self.lists[players.number]
        number = next(self.numbers)
        self.claim(number, SlotCandidate(capacity * width, self.top, True, None))
        asked = prog.SlotList(players.number, capacity, players.name, players.type, players.span)
        return prog.Pending(number, width, capacity, asked, slots)

    def _triggers(self, stmt: ir.RunTriggers) -> None:
        """Take a waiting trigger, play its effect, and go back, until none is waiting."""
        with self.names_end():
            which = self.number(self.fresh("trigger", INTEGER, stmt.span))
            head, after = self.enter(), self.draft()
            args: list[tuple[prog.Slot | prog.SlotList, ...]] = []
            plays: list[int] = []
            for trigger in self.triggers:
                names, play = Renamer(self.numbers), self.draft()
                with self.names_end():
                    parameters = tuple(names.local(p) for p in trigger.parameters)
                    args.append(tuple(self.declare(p, self._room(p)) for p in parameters))
                    plays.append(play.number)
                    self._play(play, names.body(trigger.body), head)
            head.body.append(prog.TakeTrigger(which, tuple(args), stmt.span))
            head.end = prog.Dispatch(which, (after.number, *plays), stmt.span)
            self.start(after)

    def _room(self, parameter: ir.Local) -> int | None:
        """The capacity of a trigger's argument: what its type needs, since any value of it may wait."""
        return self.bounds.of_type(parameter.type) if parameter.type.base == "list" else None
