"""Coverage: the places of a spec, the marks that report that play has come there, operands seen true and false.

    actions:
      take:                     an action
        do: |
          draw 1                a line, inside `take`
          if pile.empty:        a line, after the one above
            end game            a line, inside the `if`

Where play never comes, only the first thing is worth telling: not the lines of an action that is never played, nor
those after a line that is never reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.program.nodes import Program, Stmt
from ...engines.program.traversal import all_effects, every, exprs_of, with_values
from ...engines.reference.position import ReferenceCode
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir import traversal
from ...language.ir.game import TypedGame
from ...language.spec.nodes import Spec
from ...language.syntax import nodes as syn
from ..game.game import Game, State
from ..game.move import Move

PlaceKind = Literal["phase", "action", "reaction", "trigger", "effect", "line", "else"]
"""What is at a place. Of a `trigger` and an `effect` only their lines can be come to; `else` is the other way of a line
with `if` that has none.
"""


@dataclass(frozen=True, slots=True, eq=False)
class CoveragePoint:
    """Something to which play may come; `inside` is what it is a part of, `below` the line before it."""

    kind: PlaceKind
    name: str
    path: str
    span: Span
    inside: CoveragePoint | None = None
    below: CoveragePoint | None = None


def coverage_points(spec: Spec) -> list[CoveragePoint]:
    """All places of a spec, each after what it is inside of and the line before it."""
    found: list[CoveragePoint] = []
    for kind, name, path, blocks in _rules(spec):
        place = CoveragePoint(kind, name.text, path, name.span)
        found += [place, *(line for lines in blocks for line in _lines(lines, place))]
    return found


def _rules(spec: Spec) -> Iterator[tuple[PlaceKind, syn.Word, str, tuple[Sequence[syn.Stmt], ...]]]:
    """What consists of lines: its kind, name and path, and its blocks of lines."""
    for phase in spec.phases.values():
        yield "phase", phase.name, phase.path, (phase.start, phase.do or (), phase.otherwise or (), phase.finish)
    for action in spec.actions.values():
        yield "action", action.name, action.path, (action.do,)
    for reaction in spec.reactions.values():
        yield "reaction", reaction.name, reaction.path, (reaction.do,)
    for trigger in spec.triggers.values():
        yield "trigger", trigger.name, trigger.path, (trigger.do,)
    for effect in spec.effects.values():
        yield "effect", effect.name, effect.path, (effect.body,)


def others_of(places: Sequence[CoveragePoint], lines: Sequence[syn.Stmt]) -> list[CoveragePoint]:
    """The other way of each `if` without an `else`: play comes there where none of its conditions holds."""
    ifs = {line.span: line for line in every_line(lines) if isinstance(line, syn.IfStatement) and not line.no}
    return [
        CoveragePoint("else", p.name, p.path, p.span, p, None) for p in places if p.kind == "line" and p.span in ifs
    ]


def rules_of(spec: Spec) -> list[syn.Stmt]:
    """The lines of all effects of a spec, without those inside of others."""
    return [line for *_, blocks in _rules(spec) for lines in blocks for line in lines]


def every_line(lines: Sequence[syn.Stmt]) -> Iterator[syn.Stmt]:
    """The lines, each before those of the blocks inside it."""
    return (one for one in traversal.records(lines) if isinstance(one, syn.Stmt))


def _lines(lines: Sequence[syn.Stmt], inside: CoveragePoint) -> Iterator[CoveragePoint]:
    above: CoveragePoint | None = None
    for line in lines:
        place = CoveragePoint("line", inside.name, inside.path, line.span, inside, above)
        yield place
        for block in _blocks(line):
            yield from _lines(block, place)
        above = place


def _blocks(line: syn.Stmt) -> Iterator[tuple[syn.Stmt, ...]]:
    """The blocks of lines directly inside a line."""
    match line:
        case syn.IfStatement():
            yield from (body for _, body in line.branches)
            yield line.no
        case syn.Choose():
            yield from (line.body, line.no)
        case syn.ForStatement() | syn.Repeat() | syn.While() | syn.TogetherStatement():
            yield line.body
        case _:
            pass


# Puts a mark at each place of a game, so that play remembers where it has come.
#
# A game with marks plays like the one without them, from the same seeds; only the reference engine plays it.


def marked(game: TypedGame, places: Sequence[CoveragePoint]) -> TypedGame:
    """The game with a mark where each of these places begins; its number is that of the place."""
    return _Marker(places).game(game)


def marked_program(program: Program, places: Sequence[CoveragePoint]) -> Program:
    """The same for a program that is made already, in whose blocks and effects it looks for lines."""
    marker = _Marker(places)
    blocks = tuple(replace(block, body=marker.block(block.body)) for block in program.blocks)
    effects = {name: replace(effect, body=marker.body(effect.body)) for name, effect in program.effects.items()}
    return replace(program, blocks=blocks, effects=effects)


def marks_in(program: Program) -> frozenset[int]:
    """The marks that a program has: the places that exist in its configuration."""
    bodies = (*(block.body for block in program.blocks), *(effect.body for effect in program.effects.values()))
    return frozenset(stmt.number for body in bodies for stmt in all_effects(body) if isinstance(stmt, ir.Mark))


class _Marker:
    """Rewrites the bodies of a game."""

    def __init__(self, places: Iterable[CoveragePoint]) -> None:
        self.numbers: dict[tuple[PlaceKind, Span], int] = {}
        self.choices: dict[str, int] = {}
        for number, place in enumerate(places):
            self.numbers.setdefault((place.kind, place.span), number)
            if place.kind in ("action", "reaction"):
                self.choices[place.path] = number

    def game(self, game: TypedGame) -> TypedGame:
        effects = {name: replace(effect, body=self.body(effect.body)) for name, effect in game.effects.items()}
        return replace(game, effects=effects, main=self.body(game.main))

    def body(self, body: ir.Body) -> ir.Body:
        out: list[ir.Stmt] = []
        last: Span | None = None
        for stmt in body:
            if isinstance(stmt, ir.Tell) and stmt.who is not None:
                out += self.mark(stmt.span, "reaction")
            if stmt.span != last:  # a line may have become several effects
                out += self.mark(stmt.span, "line")
                last = stmt.span
            out.append(self.inside(stmt))
        return tuple(out)

    def block(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """A block of a program, in which some values are kept in cells; what does that holds no lines."""
        parts = (self.body((stmt,)) if isinstance(stmt, ir.Stmt) else (stmt,) for stmt in body)
        return tuple(stmt for part in parts for stmt in part)

    def inside(self, stmt: ir.Stmt) -> ir.Stmt:
        """The same effect with marks in the blocks inside it."""
        changed = with_values(stmt, lambda expr: expr, self.body, lambda local: local)
        match changed:
            case ir.Scope(span=span):
                return replace(changed, body=(*self.mark(span, "phase"), *changed.body))
            case ir.When(no=(), span=span):
                return replace(changed, no=self.mark(span, "else"))
            case ir.Ask():
                return replace(changed, choices=tuple(map(self.choice, changed.choices)))
            case _:
                return changed

    def choice(self, choice: ir.Choice) -> ir.Choice:
        number = self.choices.get(choice.path)
        return choice if number is None else replace(choice, body=(ir.Mark(number, choice.span), *choice.body))

    def mark(self, span: Span, kind: PlaceKind) -> tuple[ir.Mark, ...]:
        number = self.numbers.get((kind, span))
        return () if number is None else (ir.Mark(number, span),)


# What scenarios should have seen true and false: each operand of `and` and `or`, and the test of each `if … else`.
#
#     can_pay: p.coins >= c.price and (c.free or not p.broke)      three operands
#     price: 0 if c.free else c.price                               one test; of `a and b` as a test, two operands
#
# Where all operands were both, each branch was taken. One that was never looked at is worth telling only if what it is
# inside of was come to and the operand before it was both: otherwise that is told.

SECTIONS = (
    *("phases", "actions", "reactions", "triggers", "effects", "quantities", "permissions", "decks", "zones"),
    *("functions", "scoring", "result", "table"),
)
"""The sections of a spec that have expressions which are computed in play."""


@dataclass(frozen=True, slots=True, eq=False)
class Operand:
    """An expression that is true or false, in the rule `path`; `inside` is the place around it."""

    path: str
    span: Span
    inside: CoveragePoint | None
    before: Operand | None = None


def operands_of(spec: Spec, places: Sequence[CoveragePoint]) -> list[Operand]:
    """All operands of a spec, those of one rule in their order. `places` are those of the spec."""
    there = {place.span: place for place in places if place.kind == "line"}
    rules = {place.path: place for place in places if place.kind in ("phase", "action", "reaction")}
    found: list[Operand] = []
    for section in SECTIONS:
        part = getattr(spec, section)
        for name, entry in part.items() if isinstance(part, Mapping) else [("", part)]:
            path = f"{section}.{name}" if name else section
            found += _Finder(path, there).within(entry, rules.get(path))
    return found


def watched_in(program: Program) -> frozenset[Span]:
    """The spans of all operands and tests that a program has, apart from those that its options decide."""
    found: set[Span] = set()
    for _, expr in exprs_of(program):
        for part in every(expr):
            match part:
                case ir.Apply(op, args) if ROWS[op].is_connective:
                    found |= {one.span for one in args}
                case ir.If(test):
                    found.add(test.span)
                case _:
                    pass
    return frozenset(found)


class _Finder:
    """Goes through the records of one rule."""

    def __init__(self, path: str, lines: Mapping[Span, CoveragePoint]) -> None:
        self._path, self._lines = path, lines

    def within(self, part: Any, inside: CoveragePoint | None) -> Iterator[Operand]:
        """The operands of a part of the rule."""
        match part:
            case syn.Binary("and" | "or"):
                yield from self._row(part, inside)
            case syn.Conditional(test, yes, no):
                yield from self._row(test, inside)
                yield from self.within((yes, no), inside)
            case _:
                span = getattr(part, "span", None)
                place = self._lines.get(span, inside) if isinstance(span, Span) else inside
                for one in traversal.inside(part):
                    yield from self.within(one, place)

    def _row(self, test: syn.Expr, inside: CoveragePoint | None) -> Iterator[Operand]:
        before: Operand | None = None
        for one in _leaves(test):
            before = Operand(self._path, one.span, inside, before)
            yield before
            yield from self.within(one, inside)


def _leaves(test: syn.Expr) -> Iterator[syn.Expr]:
    """What `and` and `or` join, in its order."""
    match test:
        case syn.Binary("and" | "or", left, right):
            yield from _leaves(left)
            yield from _leaves(right)
        case _:
            yield test


# Which rules come to pass at a move, besides actions: triggers, rules on cards, and special cases.
#
# A special case is a way that an effect goes if something holds: a block below `if`, `elif` or `else`. Reactions are
# not here: where a player is asked they are moves, and where they happen by themselves there is an event. A rule that
# holds all the time (`always`) does not come to pass.
#
# The move is played a second time, on a copy of the position, by the reference engine, in a program with a mark at each
# line of these rules; the marks that play comes to tell which they were. A case in which somebody is only asked has no
# mark: what they choose is a move. In an action a rule is that of whoever made the move; in a trigger, and in a phase
# that names `me`, it is that of the player of the turn. What other phases do, named effects, reactions and cards, is
# nobody's own: it may concern everybody.

NOBODY = -1
"""The seat of a rule that is nobody's own."""

_ME = re.compile(r"\bme\b")


Whose = Literal["mover", "turn", "nobody"]
"""Whose rule it is: of whoever made the move, of the player of the turn, or nobody's own."""


@dataclass(frozen=True, slots=True)
class Case:
    """A rule that may come to pass, with its lines; `name` is its path, for a special case with what has to hold."""

    name: str
    whose: Whose
    lines: tuple[syn.Stmt, ...]


class Cases:
    """Tells which rules of a game come to pass."""

    def __init__(self, game: Game) -> None:
        self._at: dict[Span, list[Case]] = {}
        for case in () if game.spec is None else cases_of(game.spec):
            for line in every_line(case.lines):
                self._at.setdefault(line.span, []).append(case)
        places = [CoveragePoint("line", "", "", span) for span in self._at]
        self._code = ReferenceCode(marked_program(game.program, places))
        self._found = list(self._at.values())

    def at(self, state: State, move: Move) -> set[tuple[int, str]]:
        """The rules that come to pass if this move is made, each with the seat whose rule it is, or `NOBODY`."""
        if not self._at:
            return set()
        m = self._code.at(list(state.machine.state))
        turn = m.code.layout.variables.get("turn.player")
        seats = {"mover": move.seat, "turn": NOBODY if turn is None else m.state[turn.address], "nobody": NOBODY}
        self._code.marks.clear()
        m.play(move.raw)
        return {(seats[case.whose], case.name) for number in self._code.marks for case in self._found[number]}


def cases_of(spec: Spec) -> Iterator[Case]:
    """The triggers, the rules on cards and the special cases of a spec."""
    for what, _, path, blocks in _rules(spec):
        whose: Whose = "turn" if what == "phase" else "mover" if what == "action" else "nobody"
        for lines in blocks if what != "trigger" else ():
            yield from _special(path, whose, lines)
    for trigger in spec.triggers.values():
        yield Case(trigger.path, "turn", trigger.do)
    for deck in spec.decks.values():
        for kind in deck.kinds:
            for word, body in (*kind.after, *kind.instead_of):
                yield Case(f"{deck.name.text}.{kind.id.text}: {word.text}", "nobody", body)


def _special(path: str, whose: Whose, lines: Sequence[syn.Stmt]) -> Iterator[Case]:
    for line in every_line(lines):
        if isinstance(line, syn.IfStatement):
            # The `me` of a phase is the player of the turn; where it is not named, a line may be about anybody.
            own = "nobody" if whose == "turn" and not _ME.search(line.span.text) else whose
            tests = [" ".join(test.span.text.split()) for test, _ in line.branches]
            for test, (_, body) in zip(tests, line.branches, strict=True):
                yield Case(f"{path}: if {test}", own, body)
            if line.no:
                yield Case(f"{path}: unless {' or '.join(tests)}", own, line.no)
