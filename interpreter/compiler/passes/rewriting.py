"""What all rewrite rules share: a rule makes code faster where a game's rules have a certain shape.

    @rewrite("forward_card", "a chosen card is moved without looking up where it lies")
    def forward_card(fb, stmt): …        None where the shape does not fit

Each has a name and can be left out: then the engine does what it does for all other shapes, and games stay the same.
Whoever compiles inside `rewriting` is told where each fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...engines.program.nodes import Block
from ...language.ir.nodes import Loop

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

REWRITES: dict[str, str] = {}
"""All rules that have been loaded, by name, each with what it does."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A rule that fitted, and where: None where it is about zones and not about what an author wrote."""

    rule: str
    span: Span | None


_NOW: ContextVar[tuple[Collection[str], list[Fit]] | None] = ContextVar("rewriting", default=None)


@contextmanager
def rewriting(without: Collection[str] = ()) -> Iterator[list[Fit]]:
    """Inside, these rules are left out; the list has where others fitted, in the order in which code is emitted.

    >>> with rewriting(without=["forward_card"]) as fits:
    ...     left_out(), fits
    (['forward_card'], [])
    """
    fits = list[Fit]()
    token = _NOW.set((without, fits))
    try:
        yield fits
    finally:
        _NOW.reset(token)


def left_out() -> Sequence[str]:
    """The rules that are left out now: a module is another one without them."""
    now = _NOW.get()
    return sorted(now[0]) if now else ()


def rewrite(
    name: str, about: str, otherwise: Any = None
) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Make a function a rewrite rule. `otherwise` is what it answers where its shape does not fit, or a function that
    answers so to the same arguments.
    """
    REWRITES[name] = about

    def made(rule: Callable[Given, Answer]) -> Callable[Given, Answer]:
        @wraps(rule)
        def asked(*args: Given.args, **options: Given.kwargs) -> Answer:
            now = _NOW.get()
            if now is None:
                return rule(*args, **options)
            no: Answer = otherwise(*args, **options) if callable(otherwise) else otherwise
            before = len(now[1])
            found = no if name in now[0] else rule(*args, **options)
            if found is no or found == no:
                del now[1][before:]  # what fitted within it is not used
            else:
                now[1].append(Fit(name, next(filter(None, map(_span, args)), None)))
            return found

        return asked

    return made


def _span(given: object) -> Span | None:
    """Where something stands that a rule is asked about."""
    first = given[0] if isinstance(given, tuple | list) and given else given
    here = first.end if isinstance(first, Block) else first.source if isinstance(first, Loop) else first
    found = getattr(here, "span", None)
    return found if isinstance(found, Span) else None
