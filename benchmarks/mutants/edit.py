"""A mistake: a change of a few characters, where one would look for it, and what a help about it should name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from .page import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The text from `start` to `end` is replaced by `new`.

    `lines` are those of the new text at which the mistake is. `exact` says that it begins at a column, that of `start`.
    `hopes` are texts one of which a right help names; if there is none, nothing is expected of a help. `about` are
    names that a message elsewhere may mention, which shows that it is about this.
    """

    start: int
    end: int
    new: str
    lines: frozenset[int]
    exact: bool = False
    hopes: tuple[str, ...] = ()
    about: tuple[str, ...] = ()

    def applied(self, text: str) -> str:
        """The text with the mistake."""
        return text[: self.start] + self.new + text[self.end :]


Kind = Callable[[Page, Random], Iterator[Edit]]
"""All mistakes of one kind that can be made in a file."""


def at_word(
    page: Page,
    start: int,
    end: int,
    new: str,
    *,
    hopes: tuple[str, ...] = (),
    about: tuple[str, ...] = (),
    exact: bool = False,
) -> Edit:
    """A mistake within a line, or within what spans a few of them."""
    first, last = page.line(start), page.line(max(start, end - 1))
    last = first + min(last - first, new.count("\n"))
    return Edit(
        start=start, end=end, new=new, lines=frozenset(range(first, last + 1)), exact=exact, hopes=hopes, about=about
    )


def of_lines(
    page: Page, first: int, last: int, new: list[str], *, about: tuple[str, ...] = (), also: tuple[int, ...] = ()
) -> Edit:
    """The lines from `first` to `last` (from 1, both included) are replaced by others.

    The mistake is at any of the new ones; where there are none, at the line before or behind, or the one around them.
    """
    start = page.starts[first - 1]
    end = page.starts[last] if last < len(page.starts) else len(page.text)
    text = "".join(f"{line}\n" for line in new)
    near = range(first, first + len(new)) if new else (first - 1, first)
    return Edit(start=start, end=end, new=text, lines=frozenset((*near, *also)), about=about)
