"""Which rules come to pass at a move, besides actions: triggers, rules on cards, and special cases.

A special case is a way that an effect goes if something holds: a block below `if`, `elif` or `else`. Reactions are not
here: where a player is asked they are moves, and where they happen by themselves there is an event. A rule that holds
all the time (`always`) does not come to pass.

The move is played a second time, on a copy of the position, by the reference engine, in a program with a mark at each
line of these rules; the marks that play comes to tell which they were. A case in which somebody is only asked has no
mark: what they choose is a move. In an action a rule is that of whoever made the move; in a trigger, and in a phase
that names `me`, it is that of the player of the turn. What other phases do, named effects, reactions and cards, is
nobody's own: it may concern everybody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.reference.machine import Machine
from ...engines.reference.walk import play, prepare
from ...language.spec.nodes import Spec
from ...language.syntax import nodes as syn
from ..game.game import Game
from ..game.move import Move
from ..game.state import State
from .marking import marked_program
from .places import Place, every_line

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
        places = [Place("line", "", "", span) for span in self._at]
        self._code = prepare(marked_program(game.program, places))
        self._found = list(self._at.values())

    def at(self, state: State, move: Move) -> set[tuple[int, str]]:
        """The rules that come to pass if this move is made, each with the seat whose rule it is, or `NOBODY`."""
        if not self._at:
            return set()
        m = Machine(self._code, list(state.machine.state), record=False)
        turn = m.code.layout.variables.get("turn.player")
        seats = {"mover": move.seat, "turn": NOBODY if turn is None else m.state[turn.address], "nobody": NOBODY}
        self._code.marks.clear()
        play(m, move.raw)
        return {(seats[case.whose], case.name) for number in self._code.marks for case in self._found[number]}


def cases_of(spec: Spec) -> Iterator[Case]:
    """The triggers, the rules on cards and the special cases of a spec."""
    for phase in spec.phases.values():
        for lines in (phase.start, phase.do or (), phase.otherwise or (), phase.finish):
            yield from _special(phase.path, "turn", lines)
    for action in spec.actions.values():
        yield from _special(action.path, "mover", action.do)
    for reaction in spec.reactions.values():
        yield from _special(reaction.path, "nobody", reaction.do)
    for effect in spec.effects.values():
        yield from _special(effect.path, "nobody", effect.body)
    for trigger in spec.triggers.values():
        yield Case(trigger.path, "turn", trigger.do)
    for deck in spec.decks.values():
        for kind in deck.kinds:
            for word, body in (*kind.after, *kind.instead_of):
                yield Case(f"{deck.name.text}.{kind.id.text}: {word.text}", "nobody", body)


def _special(path: str, whose: Whose, lines: Sequence[syn.Stmt]) -> Iterator[Case]:
    for line in every_line(lines):
        if isinstance(line, syn.If):
            # The `me` of a phase is the player of the turn; where it is not named, a line may be about anybody.
            own = "nobody" if whose == "turn" and not _ME.search(line.span.text) else whose
            tests = [" ".join(test.span.text.split()) for test, _ in line.branches]
            for test, (_, body) in zip(tests, line.branches, strict=True):
                yield Case(f"{path}: if {test}", own, body)
            if line.no:
                yield Case(f"{path}: unless {' or '.join(tests)}", own, line.no)
