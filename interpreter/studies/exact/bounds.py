"""Between what good play is worth in a game for one player that is too large to be solved, from a number of deals.

What a bot gets that does not see what is hidden, somebody can get: that is the lower bound. The upper one is the best
that can be done with each deal if all its cards are known (`Best`): who sees less cannot do better. Patiences
have been studied so, as "thoughtful" ones (X. Yan, P. Diaconis, P. Rusmevichientong and B. Van Roy, "Solitaire: man
versus machine", NIPS 2004; R. Bjarnason, A. Fern and P. Tadepalli, "Lower bounding Klondike solitaire with Monte-Carlo
planning", ICAPS 2009). A deal with too many positions is open: it counts as the best that was found there, and as the
best that a deal can give.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...engines.cells import BAG, PIN
from ...engines.invariants import canonical, live_cells
from ...engines.program.layout import DECISIONS, PC
from ...engines.program.nodes import Slot
from ...engines.program.state_abstraction import top_only_zones
from ...play.game.game import Game, State
from ...play.players.playout import play_out
from ...play.players.registry import make_players
from ..statistics.intervals import LEVEL, Estimate, corrected, json_of, mean, rate


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, by its seed: the best that can be done with it, and what each of the bots got."""

    seeds: range
    best: Best
    bots: tuple[float, ...]

    @property
    def found(self) -> float:
        """The best that is known to be possible."""
        return max(self.bots) if self.best.found is None else max(self.best.found, *self.bots)


@dataclass(frozen=True, slots=True)
class Bounded:
    """What was found in some deals, each looked through up to `most` positions; `kinds` are those of the bots."""

    game: Game
    kinds: Sequence[str]
    deals: Sequence[Deal]
    most: int

    @property
    def ceiling(self) -> float | None:
        """The best that a deal can give; None where the rules have returns of their own."""
        return 1.0 if self.game.program.returns is None else None

    def to_json(self) -> dict[str, Any]:
        """The numbers; docs/studies.md lists the keys."""
        level = corrected(len(self.kinds))
        got = zip(*(deal.bots for deal in self.deals), strict=True)
        bots = {kind: self._estimate(row, level) for kind, row in zip(self.kinds, got, strict=True)}
        least, most = self._estimate([deal.found for deal in self.deals]), self._estimate(self._at_most())
        lows = [one.low for one in bots.values() if one is not None and one.low is not None]
        return {
            "game": self.game.name,
            "players": 1,
            "deals": len(self.deals),
            "seed": self.deals[0].seeds.start,
            "most": self.most,
            "positions": sum(deal.best.positions for deal in self.deals),
            "open": sum(deal.best.open for deal in self.deals),
            "ceiling": self.ceiling,
            "bots": {kind: json_of(one) for kind, one in bots.items()},
            "all_known": {"at_least": json_of(least), "at_most": json_of(most)},
            "value": {
                "low": round(max(lows), 6) if lows else None,
                "high": None if most is None or most.high is None else round(most.high, 6),
            },
        }

    def _at_most(self) -> list[float] | None:
        """The best that each deal can give at most; None where that is not known of all of them."""
        found = [self.ceiling if deal.best.open else deal.found for deal in self.deals]
        known = [one for one in found if one is not None]
        return known if len(known) == len(found) else None

    def _estimate(self, got: Sequence[float] | None, level: float = LEVEL) -> Estimate | None:
        """The mean over the deals: Wilson's interval for victories, Student's for returns of other sizes."""
        if got is None:
            return None
        return rate(sum(got), len(got), level) if self.ceiling is not None else mean(Counter(got), level)


def bound_deals(game: Game, kinds: Sequence[str], *, seeds: range, most: int) -> Iterator[Deal]:
    """Let bots play each of these deals of a game for one player, and look for the best that can be done with it."""
    for seed in seeds:
        bots = tuple(play_out(game, make_players((kind,), seed), seed=seed).returns[0] for kind in kinds)
        yield Deal(range(seed, seed + 1), best_of(game, seed, most), bots)


# The best that can be done with a deal of a game for one player if all cards are known.
#
# Chance decides nothing any more: what it would decide after the deal follows from the seed of the deal, too. So each
# position is looked at once, and again only if it can be reached with fewer decisions. Positions are equal if the rules
# cannot tell them apart (`State.canonical`); how many decisions were made, and the order of cards that lie where no
# rule looks (buried), do not count.


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
        self._piles = [layout.zones[zone].address for zone in sorted(top_only_zones(game.program))]
        self._know, self._queue = layout.know_at, layout.queue_at if layout.queue_size else None
        self._locals = range(layout.locals_at, layout.locals_at + layout.locals_size)
        self._unread: dict[int, tuple[int, ...] | None] = {}

    def key(self, state: State) -> bytes:
        """The key of a position."""
        machine = state.machine
        cells = list(machine.state)
        cells[DECISIONS] = 0
        for at in self._piles:
            # Put the cards below the top card in the order of their numbers, unless some have no certain place
            below = cells[at + 2 : at + 1 + cells[at]]
            if not any(cells[self._know + card] & (BAG | PIN) for card in cells[at + 1 : at + 1 + cells[at]]):
                cells[at + 2 : at + 1 + cells[at]] = sorted(below)
        at_block = cells[PC]
        if at_block not in self._unread:
            self._unread[at_block] = self._unread_at(state, cells)
        unread = self._unread[at_block]
        if unread is None or (self._queue is not None and cells[self._queue]):
            return _short(b"canonical", array("q", canonical(machine.code, cells)))
        for at in unread:
            cells[at] = 0
        return _short(b"cells", array("q", cells))

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
