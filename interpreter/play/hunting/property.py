"""A property of positions: an expression of the language that is true or false in each of them."""

from __future__ import annotations

from dataclasses import field, replace

from ...diagnostics.record import dataclass
from ...engines.reference.error import PlayError
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Code, Machine, Value
from ...language.ir import nodes as ir
from ..game.decider import EVERYTHING
from ..game.game import Game
from ..game.state import State
from ..scenario.evaluate import Position, check_names

MOST_STEPS = 1_000_000
"""How many steps the expression may take in a position, at least."""


@dataclass(slots=True)
class Property:
    """Asks one expression, such as `t1.total > 4000`, of many positions; `functions` are those that it may call.

    Where it cannot be computed, as with the worth of a card that is not there, it does not hold; `wrong` keeps why it
    could not at the first such position, and `asked` and `failed` count how often.
    """

    text: str
    test: ir.Expr
    functions: dict[str, ir.Function]
    asked: int = 0
    failed: int = 0
    wrong: str = ""
    _compiled: dict[Game, tuple[Code, Value]] = field(default_factory=dict)
    _about: dict[Game, bool] = field(default_factory=dict)

    def holds(self, state: State) -> bool:
        """Whether it is true in a position."""
        code, value = self._in(state)
        machine = Machine(code, state.machine.state, record=False)
        machine.limit = max(machine.limit, MOST_STEPS)
        self.asked += 1
        try:
            return bool(value(machine, {}))
        except PlayError as error:
            self.failed += 1
            self.wrong = self.wrong or str(error)
            return False

    def is_about(self, state: State) -> bool:
        """Whether all players and teams that it names are in this game."""
        if state.game not in self._about:
            self._about[state.game] = not self.nobody(state)
        return self._about[state.game]

    def nobody(self, state: State) -> str:
        """Whom it names that is not in this game, which may have fewer players than others; empty if all are there."""
        try:
            check_names(self.test, state.game.layout)
        except PlayError as error:
            return str(error)
        return ""

    def why(self, state: State) -> tuple[tuple[str, str], ...]:
        """What decides it in a position, as (source text, value)."""
        found = Position(state, self.functions).facts(self.test, EVERYTHING)
        return tuple(one for one in found if one[0] != " ".join(self.text.split()))

    def _in(self, state: State) -> tuple[Code, Value]:
        game = state.game
        if game not in self._compiled:
            code = Code(replace(game.program, functions=self.functions))
            self._compiled[game] = (code, compile_expr(code, self.test))
        return self._compiled[game]
