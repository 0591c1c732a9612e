"""What each rewrite rule makes of a small game: the code without it (-) and with it (+), to be read.

A text in `rewritings/` begins with a spec, as small as it can be; then come rules that fit in it. `python -m
tests.compiler.test_rewritten` writes anew what stands behind the specs. Passes over the whole program have the blocks
that they change instead. How the code is to be read is told in `code_printer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, count, takewhile
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from unittest import mock

import pytest

from cardwright import load_game
from cardwright.compiler.builder import module_builder
from cardwright.compiler.builder.module_builder import ModuleBuilder
from cardwright.compiler.compile import compile_program
from cardwright.compiler.listing import PASSES, show_code
from cardwright.compiler.passes.rewriting import REWRITES, rewriting
from cardwright.compiler.wasm.module import Module
from cardwright.engines.program.nodes import Program
from tests.compiler.code_printer import Places, show_function
from tests.compiler.test_rewriting import ENGINE

FOLDER = Path(__file__).with_name("rewritings")
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}
AROUND, APART, MOST = 2, 3, 66
"""Lines around a change; changes with fewer lines between them are one; lines of a text at most."""

SECTION = re.compile(r"^=== (\w+): (.*)$", re.MULTILINE)
TOKEN = re.compile(r"[%$@]\d+")

Code = dict[tuple[str, str], list[str]]
"""The lines of each function, by its key and its name."""


@cache
def program_of(spec: str) -> Program:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        path.write_text(spec, encoding="utf-8")
        return load_game(path, engine="reference").program


class Enough(Exception):
    """The functions are there; nothing needs to become a module."""


def code_of(program: Program, without: str = "") -> Code:
    """The functions of whole games at random, before short ones become parts of others."""
    made = list[ModuleBuilder]()
    finish = ModuleBuilder.finish

    def finished(mb: ModuleBuilder) -> bytes:
        made.append(mb)
        return finish(mb)

    def enough(module: Module) -> None:
        raise Enough

    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(ModuleBuilder, "finish", finished))
        stack.enter_context(mock.patch.object(module_builder, "inline", enough))
        stack.enter_context(rewriting(without=[without] if without else []))
        stack.enter_context(suppress(Enough))
        compile_program(program, "playouts")
    places, found = Places(made[-1]), Code()
    for fn in made[-1].module.functions:
        key, name = (names.get(fn.index, "another") for names in (places.keys, places.functions))
        number = next(n for n in count() if (f"{key} {n}", name) not in found)
        found[f"{key} {number}", name] = show_function(places, fn)
    return found


# What differs. Locals, places to jump to and memory have no names in code, only numbers, and these change with all that
# is emitted before. So lines are compared without them; what stands at the same place of lines that are the same is the
# same thing, and what is shown gets names as it comes: `a` and `b`, `$1`, `@1`.


def differences(before: Code, after: Code) -> list[str]:
    """What differs in functions that both have, and the functions that only one has: of those with the rule the code,
    if there are few lines.
    """
    found = list[str]()
    for key in (key for key in before if key in after):
        if list(map(_masked, before[key])) != list(map(_masked, after[key])):
            found += [*_changes(before[key], after[key]), ""]
    gone, new = ([key for key in one if key not in other] for one, other in ((before, after), (after, before)))
    called = " ".join(found)
    for key in sorted(new, key=lambda key: called.find(f" {key[1]}(") % (len(called) + 1)):
        if len(found) + len(after[key]) + 5 <= MOST:
            new.remove(key)
            named = _namer()
            found += [*(f"+ {'  ' * (n > 0)}{named(line)}" for n, line in enumerate(after[key])), ""]
    for sign, some in (("- and the functions", gone), ("+ and the functions", new)):
        found += [f"{sign} {', '.join(sorted({name for _, name in some}))}"] if some else []
    return found


def _changes(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    ways = SequenceMatcher(None, list(map(_masked, old)), list(map(_masked, new)), autojunk=False).get_opcodes()
    same: dict[str, str] = {}
    for _, start, end, other, behind in (way for way in ways if way[0] == "equal"):
        for one, two in zip(old[start:end], new[other:behind], strict=True):
            for known, token in zip(TOKEN.findall(one), TOKEN.findall(two), strict=True):
                if known not in same.values():
                    same.setdefault(token, known)
    renamed = [TOKEN.sub(lambda found: same.get(found[0], f"{found[0]}000"), line) for line in new]
    named, last, joined = _namer(), 1, list(_joined(ways))
    yield f"in {named(old[0])}"
    for place, (start, end, other, behind) in enumerate(joined):
        first = max(start - AROUND, last)
        following = joined[place + 1][0] if place + 1 < len(joined) else len(old)
        last = min(end + AROUND, following)
        lines = [*(f"  {line}" for line in old[first:start]), *(f"- {line}" for line in old[start:end])]
        lines += [*(f"+ {line}" for line in renamed[other:behind]), *(f"  {line}" for line in old[end:last])]
        least = min(len(line[2:]) - len(line[2:].lstrip()) for line in lines)
        yield from ["  …"] * (place > 0 and first > joined[place - 1][1] + AROUND)
        yield from (named(line[:2] + line[2 + least :]).rstrip() for line in lines)


def _joined(ways: Sequence[tuple[str, int, int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Where lines differ, with what lies between changes that are near to each other."""
    found: tuple[int, int, int, int] | None = None
    for _, start, end, other, behind in (way for way in ways if way[0] != "equal"):
        if found is not None and start - found[1] >= APART:
            yield found
            found = None
        found = (start, end, other, behind) if found is None else (found[0], end, found[2], behind)
    if found is not None:
        yield found


def _masked(line: str) -> str:
    return TOKEN.sub(lambda found: found[0][0], line)


def _namer() -> Callable[[str], str]:
    """Gives names to locals, places and memory as they come."""
    letters = chain(ascii_lowercase, (f"{one}{n}" for n in count(2) for one in ascii_lowercase))
    kinds = {"%": letters, "$": (f"${n}" for n in count(1)), "@": (f"@{n}" for n in count(1))}
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        if found[0] not in names:
            names[found[0]] = next(kinds[found[0][0]])
        return names[found[0]]

    return lambda line: TOKEN.sub(name, line)


# The texts --------------------------------------------------------------------------------


def section(spec: str, rule: str) -> str:
    """What is written of a rule."""
    program = program_of(spec)
    if rule in PASSES:
        text = show_code(program).partition(f"{rule}: ")[2].splitlines()[1:]
        lines = list(takewhile(lambda line: line[:1] in " +-@", text))
    else:
        lines = differences(code_of(program, rule), code_of_all(spec))
    return "\n".join([f"=== {rule}: {REWRITES[rule]}", "", *lines]).rstrip() + "\n"


@cache
def code_of_all(spec: str) -> Code:
    """The code of a game with all rules."""
    return code_of(program_of(spec))


def sections(text: str) -> tuple[str, dict[str, str]]:
    """The spec of a text, and what is written of each rule."""
    spec, *found = re.split(r"^(?==== )", text, flags=re.MULTILINE)
    return spec, {one.split()[1].rstrip(":"): one.rstrip() + "\n" for one in found}


RULES = [(name, rule) for name, text in TEXTS.items() for rule in sections(text)[1]]


def test_each_rule_has_a_text() -> None:
    """A rule that is new needs one: some spec in which it fits, as small as it can be."""
    assert sorted(rule for _, rule in RULES) == sorted(REWRITES)


@pytest.mark.parametrize(("name", "rule"), RULES)
def test_what_becomes_of_a_game(name: str, rule: str) -> None:
    spec, texts = sections(TEXTS[name])
    assert section(spec, rule) == texts[rule]
    assert 4 < len(texts[rule].splitlines()) <= MOST, "nobody reads that"


def test_the_text_in_the_documents() -> None:
    """`docs/engine.md` quotes the rule of a small game."""
    assert sections(TEXTS["hurrying"])[1]["each_chosen"] in ENGINE


def written(text: str) -> str:
    """A text with the sections of its rules written anew."""
    spec, found = sections(text)
    return "\n".join([spec.rstrip() + "\n", *(section(spec, rule) for rule in found)])


if __name__ == "__main__":
    for name, text in TEXTS.items():
        (FOLDER / f"{name}.txt").write_text(written(text), encoding="utf-8")
