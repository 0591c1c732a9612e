"""The best that can be done with a deal of a game for one player if all cards are known.

Chance decides nothing any more: what it would decide after the deal follows from the seed of the deal, too. So each
position is looked at once, and again only if it can be reached with fewer decisions. Positions are
equal if the rules cannot tell them apart (`State.canonical`); how many decisions were made, and the order of cards that
lie `buried`, do not count.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...engines.program.buried import buried
from ...engines.program.layout import DECISIONS, PC
from ...engines.program.nodes import Slot
from ...engines.reference.bags import BAG, PIN
from ...engines.reference.canonical import canonical, live_cells
from ...play.game.game import Game
from ...play.game.state import State


@dataclass(frozen=True, slots=True)
class Best:
    """What was found in a deal: the best return so far, None if no end was come to, and how many positions were seen.

    `open` says that there are more positions than were asked for, so there may be something better.
    """

    found: float | None
    positions: int
    open: bool


def best_of(game: Game, seed: int, most: int) -> Best:
    """Look through the positions of a deal, at most so many. Raises SpecError if the rules fail in one of them."""
    positions, enough = _Positions(game), 1.0 if game.program.returns is None else None
    waiting, seen, found = [game.initial_state(seed=seed, record=False)], dict[bytes, int](), None
    while waiting:
        state = waiting.pop()
        if state.error is not None:
            raise SpecError(Report([state.error]))
        if state.is_terminal:
            found = state.returns[0] if found is None else max(found, state.returns[0])
            if found == enough:
                break
            continue
        key = positions.key(state)
        before = seen.get(key)
        if before is not None and before <= state.decisions:
            continue
        if before is None and len(seen) >= most:
            return Best(found, len(seen), True)
        seen[key] = state.decisions
        for number in reversed(range(len(state.legal_moves))):
            child = state.clone()
            child.apply(number)
            waiting.append(child)
    return Best(found, len(seen), False)


class _Positions:
    """Gives each position a short key, the same for equal positions."""

    def __init__(self, game: Game) -> None:
        layout = game.layout
        self._piles = [layout.zones[zone].address for zone in sorted(buried(game.program))]
        self._know, self._queue = layout.know_at, layout.queue_at if layout.queue_size else None
        self._locals = range(layout.locals_at, layout.locals_at + layout.locals_size)
        self._unread: dict[int, tuple[int, ...] | None] = {}

    def key(self, state: State) -> bytes:
        """The key of a position."""
        machine = state.machine
        cells = list(machine.state)
        cells[DECISIONS] = 0
        for at in self._piles:
            self._sort(cells, at)
        at_block = cells[PC]
        if at_block not in self._unread:
            self._unread[at_block] = self._unread_at(state, cells)
        unread = self._unread[at_block]
        if unread is None or (self._queue is not None and cells[self._queue]):
            return _short(b"canonical", array("q", canonical(machine.code, cells)))
        for at in unread:
            cells[at] = 0
        return _short(b"cells", array("q", cells))

    def _sort(self, cells: list[int], at: int) -> None:
        """Put the cards below the top card in the order of their numbers, unless some have no certain place."""
        below = cells[at + 2 : at + 1 + cells[at]]
        if not any(cells[self._know + card] & (BAG | PIN) for card in cells[at + 1 : at + 1 + cells[at]]):
            cells[at + 2 : at + 1 + cells[at]] = sorted(below)

    def _unread_at(self, state: State, cells: list[int]) -> tuple[int, ...] | None:
        """The cells of locals that nothing reads from here on; None where equal positions may have other cells yet."""
        code = state.machine.code
        block = code.program.blocks[cells[PC]]
        if code.twins or not all(isinstance(slot, Slot) for slot in block.live):
            return None
        live = {at for at, _ in live_cells(code, cells, texts=False)}
        return tuple(at for at in self._locals if at not in live)


def _short(kind: bytes, numbers: array[int]) -> bytes:
    return blake2b(numbers.tobytes(), digest_size=16, person=kind).digest()
