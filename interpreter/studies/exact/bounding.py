"""Between what good play is worth in a game for one player that is too large to be solved, from a number of deals.

What a bot gets that does not see what is hidden, somebody can get: that is the lower bound. The upper one is the best
that can be done with each deal if all its cards are known (`remembered`): who sees less cannot do better. Patiences
have been studied so, as "thoughtful" ones (X. Yan, P. Diaconis, P. Rusmevichientong and B. Van Roy, "Solitaire: man
versus machine", NIPS 2004; R. Bjarnason, A. Fern and P. Tadepalli, "Lower bounding Klondike solitaire with Monte-Carlo
planning", ICAPS 2009). A deal with too many positions is open: it counts as the best that was found there, and as the
best that a deal can give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ...diagnostics.record import dataclass
from ...play.game.game import Game
from ...play.players.playout import play_out
from ...play.players.seats import make_players
from ..intervals import LEVEL, Estimate, corrected, mean, rate
from .remembered import Best, best_of


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
            "bots": {kind: _json(one) for kind, one in bots.items()},
            "all_known": {"at_least": _json(least), "at_most": _json(most)},
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
        if self.ceiling is not None:
            return rate(sum(got), len(got), level)
        return mean(Counter(got), level)


def _json(found: Estimate | None) -> dict[str, Any] | None:
    return None if found is None else found.to_json()


def look_through(game: Game, kinds: Sequence[str], *, seeds: range, most: int) -> Iterator[Deal]:
    """Let bots play each of these deals of a game for one player, and look for the best that can be done with it."""
    for seed in seeds:
        bots = tuple(play_out(game, make_players((kind,), seed), seed=seed).returns[0] for kind in kinds)
        yield Deal(range(seed, seed + 1), best_of(game, seed, most), bots)
