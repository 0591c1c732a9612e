"""What people read on the table beside the cards: values that are computed from a position and change nothing in it."""

from __future__ import annotations

from typing import Literal

from ...diagnostics.record import dataclass
from .game import Owner
from .nodes import Expr, Local

ShownTo = Literal["all", "owner"]
"""Who sees a value of the table: everybody, or its owner alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """One value of the table: one for each owner `it`, or a single one, for which `it` is None.

    `name` is its path in the spec below `table`, such as `shown.points`, `tracks.race.at`, `tracks.race.rows.stops`.
    """

    name: str
    owner: Owner
    it: Local | None
    value: Expr
    shows: ShownTo
