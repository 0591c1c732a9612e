"""A game set up for play: its program, the spec it was made from, and the engine that executes it.

`Game` makes states, and a state needs to know what it is a state of. Both depend on the record in this file, and only
`Game` knows `State`.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Self, TypeVar, assert_never

from ...diagnostics.text import nearest, shown_in
from ...engines.engine import Executor
from ...engines.program.derived_values import DerivedValues
from ...engines.program.fingerprint import fingerprint, positions_fingerprint
from ...engines.program.layout import Layout
from ...engines.program.nodes import Program
from ...engines.reference.executor import ReferenceExecutor
from ...engines.reference.position import ReferenceCode
from ...language.ir import nodes as ir
from ...language.spec.nodes import Spec
from .arguments import one_of, text
from .engines import Engine, check_engine
from .texts import Wordings

Made = TypeVar("Made", bound="Setup")


class Setup:
    """The rules of a game for one number of players and one set of options, with the engine that plays it.

    `spec` is None for a program that was made by hand. `options` are the settled values as JSON has them: numbers,
    booleans, names of symbols; they can only be read. `variants` are the names of the variants in force, in the order
    in which they were applied. `digest` identifies the rules, `digests` also
    those that they had in version 1 of the language.

    A game never changes, so a copy is the game itself; it can be pickled, and its engine is then made again. Two games
    are equal if they have the same program: the same rules, options and players. Engines and texts do not count.

    A game that is `watched` from the beginning remembers what was true and false in it, see `prepare`.
    `program`, `executor`, `code`, `watched` and `layout` are internal: other parts of the interpreter use them, and
    they may change without notice.
    """

    def __init__(
        self,
        program: Program,
        *,
        spec: Spec | None = None,
        variants: tuple[str, ...] = (),
        options: Mapping[str, Any] | None = None,
        digest: str = "",
        older_digests: tuple[str, ...] = (),
        engine: Engine = "reference",
        exhibit: DerivedValues | Callable[[], DerivedValues] | None = None,
    ) -> None:
        check_engine(engine)
        self._exhibit = exhibit
        self._words: dict[str, Wordings] = {}
        self.program = program
        self.watched = False
        self.engine: Engine = engine
        self.digest = digest
        self.older_digests = older_digests
        self.digests = (digest, *older_digests)
        self.spec = spec
        self.variants = variants
        self.options: Mapping[str, Any] = MappingProxyType(dict(program.options if options is None else options))
        # The code of the reference engine takes a while to prepare; the fast one rarely needs it.
        self.executor = _executor(engine, program, lambda: self.code, lambda: self.exhibit)

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
        """The name of the program: equal only for programs that are equal in all."""
        return fingerprint(self.program)

    @cached_property
    def positions_fingerprint(self) -> str:
        """The name that saved positions hold: equal for programs that differ only in what their texts name."""
        return positions_fingerprint(self.program)

    @cached_property
    def code(self) -> ReferenceCode:
        """The program, prepared for the reference executor (internal)."""
        return ReferenceCode(self.program, watched=self.watched)

    def words(self, language: str) -> Wordings:
        """The words of the game in a language; the same each time, since they remember what they have told (internal).

        Raises ValueError for a language that neither the game nor Cardwright has, and TypeError for what is no text.
        """
        known = shown_in(self.spec.title if self.spec else {})
        if nearest(text("language", language), known) is None:
            one_of("language", language, known)
        return self._words.setdefault(language, Wordings(self.spec, language))

    @cached_property
    def exhibit(self) -> DerivedValues:
        """What is shown on the table beside the cards (internal); it is made when somebody first looks."""
        made = self._exhibit() if callable(self._exhibit) else self._exhibit
        return DerivedValues({}, {}) if made is None else made

    @cached_property
    def exhibit_code(self) -> ReferenceCode:
        """A code that knows the functions which the table shows, too (internal)."""
        return code_with(self.program, {**self.program.functions, **self.exhibit.functions})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return self is other or self.fingerprint == other.fingerprint

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @cached_property
    def _packed(self) -> bytes:
        """What the game is made of, pickled: made once, however many states are pickled."""
        kept = {
            name: getattr(self, name) for name in ("spec", "variants", "digest", "older_digests", "engine", "exhibit")
        }
        return pickle.dumps((self.program, {**kept, "options": dict(self.options)}))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpacked, (type(self), self._packed)

    def __repr__(self) -> str:
        return f"<game {self.name} for {self.players}>"


def code_with(program: Program, functions: dict[str, ir.Function]) -> ReferenceCode:
    """A program with other functions, to compute values in its positions."""
    return ReferenceCode(replace(program, functions=functions))


def _executor(
    engine: Engine, program: Program, code: Callable[[], ReferenceCode], exhibit: Callable[[], DerivedValues]
) -> Executor:
    match engine:
        case "reference":
            return ReferenceExecutor(code, exhibit)
        case "fast":
            from ...compiler.runtime.executor import FastExecutor

            return FastExecutor(program, code, exhibit)
        case _:
            assert_never(engine)


@lru_cache(maxsize=8)
def _unpacked(made: type[Made], packed: bytes) -> Made:
    """A game from a pickle.

    A worker that gets many states of a game, each in a pickle of its own, makes the game once, and compiles it once.
    """
    program, kept = pickle.loads(packed)
    return made(program, **kept)
