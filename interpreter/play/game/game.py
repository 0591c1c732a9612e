"""A game that is loaded and can be played: its rules for one number of players and one set of options."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...engines.program.fingerprint import fingerprint
from ...engines.program.layout import Layout
from ...engines.program.nodes import Program
from ...engines.reference.code import Code
from ...engines.reference.playouts import Playouts
from ...engines.reference.start import first_state
from ...engines.reference.walk import prepare
from ...language.spec.nodes import Spec
from .engines import make_executor
from .history import Beginning, History
from .playouts import POLICIES, Results, as_arrays
from .state import State


class Game:
    """A program with the spec it was made from.

    `spec` is None for a program that was made by hand. `options` are the settled values as JSON has them: numbers,
    truths, names of symbols. `variants` are the names of the variants in force; `digest` identifies the rules. `engine` says who plays, see `engines`.
    """

    def __init__(
        self,
        program: Program,
        *,
        spec: Spec | None = None,
        variants: tuple[str, ...] = (),
        options: dict[str, Any] | None = None,
        digest: str = "",
        engine: str = "reference",
    ) -> None:
        self.program = program
        self.digest = digest
        self.executor = make_executor(engine, program, lambda: self.code)
        self.spec = spec
        self.variants = variants
        self.options: dict[str, Any] = dict(program.options) if options is None else options

    @property
    def name(self) -> str:
        """The id of the game."""
        return self.program.game

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.program.players

    @property
    def layout(self) -> Layout:
        """What each cell of a state means."""
        return self.program.layout

    @cached_property
    def fingerprint(self) -> str:
        """The name of the program, which saved positions hold: equal only for programs that are equal in all."""
        return fingerprint(self.program)

    @cached_property
    def code(self) -> Code:
        """The program, ready for the reference executor."""
        return prepare(self.program)

    def initial_state(self, seed: int = 0, chance: str = "sampled", *, record: bool = True) -> State:
        """The position in which the first decision is to be made.

        `chance` is `sampled` (the seed decides) or `explicit` (chance is a player of its own). `record` keeps what
        happens, for `State.events` and traces; without it play is faster. Raises ValueError for another `chance`, or
        a seed out of range.
        """
        if chance not in ("sampled", "explicit"):
            raise ValueError(f"chance is `sampled` or `explicit`, not {chance!r}")
        if not 0 <= seed < 2**63:
            raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
        explicit = chance == "explicit"
        machine = self.executor.start(seed, explicit=explicit, record=record)
        return State(self, machine, History.begun(Beginning(seed, explicit)))

    def playouts(self, n: int, seed: int = 0, policy: str = "random") -> Results:
        """Play n whole games with a policy for all seats; game k with the seed `seed + k`.

        The policy `random` takes any legal move, each as likely, by the numbers of the game's own stream. Raises
        ValueError for another policy, or a number out of range.
        """
        if policy not in POLICIES:
            raise ValueError(f"there is no policy {policy!r}; there are: {', '.join(POLICIES)}")
        if n < 0 or not 0 <= seed < 2**63 - n:
            raise ValueError("so many games cannot be played from this seed on")
        return as_arrays(self.at_random(n, seed))

    def at_random(self, n: int, seed: int = 0) -> Playouts:
        """The same games, as plain arrays of the standard library, one game after the other."""
        return self.executor.playouts(first_state(self.code, 0), n, seed)

    def __repr__(self) -> str:
        return f"<game {self.name} for {self.players}>"
