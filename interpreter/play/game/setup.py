"""A game set up for play: its program, the spec it was made from, and the engine that executes it.

`Game` makes states, and a state needs to know what it is a state of. Both depend on the record in this file, and only
`Game` knows `State`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...engines.fast.running.executor import FastExecutor
from ...engines.program.fingerprint import fingerprint
from ...engines.program.layout import Layout
from ...engines.program.nodes import Program
from ...engines.reference.executor import Executor, ReferenceExecutor
from ...engines.reference.machine import Code
from ...engines.reference.walk import prepare
from ...language.spec.nodes import Spec
from .engines import Engine, check_engine


class Setup:
    """The rules of a game for one number of players and one set of options, with the engine that plays it.

    `spec` is None for a program that was made by hand. `options` are the settled values as JSON has them: numbers,
    booleans, names of symbols. `variants` are the names of the variants in force, in the order in which they were
    applied. `digest` identifies the rules.

    `program`, `executor`, `code` and `layout` are internal: other parts of the interpreter use them, and they may
    change without notice.
    """

    def __init__(
        self,
        program: Program,
        *,
        spec: Spec | None = None,
        variants: tuple[str, ...] = (),
        options: dict[str, Any] | None = None,
        digest: str = "",
        engine: Engine = "reference",
    ) -> None:
        check_engine(engine)
        self.program = program
        self.digest = digest
        self.spec = spec
        self.variants = variants
        self.options: dict[str, Any] = dict(program.options) if options is None else options
        # The code of the reference engine takes a while to prepare; the fast one rarely needs it.
        self.executor: Executor = (
            FastExecutor(program, lambda: self.code) if engine == "fast" else ReferenceExecutor(lambda: self.code)
        )

    @property
    def name(self) -> str:
        """The id of the game, such as `mille-bornes`."""
        return self.program.game

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.program.players

    @property
    def layout(self) -> Layout:
        """What each cell of a state means (internal)."""
        return self.program.layout

    @cached_property
    def fingerprint(self) -> str:
        """The name of the program, which saved positions hold: equal only for programs that are equal in all."""
        return fingerprint(self.program)

    @cached_property
    def code(self) -> Code:
        """The program, prepared for the reference executor (internal)."""
        return prepare(self.program)

    def __repr__(self) -> str:
        return f"<game {self.name} for {self.players}>"
