"""How deeply rules may be nested, counted along what they call: later stages recurse as deep, and must be able to.

A level is an expression inside another one, a block of lines, an `elif`, a `let` of a function, a loop of a
comprehension, something that an action chooses, and the way into whatever is called or run. So a chain of functions
that call each other counts as if each were written out where it is called. Typing recurses in the same way, hence
`enter` wherever it goes one level down; `checks/nesting.py` counts once more over the finished rules, in whatever
order they were typed.
"""

from __future__ import annotations

from collections.abc import Iterable

from ....diagnostics.diagnostic import Report
from ....diagnostics.span import Span

DEEPEST = 150
"""How many levels of rules may be nested. The stages take up to five Python calls for each, of a thousand in all."""

EVENT = 3
"""The levels of what a named effect, an action, a card or a trigger does, with what may happen instead."""

PHASE = 3
"""The levels of a phase: its own scope, the one of `end phase`, and the steps."""

_SHOWN = 3
"""How many names of a chain are shown at each end."""


class TooDeep(Exception):
    """Raised while rules are typed that are nested too deeply: where, and through which functions and effects."""

    def __init__(self, span: Span, path: str, chain: tuple[str, ...]) -> None:
        super().__init__("rules are nested too deeply")
        self.span, self.path, self.chain = span, path, chain


def report_depth(report: Report, span: Span, path: str, chain: Iterable[str]) -> None:
    """Report rules that are nested too deeply (E324); `chain` are the keys of what calls what, from the outside in."""
    names = list(dict.fromkeys(map(shown, chain)))
    left_out = len(names) - 2 * _SHOWN
    notes: tuple[str, ...] = ()
    if left_out > 1:
        names = [*names[:_SHOWN], f"… {left_out} more …", *names[-_SHOWN:]]
    if len(names) > 1:
        notes = (f"the longest chain of calls: {' -> '.join(names)}",)
    report.add(
        "E324",
        f"this is nested more than {DEEPEST} levels deep, counting what it calls",
        span,
        label="too deep",
        notes=notes,
        helps=(
            "use a loop or a comprehension instead of functions or effects that call one another in a row",
            "break long conditions and long rows of `elif` up: `any(… for x in …)`, an attribute of the cards",
        ),
        path=path,
    )


def shown(key: str) -> str:
    """What an author calls a function or an effect of the IR: `worth:k` and `worth.2` are `worth`, `pay@1` is `pay`."""
    name = key.split("@")[0].split(":")[0].split(" ")[-1]
    return name.split(".")[-1] if key.startswith("card ") else name.split(".")[0]
