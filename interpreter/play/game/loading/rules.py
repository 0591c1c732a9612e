"""The rules of a game, for every number of players and all options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from ....diagnostics.diagnostic import Diagnostic, Report
from ....diagnostics.record import dataclass
from ....language.ir.game import TableValue, TypedGame
from ....language.ir.nodes import Expr, Local
from ....language.spec.nodes import Spec
from ....source.text.disk import Answers
from ....source.text.disk_cache import cache_value, cached_value

if TYPE_CHECKING:
    from ....language.typing.entry_points import Typed
    from ....source.merge.assembly import Assembled
    from .front_end import FrontEndResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Playable:
    """All of the rules that is needed to play by them; it can be kept between runs.

    `game` is what programs are built from, `table` what is shown beside the cards, `value` how good a position looks
    for a player, if the spec says so. `variants` are the names of those in force, in the order in which they were
    applied. The first of `digests` identifies the rules; the others do so in files of version 1 of the
    language.
    """

    spec: Spec
    game: TypedGame
    table: tuple[TableValue, ...]
    value: tuple[Local, Expr] | None
    variants: tuple[str, ...]
    digests: tuple[str, ...]


@dataclass(slots=True)
class Rules:
    """A spec without errors: merged, read, and checked (typed).

    `assembled` and `checked` are more than it takes to play. Where the rules were kept, they are loaded in full for
    that; this raises SpecError if the files have got mistakes in the meantime.
    """

    playable: Playable
    _load: Callable[[], FrontEndResult]
    _loaded: FrontEndResult | None = field(default=None)

    @property
    def spec(self) -> Spec:
        """The records of the spec."""
        return self.playable.spec

    @property
    def game(self) -> TypedGame:
        """What programs are built from."""
        return self.playable.game

    @property
    def digest(self) -> str:
        """What identifies the rules."""
        return self.playable.digests[0]

    @property
    def assembled(self) -> Assembled:
        """The merged tree, and what it was merged from."""
        return self._in_full().assembled

    @property
    def checked(self) -> Typed:
        """The game with a scope for expressions that come later."""
        return self._in_full().checked

    def _in_full(self) -> FrontEndResult:
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded


# Rules that were loaded in full are kept on disk, so that the next command need not do so again: `run` of a small game
# takes 0.15 s of processor time instead of 0.19, of a large one 0.25 instead of 0.35.
#
# What is kept counts only while all that was read is the same (`source/text/disk_cache.py`). Nothing is told less
# often than without it: warnings are told again, and what has errors is never kept.

RULES = "rules"
"""The ending of a file of kept rules."""

NEVER_CACHED = ("W773", "W413")
"""Warnings that depend on what was loaded before, or on the speed of the machine."""

Named = tuple[str, Sequence[str], Sequence[str]]
"""How a game is named: its name, variants, and folders with more games."""


@dataclass(frozen=True, slots=True)
class CachedRules:
    """Rules, and what was told when they were loaded."""

    playable: Playable
    warnings: tuple[Diagnostic, ...]


def cached_rules(named: Named, report: Report) -> Playable | None:
    """The rules of a game if they are kept and nothing has changed since; their warnings go to the report."""
    found = cached_value(RULES, _words(named), hold=True)
    if not isinstance(found, CachedRules):
        return None
    report.diagnostics += found.warnings
    return found.playable


def cache_rules(named: Named, playable: Playable, warnings: Sequence[Diagnostic], answers: Answers) -> None:
    """Keep rules without errors for the next time."""
    if is_cacheable(warnings):
        cache_value(RULES, _words(named), CachedRules(playable, tuple(warnings)), answers)


def is_cacheable(found: Sequence[Diagnostic]) -> bool:
    """Whether what was told is no error, and would be the same the next time."""
    return not any(one.severity == "error" or one.code in NEVER_CACHED for one in found)


def _words(named: Named) -> list[str]:
    name, variants, paths = named
    return [name, str(len(variants)), *variants, *paths]
