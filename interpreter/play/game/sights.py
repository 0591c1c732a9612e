"""The values that a table shows beside the cards, as a seat sees them: computed from the position, never stored.

Whatever does not follow from what the seat sees is left out, as everywhere (`openness`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...engines.reference.error import PlayError
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Env, Machine
from ...language.ir.table import Sight
from .decider import EVERYTHING
from .naming import plain
from .openness import always_open, open_to
from .setup import Setup
from .sight import owns


class Sights:
    """Computes the shown values of one position for one seat."""

    def __init__(self, game: Setup, cells: Sequence[int], seat: int) -> None:
        self._game, self._seat = game, seat
        self._known: dict[tuple[str, int], list[Any]] = {}
        self._machine = Machine(game.exhibit_code, list(cells), record=False) if game.exhibit.sights else None

    def of(self, name: str) -> Iterator[tuple[int, Any]]:
        """A value of the table for each of its owners, by number; only those that the seat may know.

        A value that cannot be computed here (a number beyond 64 bits, say) is None, as one that is none.
        """
        sight = self._game.exhibit.sights.get(name)
        if sight is not None:
            for owner in range(self._owners(sight)):
                if (
                    sight.shows == "all"
                    or self._seat == EVERYTHING
                    or owns(self._game.layout, sight.owner, owner, self._seat)
                ):
                    if (name, owner) not in self._known:
                        self._known[name, owner] = list(self._value(sight, owner))
                    yield from ((owner, value) for value in self._known[name, owner])

    def alone(self, name: str) -> Any:
        """A value of the table that has no owner; None if it has none here."""
        return next((value for _, value in self.of(name)), None)

    def _owners(self, sight: Sight) -> int:
        return {"": 1, "player": self._game.players, "team": self._game.layout.team_count}[sight.owner]

    def _value(self, sight: Sight, owner: int) -> Iterator[Any]:
        m = self._machine
        assert m is not None
        env: Env = {} if sight.it is None else {sight.it.number: owner}
        with m.aside():
            try:
                open_to_all = self._seat == EVERYTHING or m.code.once(always_open, sight.value)
                if open_to_all or open_to(m, self._seat, sight.value, env):
                    value = m.code.once(compile_expr, sight.value)(m, env)
                    yield plain(self._game.layout, sight.value.type, value)
            except PlayError:
                yield None
