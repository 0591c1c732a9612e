"""The rules of a game, for every number of players and all options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from ...diagnostics.record import dataclass
from ...language.ir.game import Game
from ...language.ir.nodes import Expr, Local
from ...language.ir.table import Sight
from ...language.spec.nodes import Spec

if TYPE_CHECKING:
    from ...language.merge.assemble import Assembled
    from ...language.typing.entering import Typed
    from .in_full import InFull


@dataclass(frozen=True, slots=True, kw_only=True)
class Playable:
    """All of the rules that is needed to play by them; it can be kept between runs.

    `game` is what programs are built from, `table` what is shown beside the cards, `value` how good a position looks
    for a player, if the spec says so. `variants` are the names of those in force, in the order in which they were
    applied. `digest` identifies the rules.
    """

    spec: Spec
    game: Game
    table: tuple[Sight, ...]
    value: tuple[Local, Expr] | None
    variants: tuple[str, ...]
    digest: str


@dataclass(slots=True)
class Rules:
    """A spec without errors: merged, read, and checked (typed).

    `assembled` and `checked` are more than it takes to play. Where the rules were kept, they are loaded in full for
    that; this raises SpecError if the files have got mistakes in the meantime.
    """

    playable: Playable
    _load: Callable[[], InFull]
    _loaded: InFull | None = field(default=None)

    @property
    def spec(self) -> Spec:
        """The records of the spec."""
        return self.playable.spec

    @property
    def game(self) -> Game:
        """What programs are built from."""
        return self.playable.game

    @property
    def digest(self) -> str:
        """What identifies the rules."""
        return self.playable.digest

    @property
    def assembled(self) -> Assembled:
        """The merged tree, and what it was merged from."""
        return self._in_full().assembled

    @property
    def checked(self) -> Typed:
        """The game with a scope for expressions that come later."""
        return self._in_full().checked

    def _in_full(self) -> InFull:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded
