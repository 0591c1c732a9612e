"""What all rewrite rules share: a rule makes code faster where a game's rules have a certain shape.

    @rewrite("forward_card", "a chosen card is moved without looking up where it lies")
    def forward_card(fb, stmt): …        None where the shape does not fit

Each has a name and can be left out: then the engine does what it does for all other shapes, and games stay the same.
Whoever compiles inside `rewriting` is told where each fitted, as often as code for it is emitted: once for each copy of
a block. A module that was cached is not compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ...diagnostics.span import Span
from ...engines.program.nodes import Block
from ...language.ir.nodes import Loop

Given = ParamSpec("Given")
Found = TypeVar("Found")

REWRITES: dict[str, str] = {}
"""All rules that have been loaded, by name, each with what it does."""


Fit = tuple[str, Span | None]
"""A rule that fitted, and where: None where it is about zones and not about what an author wrote."""

_NOW: ContextVar[tuple[Collection[str], list[Fit] | None]] = ContextVar("rewriting", default=((), None))


@contextmanager
def rewriting(without: Collection[str] = ()) -> Iterator[list[Fit]]:
    """Inside, in this thread, these rules are left out, with those left out around it; the list has where others
    fitted, in the order in which code is emitted.

    Raises ValueError for a name that no rule has, which lists those there are; `compiler.compile` loads all of them.

    >>> import cardwright.compiler.compile
    >>> with rewriting(without=["forward_card"]) as fits:
    ...     left_out(), fits
    (['forward_card'], [])
    """
    if unknown := sorted({*without} - {*REWRITES}):
        raise ValueError(f"no rewrite rule is called {unknown[0]!r}; there are {', '.join(sorted(REWRITES))}")
    token = _NOW.set(({*without, *left_out()}, fits := list[Fit]()))
    try:
        yield fits
    finally:
        _NOW.reset(token)


def left_out() -> Sequence[str]:
    """The rules that are left out now: a module is another one without them."""
    return sorted(_NOW.get()[0])


def rewrite(name: str, about: str, otherwise: Any = None) -> Callable[[Callable[Given, Found]], Callable[Given, Found]]:
    """Make a function a rewrite rule. `otherwise` is what it answers where its shape does not fit, or a function that
    answers so to the same arguments.
    """
    REWRITES[name] = about

    def made(rule: Callable[Given, Found]) -> Callable[Given, Found]:
        @wraps(rule)
        def asked(*args: Given.args, **options: Given.kwargs) -> Found:
            without, fits = _NOW.get()
            if fits is None:
                return rule(*args, **options)
            no: Found = otherwise(*args, **options) if callable(otherwise) else otherwise
            before, found = len(fits), no if name in without else rule(*args, **options)
            if found is no or found == no:
                del fits[before:]  # what fitted within it is not used
            else:
                fits.append((name, next(filter(None, map(_span, args)), None)))
            return found

        return asked

    return made


def _span(given: object) -> Span | None:
    """Where a node, the end of a block, the source of a loop, or the first of several effects stands."""
    first = given[0] if isinstance(given, tuple | list) and given else given
    here = first.end if isinstance(first, Block) else first.source if isinstance(first, Loop) else first
    return found if isinstance(found := getattr(here, "span", None), Span) else None
