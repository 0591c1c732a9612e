"""What it costs to do without an action, a choice or a kind of card: a bot against itself, which never makes use of it.

Both sit at one table, in turn on the seats; each deal is played twice, the second time with the seats changed, so that
the luck of deal and seat falls out. Who does without is settled beforehand, so a difference is what it costs, for this
bot: no mere association. Student's t on the pairs, corrected for the number of things that are forbidden.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from typing import Any

from ..diagnostics.record import dataclass
from .comparing import shares_of_bots
from .intervals import corrected, mean, within
from .watching import Seen


@dataclass(slots=True)
class Without:
    """By how much of a victory those who did without something were ahead, pair by pair, for each thing."""

    pairs: dict[str, Counter[float]] = field(default_factory=dict)

    def add(self, banned: str, kinds: tuple[str, str], first: Seen, second: Seen) -> None:
        """Take a pair of games on a deal into account; `kinds` are the bot as it is, and the one that does without."""
        ahead = [shares_of_bots(seen, kinds[1]) - shares_of_bots(seen, kinds[0]) for seen in (first, second)]
        self.pairs.setdefault(banned, Counter())[round(sum(ahead) / 2, 9)] += 1

    def rows(self) -> list[dict[str, Any]]:
        """A row for each thing, as objects of JSON."""
        level, rows = corrected(len(self.pairs)), []
        for name, counts in self.pairs.items():
            found = mean(counts, level)
            assert found is not None
            kept = within(found, -1, 1)
            rows.append({"name": name, "pairs": counts.total(), "difference": kept.to_json(), "settled": kept.settled})
        return rows
