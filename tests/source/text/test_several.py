"""Several mistakes in the YAML of one file: each is told at its line, as if it were the only one."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cardwright.diagnostics.diagnostic import Report
from cardwright.diagnostics.span import Source
from cardwright.source.text.composer import compose

LINES = (Path(__file__).parents[2] / "commands/mistakes/harbour.yaml").read_text(encoding="utf-8").splitlines()

BREAKAGES: dict[str, Callable[[str], str]] = {
    "no colon": lambda line: re.sub(r"^( *\w+): ", r"\1 ", line),
    "bracket not closed": lambda line: re.sub(r"[\]}]$", "", line),
    "bracket not opened": lambda line: line.replace("{", "", 1),
    "quote not closed": lambda line: re.sub(r'^([^"]*"[^"]*)"([^"]*)$', r"\1\2", line),
    "reserved sign": lambda line: re.sub(r"^( *\w+: )(\w)", r"\1@\2", line),
    "colon in a text": lambda line: re.sub(r'^( *\w+: )"?([\w ]+)"?$', r"\1\2: more", line),
    "tab": lambda line: re.sub(r"^  ", "\t", line),
}
"""How a line is broken; one that stays as it is was not."""


def told(changed: dict[int, str]) -> list[int]:
    """The lines at which errors are reported when some lines are changed."""
    report = Report()
    compose(Source("a.yaml", "\n".join(changed.get(n, line) for n, line in enumerate(LINES))), report, mapping=True)
    return [one.span.line for one in report.diagnostics if one.severity == "error" and one.span]


def entry(number: int) -> int:
    """The first line of the entry of a section in which a line lies."""
    return next(n for n in range(number, -1, -1) if re.match(r" {0,2}\w", LINES[n]))


def broken() -> Sequence[tuple[str, int, str]]:
    """Each breakage of each line."""
    every = ((name, n, how(line)) for name, how in BREAKAGES.items() for n, line in enumerate(LINES))
    return [(name, n, line) for name, n, line in every if line != LINES[n]]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", range(30))
def test_two_mistakes(seed: int) -> None:
    luck, every = random.Random(seed), broken()
    for _ in range(10):
        (one, at, line), (other, there, second) = luck.sample(every, 2)
        first, last = sorted((at, there))
        beside = "tab" in (one, other) and entry(last - 1) == entry(first)  # its line seems to belong to the one above
        if entry(at) == entry(there) or beside or one == other == "tab":  # tabs are told once
            continue
        alone = {*told({at: line}), *told({there: second})}
        assert {*told({at: line, there: second})} == alone, f"{one} in line {at + 1}, {other} in line {there + 1}"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\x85", "\u2028", "\n\x0c", "\n\x0b"], ids=ascii)
def test_the_rest_has_the_same_lines(end: str) -> None:
    """Whatever ends a line, what is told of the rest of a file lies where it stands in the file."""
    luck, every = random.Random(5), broken()
    for _ in range(20):
        changed = {at: line for _, at, line in luck.sample(every, 2)}
        source = Source("a.yaml", end.join(changed.get(n, line) for n, line in enumerate(LINES)))
        compose(source, report := Report(), mapping=True)
        places = [one.span for one in report.diagnostics if one.span]
        places += [label.span for one in report.diagnostics for label in one.others]
        assert places and all(place.source.line_starts == source.line_starts for place in places)


@pytest.mark.parametrize(
    "text", ["a} #\n{", "é #\nb: }}''\\n", "\\n*x #\n,\t", '(&x !t  #- @<<: "|\n: ', "a} #\n{\n" * 300]
)
def test_reading_on_comes_to_an_end(text: str) -> None:
    """Also where nothing can be left out: what is wrong is what was told just before, and lies in no entry."""
    report = Report()
    compose(Source("a.yaml", text), report)
    assert 0 < report.errors <= 10
