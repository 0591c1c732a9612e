"""What inlining leaves: the one procedure that can stop, and the effects of the triggers that may wait."""

from __future__ import annotations

from ...diagnostics.record import dataclass
from ...language.ir import nodes as ir


@dataclass(frozen=True, slots=True)
class TriggerBody:
    """The effect of one trigger; its arguments are bound to the parameters."""

    parameters: tuple[ir.Local, ...]
    body: tuple[ir.Stmt, ...]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """The game in one piece, with no call left that can stop.

    `triggers` holds the effect of each trigger once, by number. Wherever `main` says `RunTriggers`, `cut` writes a
    loop over the waiting triggers, with a copy of these effects under names of its own.
    """

    main: tuple[ir.Stmt, ...]
    triggers: tuple[TriggerBody, ...]
