"""Types a spec and renders what is reported; changes a spec as careless authors do."""

from __future__ import annotations

import random
import re

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.render import render
from cardwright.diagnostics.span import Source
from cardwright.language.spec.read import read_spec
from cardwright.language.typing.check import type_spec
from cardwright.language.typing.entry_points import Typed
from cardwright.source.shape.validation import check_spec
from cardwright.source.text.composer import compose


def typed(name: str, text: str) -> tuple[Typed | None, Report]:
    """A spec from its text, through all stages up to this one."""
    report = Report()
    tree = compose(Source(name, text), report, mapping=True)
    if tree is not None:
        tree = check_spec(tree, report)
    if tree is None or report.errors:
        return None, report
    spec = read_spec(tree, report)
    return (None if spec is None else type_spec(spec, report)), report


def reported(name: str, text: str) -> str:
    """What is reported about a spec, as its author reads it."""
    return render(typed(name, text)[1])


WORD = re.compile(r"[a-z_][a-z0-9_]*|[0-9]+|==|!=|<=|>=|[-+*.<>]")
OTHERS = (
    "none",
    "me",
    "it",
    "true",
    "0",
    "players",
    "teams",
    "turn.player",
    "[]",
    "-1",
    "first([])",
    "count(players)",
    "p",
    "x",
    "round.complete",
    "[1, 2]",
    "1..3",
    "nobody",
    "9223372036854775807",
)


def careless(text: str, luck: random.Random) -> str:
    """The same spec with one to three words changed: replaced by another, left out, written twice, exchanged."""
    words = [m for m in WORD.finditer(text) if "#" not in text[text.rfind("\n", 0, m.start()) + 1 : m.start()]]
    for _ in range(luck.randint(1, 3)):
        found = luck.choice(words)
        other = luck.choice(words)
        new = {
            0: other.group(),
            1: luck.choice(OTHERS),
            2: "",
            3: f"{found.group()} {found.group()}",
            4: found.group() + "s",
            5: f"({found.group()} else {other.group()})",
            6: f"count({found.group()})",
        }[luck.randrange(7)]
        text = text[: found.start()] + new + text[found.end() :]
        words = [m for m in WORD.finditer(text)]
    return text
