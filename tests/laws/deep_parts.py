"""Games whose parts use parts, deep or often, in one way each: the attack of `tests/laws/test_part_laws.py`.

`DEEP_PARTS` maps a way to a function that makes the files of a game with `n` of it.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.laws.deep_specs import spec

Files = dict[str, str]


def _game(uses: str, read: str = "v") -> str:
    return spec(go=f'do: "v = ({read}) mod 5"') + f"uses: {{{uses}}}\n"


def _part(name: str, rest: str) -> str:
    return f"part: {name}\ntitle: {name}\n{rest}\n"


def chain(n: int) -> Files:
    """Part 1 uses part 2, which uses part 3, and so on."""
    files = {f"c{i}.yaml": _part(f"c{i}", f"uses: {{next: c{i + 1}}}\nfunctions: {{f{i}: 1}}") for i in range(1, n)}
    files[f"c{n}.yaml"] = _part(f"c{n}", f"functions: {{f{n}: 1}}")
    return {"deep.yaml": _game("first: c1", f"f{n}"), **files}


def fan(n: int) -> Files:
    """Each part uses the next one twice, under two names."""
    twice = "uses: {{one: {{part: c{0}, as: a}}, two: {{part: c{0}, as: b}}}}"
    files = {f"c{i}.yaml": _part(f"c{i}", twice.format(i + 1)) for i in range(1, n)}
    files[f"c{n}.yaml"] = _part(f"c{n}", "functions: {f: 1}")
    return {"deep.yaml": _game("first: c1", "a_" * (n - 1) + "f"), **files}


def diamond(n: int) -> Files:
    """Each part uses the next one twice, under one name."""
    files = {f"c{i}.yaml": _part(f"c{i}", f"uses: {{one: c{i + 1}, two: c{i + 1}}}") for i in range(1, n)}
    files[f"c{n}.yaml"] = _part(f"c{n}", "functions: {f: 1}")
    return {"deep.yaml": _game("first: c1", "f"), **files}


def beside(n: int) -> Files:
    """A game uses one part many times."""
    uses = ", ".join(f"u{i}: {{part: one, as: u{i}}}" for i in range(n))
    return {"deep.yaml": _game(uses, f"u{n - 1}_f"), "one.yaml": _part("one", "functions: {f: 1}")}


def doubling(n: int) -> Files:
    """Each part tells the next one its own argument twice."""
    head = "parameters: {x: {is: expression}}"
    files = {f"c{i}.yaml": _part(f"c{i}", f"{head}\nuses: {{next: {{part: c{i + 1}, x: x + x}}}}") for i in range(1, n)}
    files[f"c{n}.yaml"] = _part(f"c{n}", f"{head}\nfunctions: {{f: x + 1}}")
    return {"deep.yaml": _game("first: {part: c1, x: v}", "f"), **files}


def listing(n: int) -> Files:
    """A long list stands in many places of a part."""
    names = [f"p{i}" for i in range(n)]
    given = f"x: {{part: one, some: [{', '.join(names)}]}}"
    phases = "".join(f"  q{i}: {{steps: [some]}}\n" for i in range(n))
    phases += "".join(f"  {name}: {{do: v = 1}}\n" for name in names)
    head = "parameters: {some: {is: phases}}\nfunctions: {f: 1}\n"
    return {"deep.yaml": _game(given, "f"), "one.yaml": _part("one", f"{head}phases:\n{phases}")}


def changing(n: int) -> Files:
    """A game changes many things of a part."""
    functions = "".join(f"  f{i}: 1\n" for i in range(n))
    changes = "".join(f"  functions.f{i}: 2\n" for i in range(n))
    game = f"{_game('first: one', 'f0')}override:\n{changes}"
    return {"deep.yaml": game, "one.yaml": _part("one", f"functions:\n{functions}")}


DEEP_PARTS: dict[str, Callable[[int], Files]] = {
    "chain": chain,
    "fan": fan,
    "diamond": diamond,
    "beside": beside,
    "changing": changing,
    "doubling": doubling,
    "listing": listing,
}

REFUSED: dict[str, tuple[int, str]] = {
    "chain": (101, "E430"),
    "fan": (7, "E430"),
    "diamond": (7, "E430"),
    "beside": (101, "E430"),
    "changing": (1001, "E432"),
    "doubling": (18, "E431"),
    "listing": (1000, "E431"),
}
"""A size that is refused, and the code. Of ways that are counted one less is allowed."""

COUNTED = ("chain", "fan", "diamond", "beside")
