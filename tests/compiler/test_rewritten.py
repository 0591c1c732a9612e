"""What each rewrite rule makes of a place in a known game: the code without it (-) and with it (+), to be read.

The texts are in `rewritten.txt`: `python -m tests.compiler.test_rewritten` writes them anew. A pass over the whole
program has the blocks that it changes instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from difflib import SequenceMatcher
from functools import cache
from itertools import takewhile
from pathlib import Path
from textwrap import shorten
from unittest import mock

import pytest

from cardwright.compiler.builder import module_builder
from cardwright.compiler.builder.memory_map import Control
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.compile import compile_program
from cardwright.compiler.listing import PASSES, show_code
from cardwright.compiler.passes import rewriting as rules
from cardwright.compiler.wasm.module import Fn, Module
from cardwright.compiler.wasm.terms import Global
from cardwright.diagnostics.span import Span
from tests.compiler.decompiled import Names, text_of
from tests.compiler.test_rewriting import ENGINE, EXAMPLES, GAMES, ROOT, fits, game_of

TEXTS = Path(__file__).with_name("rewritten.txt")
LOCAL = re.compile(r"\b[xLD]\d+\b")
LONG, AROUND, TRIED = 44, 2, 4
"""Lines of a text at most, lines around a change, and places in a game that are compared."""


class Left:
    """Leaves a rule out where it is asked for this time, and notes when it has fitted."""

    def __init__(self, rule: str, time: int | None) -> None:
        self.rule, self.time, self.asked, self.fitted = rule, time, -1, list[tuple[int, Span | None]]()

    def __contains__(self, name: str) -> bool:
        self.asked += name == self.rule
        return name == self.rule and self.asked == self.time

    def __iter__(self) -> Iterator[str]:
        return iter(())


class Fits(list[rules.Fit]):
    """The list to which each rule adds what it fitted."""

    def __init__(self, left: Left) -> None:
        super().__init__()
        self.left = left

    def append(self, fit: rules.Fit) -> None:
        """Note the time at which the rule was asked."""
        super().append(fit)
        if fit[0] == self.left.rule:
            self.left.fitted.append((self.left.asked, fit[1]))


class Enough(Exception):
    """The functions are there; nothing needs to become a module."""


def compiled(name: str, left: Left) -> dict[str, list[str]]:
    """The texts of the functions of a game, before short ones become parts of others; a rule is left out once."""
    made = list[ModuleBuilder]()
    finish = ModuleBuilder.finish

    def finished(builder: ModuleBuilder) -> bytes:
        made.append(builder)
        return finish(builder)

    def enough(module: Module) -> None:
        raise Enough

    token = rules._NOW.set((left, Fits(left)))  # type: ignore[arg-type]
    with ExitStack() as stack:
        stack.callback(rules._NOW.reset, token)
        stack.enter_context(mock.patch.object(ModuleBuilder, "finish", finished))
        stack.enter_context(mock.patch.object(module_builder, "inline", enough))
        stack.enter_context(suppress(Enough))
        compile_program(game_of(name).program, "playouts")
    return texts(made[-1])


def texts(mb: ModuleBuilder) -> dict[str, list[str]]:
    """The text of each function, by its key; those that are alike in that are numbered."""
    keys: dict[int, object] = {fn.index: key for key, fn in mb._functions.items()}
    keys |= {index: export for export, _, index in mb.module.exports}
    keys |= {fn.index: name for name, fn in vars(mb).items() if isinstance(fn, Fn)}
    held = {**vars(mb), **vars(mb.keeper)}
    shared = {one.index: name.lstrip("_") for name, one in held.items() if isinstance(one, Global)}
    zones = {mb.addresses[zone.number]: str(zone.full_name) for zone in mb.layout.zones}
    firsts = {index: key[0] if isinstance(key, tuple) else key for index, key in keys.items()}
    names = {fn.index: re.sub(r"\W+", "_", str(firsts.get(fn.index, "play"))) for fn in mb.module.functions}
    known = Names(names, shared, {**addresses(mb), **zones}, zones, mb.row.fixed() or 0)
    found = dict[str, list[str]]()
    for fn in mb.module.functions:
        key, number = re.sub(r"0x[0-9a-f]+", "", str(keys.get(fn.index))), 1
        while f"{key} {number}" in found:
            number += 1
        found[f"{key} {number}"] = text_of(mb.module, fn, known)
    return found


def addresses(mb: ModuleBuilder) -> dict[int, str]:
    """What lies where: cells of the control, numbers, what is known of cards."""
    found = {at: name.lower() for name, at in vars(Control).items() if name.isupper()}
    found |= {mb.number_at(at): name for at, name in enumerate(("pc", "status", "seed", "drawn", "decisions"))}
    for name, cell in mb.layout.variables.items():
        for at in range(cell.cells):
            found[mb.number_at(cell.address + at)] = name if cell.cells == 1 else f"{name}[{at}]"
    for at in range(mb.layout.locals_size):
        found[mb.number_at(mb.layout.locals_at + at)] = f"slot{at}"
    found |= {mb.memory.state + mb.compact.places: "places", mb.memory.state + mb.compact.knowledge: "words"}
    return found


# What is shown ----------------------------------------------------------------------------


def masked(line: str) -> str:
    """A line whatever its locals and labels are called."""
    return LOCAL.sub("_", line)


def differences(without: list[str], with_it: list[str]) -> list[str]:
    """The lines that differ, with some around them. Locals are numbered as they come; those that stand for each other
    in a line around have one number.
    """
    matcher = SequenceMatcher(None, list(map(masked, without)), list(map(masked, with_it)), autojunk=False)
    groups = list(matcher.get_grouped_opcodes(AROUND))
    alike = [(without[a:b], with_it[c:d]) for group in groups for tag, a, b, c, d in group if tag == "equal"]
    words = (zip(LOCAL.findall("\n".join(old)), LOCAL.findall("\n".join(new)), strict=True) for old, new in alike)
    twins = {new: old for one in words for old, new in one}
    called, found = dict[str, str](), list[str]()

    def shown(sign: str, lines: list[str]) -> list[str]:
        def name(match: re.Match[str]) -> str:
            word = match[0] if sign != "+" else twins.get(match[0], f"+{match[0]}")
            same = [one for one in called.values() if one[0] == match[0][0]]
            return called.setdefault(word, f"{match[0][0]}{len(same)}")

        return [f"{sign} {LOCAL.sub(name, line)}".rstrip() for line in lines]

    for group in groups:
        found += ["  ⋮"] if found else []
        for tag, a, b, c, d in group:
            found += shown(" ", without[a:b]) if tag == "equal" else shown("-", without[a:b]) + shown("+", with_it[c:d])
    least = min((len(line) - len(line[2:].lstrip()) - 2 for line in found if line[2:].strip(" ⋮")), default=0)
    return [line if line.endswith("⋮") else line[:2] + line[2 + least :] for line in found]


@cache
def times(name: str, rule: str) -> tuple[dict[str, list[str]], list[tuple[int, Span | None]]]:
    """The functions of a game, and when a rule fits in it."""
    left = Left(rule, None)
    return compiled(name, left), left.fitted


def at_one_place(name: str, rule: str, time: int) -> list[str]:
    """The lines that a rule changes in a game where it is left out once."""
    before, after = compiled(name, Left(rule, time)), times(name, rule)[0]
    both = [(before[key], after[key]) for key in before if key in after]
    found = [differences(one, other) for one, other in both if list(map(masked, one)) != list(map(masked, other))]
    return max(found, key=worth, default=[])


def worth(lines: list[str]) -> tuple[bool, bool, bool, int, int]:
    """How well lines show what a rule is for: short enough, something instead of something longer."""
    signs = [line[:1] for line in lines]
    return (
        bool(lines),
        len(lines) <= LONG,
        "-" in signs and "+" in signs,
        signs.count("-") - signs.count("+"),
        -len(lines),
    )


def section(rule: str, name: str, time: int) -> str:
    """What is written of a rule."""
    if rule in PASSES:
        text = re.split(r"^(?=\w+: )", show_code(game_of(name).program), flags=re.MULTILINE)
        lines = next((one for one in text if one.startswith(f"{rule}:")), "").splitlines()[1:]
        lines = [*takewhile(lambda line: line[:1] in " +-@", lines)]
        where = name
    else:
        lines, span = at_one_place(name, rule, time), dict(times(name, rule)[1])[time]
        said = shorten(span.written, 90, placeholder=" …") if span else "the game as a whole"
        where = (
            f"{name}, {Path(span.source.name).resolve().relative_to(ROOT)}:{span.line}: {said}"
            if span
            else f"{name}: {said}"
        )
    more = [f"… and {len(lines) - LONG} lines more"] if len(lines) > LONG else []
    return "\n".join([f"=== {rule} {time}", rules.REWRITES[rule], where, "", *lines[:LONG], *more]) + "\n"


def best(rule: str) -> str:
    """The shortest of all that can be shown of a rule in known games."""
    found = list[str]()
    for name in sorted((*GAMES, *EXAMPLES), key=lambda name: fits(name)[rule] or 1 << 30):
        if rule in PASSES and fits(name)[rule]:
            found.append(section(rule, name, 0))
        elif fits(name)[rule]:
            found += [section(rule, name, time) for time, _ in times(name, rule)[1][:TRIED]]
    return max(found, key=lambda text: worth(text.splitlines()[4:]))


def sections() -> dict[str, str]:
    """The texts as they are kept, by rule."""
    kept = re.split(r"^(?==== )", TEXTS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {one.split()[1]: one.rstrip("\n") + "\n" for one in kept}


def test_each_rule_has_a_text() -> None:
    assert sorted(sections()) == sorted(rules.REWRITES)


@pytest.mark.sampled(16)
@pytest.mark.thorough
@pytest.mark.parametrize("rule", sorted(rules.REWRITES))
def test_what_becomes_of_a_place(rule: str) -> None:
    kept = sections()[rule]
    assert section(rule, re.split(r"[,:\n]", kept.splitlines()[2])[0], int(kept.split()[2])) == kept


def test_the_text_in_the_documents() -> None:
    quoted = ENGINE.partition("=== list_in_place")[2].partition("```")[0]
    assert sections()["list_in_place"] == f"=== list_in_place{quoted}"


HEAD = """\
# What each rewrite rule makes of a place in a known game: the code without it (-), and with it (+).
# `python -m tests.compiler.test_rewritten` writes this anew; how to read it is told in tests/compiler/decompiled.py.
"""

if __name__ == "__main__":
    TEXTS.write_text("\n".join([HEAD, *map(best, sorted(rules.REWRITES))]), encoding="utf-8")
