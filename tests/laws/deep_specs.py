"""Specs that are deep, long or wide in one way each: the attack of `tests/laws/test_bound_laws.py`.

`DEEP` maps a way of being deep to a function that makes the spec with `n` of it. Each spec is small, valid but for its
depth, and really uses what is deep: the value is read where play begins.
"""

from __future__ import annotations

from collections.abc import Callable

Texts = dict[str, str]

FRAME = """\
spec: 1
game: deep
title: "Deep"
players: 2
{options}
{types}
{quantities}
cards:
  main:
    attributes: {{{attributes}}}
    {deck}
zones:
  pile: {{holds: main, start: listed, shows: all{capacity}}}
  hand: {{of: player, holds: main, shows: all}}
variables:
  v: {{type: integer, start: {start}}}
  {variables}
{functions}
{effects}
{reactions}
begin: play
phases:
  play: {{{phase}}}
  {phases}
actions:
  go: {{{go}}}
  {actions}
result: {{winners: "[p for p in players if v > 3]"}}
"""


def spec(**parts: str) -> str:
    """A small game of three decisions, with these parts in their places."""
    usual = {
        "options": "",
        "types": "",
        "quantities": "",
        "attributes": "n: {type: integer, default: 1}",
        "deck": "list: {a: {copies: 4}}",
        "capacity": "",
        "start": "0",
        "variables": "",
        "functions": "",
        "effects": "",
        "reactions": "",
        "phase": "turns: {}, until: round.number == 2, offer: [go]",
        "phases": "",
        "go": "do: v = 1",
        "actions": "",
    }
    return FRAME.format(**{**usual, **parts})


def _functions(lines: list[str]) -> str:
    return "functions:\n" + "\n".join(f"  {line}" for line in lines)


def block(lines: list[str]) -> str:
    """The lines of what an action does."""
    return 'do: "' + "\\n".join(lines) + '"'


def calls_down(n: int) -> str:
    """f0 calls f1, which calls f2, and so on: each is typed inside the one before."""
    return spec(functions=_functions([*(f"f{i}: f{i + 1} + 1" for i in range(n)), f"f{n}: v"]), go="do: v = f0 mod 5")


def calls_up(n: int) -> str:
    """The same the other way round: each function is known when it is called."""
    return spec(
        functions=_functions(["f0: v", *(f"f{i}: f{i - 1} + 1" for i in range(1, n + 1))]), go=f"do: v = f{n} mod 5"
    )


def calls_of_kinds(n: int) -> str:
    """Functions that are typed anew for kinds of card."""
    lines = ["f0(main c): c.n", *(f"f{i}(main c): f{i - 1}(c) + 1" for i in range(1, n + 1))]
    return spec(functions=_functions(lines), go=f"do: v = f{n}(a) mod 5")


def doubling(n: int) -> str:
    """Each function calls the one before it twice."""
    return spec(
        functions=_functions(["f0: v", *(f"f{i}: f{i - 1} + f{i - 1}" for i in range(1, n + 1))]),
        go=f"do: v = f{n} mod 5",
    )


def doubling_constant(n: int) -> str:
    """The same with a constant at the bottom, which is computed when the game is loaded."""
    lines = ["f0(integer k): k", *(f"f{i}(integer k): f{i - 1}(k) + f{i - 1}(k + 1)" for i in range(1, n + 1))]
    return spec(functions=_functions(lines), deck=f"list: {{a: {{copies: 1 + f{n}(0) * 0}}}}")


def doubling_counts(n: int) -> str:
    """Numbers of cards, of which it is known how large they get."""
    lines = ["f0: count(pile)", *(f"f{i}: f{i - 1} + f{i - 1} if v > 100 else 1" for i in range(1, n + 1))]
    return spec(functions=_functions(lines), go=f"do: v = f{n} mod 5")


def doubling_lists(n: int) -> str:
    """Lists twice as long each, which are never made."""
    lines = ["f0: [c for c in pile]", *(f"f{i}: f{i - 1} + f{i - 1}" for i in range(1, n + 1))]
    return spec(functions=_functions(lines), go=f'when: "v < 100 or count(f{n}) > 0", do: v = 1')


def parentheses(n: int) -> str:
    return spec(go=f"do: v = {'(' * n}v{' + 1)' * n} mod 5")


def minuses(n: int) -> str:
    return spec(go=f"do: v = {'- ' * n}1")


def nots(n: int) -> str:
    return spec(go=f"when: {'not ' * (n // 2 * 2)}true, do: v = 1")


def sum_of_many(n: int) -> str:
    return spec(go="do: v = (" + " + ".join(["v"] * n) + ") mod 5")


def ands(n: int) -> str:
    return spec(go="when: " + " and ".join(["v >= 0"] * n) + ", do: v = 1")


def elses(n: int) -> str:
    return spec(go="do: v = " + "".join(f"{i} if v == {i} else " for i in range(n)) + "0")


def else_none(n: int) -> str:
    return spec(go="do: v = " + "".join("max(k for k in 1..v) else " for _ in range(n)) + "0")


def joins(n: int) -> str:
    return spec(go=block(["v = count(" + " + ".join(["[v]"] * n) + ") mod 5"]))


def dots(n: int) -> str:
    return spec(go=block(["v = distance(me, me" + ".next" * n + ")"]))


def indexes(n: int) -> str:
    return spec(go=block(["v = count([1]" + "[1..1]" * n + ")"]))


def brackets(n: int) -> str:
    return spec(go=block(["v = count(" + "reverse(" * n + "[v]" + ")" * n + ")"]))


def elifs(n: int) -> str:
    lines = ["if v == 100:", "  v = 1", *(x for i in range(n) for x in (f"elif v == {101 + i}:", "  v = 2"))]
    return spec(go=block(lines))


def ifs(n: int) -> str:
    lines = [" " * i + f"if v >= {-i}:" for i in range(n)]
    return spec(go=block([*lines, " " * n + "v = 1"]))


def fors(n: int) -> str:
    lines = [" " * i + f"for x{i} in [1]:" for i in range(n)]
    return spec(go=block([*lines, " " * n + "v = 1"]))


def chooses(n: int) -> str:
    lines = [" " * i + f"choose x{i} in [1]:" for i in range(n)]
    return spec(go=block([*lines, " " * n + "v = 1"]))


def chooses_in_a_row(n: int) -> str:
    return spec(go=block([x for i in range(n) for x in (f"choose x{i} in [1]:", f"  v = x{i}")]))


def lets(n: int) -> str:
    lines = ["let x0 = v", *(f"let x{i} = x{i - 1} + v" for i in range(1, n))]
    return spec(go=block([*lines, f"v = x{n - 1} mod 5"]))


def lets_of_a_function(n: int) -> str:
    lines = ["f: |", "  let x0 = v", *(f"  let x{i} = x{i - 1} + x{i - 1} * 0" for i in range(1, n)), f"  x{n - 1}"]
    return spec(functions=_functions(lines), go="do: v = f mod 5")


def randoms(n: int) -> str:
    return spec(go=block([*(f"random x{i} in 1..2" for i in range(n)), f"v = x{n - 1}"]))


def draws(n: int) -> str:
    return spec(go=block(["draw 1 from pile to me.hand"] * n)).replace("start: listed, shows: all", "start: shuffled")


def elifs_with_chance(n: int) -> str:
    lines = ["if v == 100:", "  v = 1", *(x for i in range(n) for x in (f"elif v == {101 + i}:", "  random x in 1..2"))]
    return spec(go=block(lines))


def ifs_with_chance_in_a_row(n: int) -> str:
    return spec(go=block([x for i in range(n) for x in (f"if v == {100 + i}:", "  random x in 1..2", "  v = x")]))


def long_effect(n: int) -> str:
    return spec(go=block(["v = v mod 5 + 1"] * n))


def comprehensions(n: int) -> str:
    return spec(
        go="do: v = "
        + "".join("sum(" for _ in range(n))
        + "v"
        + "".join(f" for x{i} in 1..2)" for i in range(n))
        + " mod 5"
    )


def many_fors(n: int) -> str:
    return spec(go="do: v = count(1 " + " ".join(f"for x{i} in 1..2" for i in range(n)) + ") mod 5")


def list_literal(n: int) -> str:
    return spec(go=block(["v = count([" + ", ".join(["v"] * n) + "]) mod 5"]))


def effects_down(n: int) -> str:
    lines = [*(f"e{i}: e{i + 1}()" for i in range(n)), f"e{n}: v = 1"]
    return spec(effects="effects:\n" + "\n".join(f"  {x}" for x in lines), go="do: e0()")


def effects_up(n: int) -> str:
    lines = ["e0: v = 1", *(f"e{i}: e{i - 1}()" for i in range(1, n + 1))]
    return spec(effects="effects:\n" + "\n".join(f"  {x}" for x in lines), go=f"do: e{n}()")


def effects_that_ask(n: int) -> str:
    lines = [
        "e0(player p): |\n    choose x in [1, 2] by p:\n      v = x",
        *(f"e{i}(player p): e{i - 1}(p)" for i in range(1, n + 1)),
    ]
    return spec(effects="effects:\n" + "\n".join(f"  {x}" for x in lines), go=f"do: e{n}(me)")


def effects_doubling(n: int) -> str:
    lines = ["e0: v = 1", *(f"e{i}: |\n    e{i - 1}()\n    e{i - 1}()" for i in range(1, n + 1))]
    return spec(effects="effects:\n" + "\n".join(f"  {x}" for x in lines), go=f"do: e{n}()")


def effects_doubling_asking(n: int) -> str:
    lines = [
        "e0(player p): |\n    choose x in [1, 2] by p:\n      v = x",
        *(f"e{i}(player p): |\n    e{i - 1}(p)\n    e{i - 1}(p)" for i in range(1, n + 1)),
    ]
    return spec(effects="effects:\n" + "\n".join(f"  {x}" for x in lines), go=f"do: e{n}(me)")


def reaction_depth(n: int) -> str:
    return spec(
        effects="effects:\n  hit(player p): v = 1",
        reactions=f"reactions:\n  duck: {{instead_of: hit, asks: players, when: v >= 0, do: hit(me), depth: {n}}}",
        go="do: hit(me)",
    )


def reactions_crossing(n: int) -> str:
    return spec(
        effects="effects:\n  hit(player p): v = 1\n  kick(player p): v = 2",
        reactions=(
            f"reactions:\n  duck: {{instead_of: hit, asks: players, when: v >= 0, do: kick(me), depth: {n}}}\n"
            f"  jump: {{instead_of: kick, asks: players, when: v >= 0, do: hit(me), depth: {n}}}"
        ),
        go="do: hit(me)",
    )


def reactions_in_a_chain(n: int) -> str:
    return spec(
        effects="effects:\n" + "\n".join(f"  hit{i}(player p): v = 1" for i in range(n + 1)),
        reactions="reactions:\n"
        + "\n".join(
            f"  duck{i}: {{instead_of: hit{i}, asks: players, when: v >= 0, do: hit{i + 1}(me), depth: {n}}}"
            for i in range(n)
        ),
        go="do: hit0(me)",
    )


def many_reactions(n: int) -> str:
    return spec(
        effects="effects:\n  hit(player p): v = 1",
        reactions="reactions:\n"
        + "\n".join(f"  duck{i}: {{instead_of: hit, asks: players, when: v >= {i % 3}, do: v = 2}}" for i in range(n)),
        go="do: hit(me)",
    )


def triggers_in_a_chain(n: int) -> str:
    return spec(
        effects="effects:\n" + "\n".join(f"  hit{i}(player p): v = 1" for i in range(n + 1)),
        reactions="triggers:\n" + "\n".join(f"  then{i}: {{after: hit{i}, do: hit{i + 1}(me)}}" for i in range(n)),
        go="do: hit0(me)",
    )


def quantities_in_a_chain(n: int) -> str:
    lines = ["  q0: {base: v}", *(f"  q{i}: {{base: q{i - 1} + 1}}" for i in range(1, n + 1))]
    return spec(quantities="quantities:\n" + "\n".join(lines), go=f"do: v = q{n} mod 5")


def permissions_in_a_chain(n: int) -> str:
    lines = ["  q0: {base: v > 0}", *(f"  q{i}: {{base: may q{i - 1}}}" for i in range(1, n + 1))]
    return spec(quantities="permissions:\n" + "\n".join(lines), go=f"do: v = 1 if may q{n} else 0")


def phases_in_a_chain(n: int) -> str:
    lines = [*(f"s{i}: {{steps: [s{i + 1}]}}" for i in range(n)), f"s{n}: {{turns: {{once: true}}, offer: [go]}}"]
    return spec(phase="steps: [s0]", phases="\n  ".join(lines))


def many_phases(n: int) -> str:
    lines = [f"s{i}: {{turns: {{once: true}}, offer: [go]}}" for i in range(n)]
    return spec(phase="steps: [" + ", ".join(f"s{i}" for i in range(n)) + "]", phases="\n  ".join(lines))


def turns_in_turns(n: int) -> str:
    lines = [*(f"s{i}: {{turns: {{once: true}}, steps: [s{i + 1}]}}" for i in range(n)), f"s{n}: {{offer: [go]}}"]
    return spec(phase="steps: [s0]", phases="\n  ".join(lines))


def kinds_that_modify(n: int) -> str:
    return spec(
        quantities="quantities: {q: {of: player, base: v}}",
        deck="active_in: hand\n    list:\n" + "\n".join(f"      a{i}: {{always: me.q + 1}}" for i in range(n)),
        go="do: v = me.q",
    )


def kinds_that_forbid(n: int) -> str:
    return spec(
        quantities="permissions: {q: {of: player, base: v >= 0}}",
        deck="active_in: hand\n    list:\n" + "\n".join(f"      a{i}: {{always: forbid me.q}}" for i in range(n)),
        go="when: may me.q, do: v = 1",
    )


def kinds_that_act(n: int) -> str:
    return spec(
        deck="active_in: hand\n    list:\n"
        + "\n".join(f"      a{i}: {{activate: v = 1, when: v >= {i % 2}}}" for i in range(n)),
        go="do: v = count(c for c in pile if c.can_activate)",
        phase="turns: {}, until: round.number == 2, offer: [use, go]",
        actions="use: {choose: {c: pile}, when: c.can_activate, do: activate(c)}",
    )


def kinds_that_follow(n: int) -> str:
    return spec(
        deck="active_in: hand\n    list:\n" + "\n".join(f"      a{i}: {{after: {{hit: v = 1}}}}" for i in range(n)),
        effects="effects:\n  hit: v = 2",
        go="do: hit()",
    )


def kinds_that_replace(n: int) -> str:
    return spec(
        deck="active_in: hand\n    list:\n"
        + "\n".join(f"      a{i}: {{instead_of: {{hit: v = 1}}}}" for i in range(n)),
        effects="effects:\n  hit: v = 2",
        go="do: hit()",
    )


def a_table(n: int) -> str:
    values = ", ".join(f"{i}: {i}" for i in range(1, n + 1))
    return spec(
        attributes=f"n: integer, m: {{type: integer, by: n, values: {{{values}}}}}",
        types="types: {s: [k]}",
        deck=f"list: {{a: {{n: 1, copies: 2}}, b: {{n: {n}, copies: 2}}}}",
        go="do: v = sum(c.m for c in me.hand) mod 5",
    )


def tables_in_a_chain(n: int) -> str:
    rows = ", ".join(f"n{i}: {{type: integer, by: n{i - 1}, values: {{1: 1, 2: 2}}}}" for i in range(1, n + 1))
    return spec(
        attributes=f"n0: integer, {rows}",
        deck="list: {a: {n0: 1, copies: 2}, b: {n0: 2, copies: 2}}",
        go=f"do: v = sum(c.n{n} for c in pile) mod 5",
    )


def scorings(n: int) -> str:
    cats = "\n".join(f"      c{i}: " + (f"it.sheet.hand.c{i - 1} + 1" if i else "1") for i in range(n))
    return spec(effects="scoring:\n  hand:\n    per: player\n    categories:\n" + cats, go="do: score(hand)")


def options_in_a_chain(n: int) -> str:
    rows = ["o0: {type: integer, range: [0, 3], default: 1}"]
    rows += [f"o{i}: {{type: integer, range: [0, 3], default: 1, requires: o{i - 1} > 0}}" for i in range(1, n)]
    return spec(options="options:\n  " + "\n  ".join(rows), go=f"do: v = o{n - 1}")


def variables_in_a_chain(n: int) -> str:
    rows = ["v0: {type: integer, start: v}", *(f"v{i}: {{type: integer, start: v{i - 1} + 1}}" for i in range(1, n))]
    return spec(variables="\n  ".join(rows), go=f"do: v = v{n - 1} mod 5")


def refills_in_a_chain(n: int) -> str:
    zones = "\n".join(f"  z{i}: {{holds: main, order: stack, shows: count, refill: z{i + 1}}}" for i in range(n))
    made = spec(go=block(["draw 3 from z0 to me.hand", "v = 1"]))
    return made.replace(
        "variables:\n", f"{zones}\n  z{n}: {{holds: main, order: stack, shows: count}}\nvariables:\n", 1
    )


def conditions(n: int) -> str:
    return spec(go="when: {" + ", ".join(f"c{i}: v >= {-i}" for i in range(n)) + "}, do: v = 1")


def choices_of_an_action(n: int) -> str:
    return spec(go="choose: {" + ", ".join(f"c{i}: 1..1" for i in range(n)) + "}, do: v = 1")


def phases_doubling(n: int) -> str:
    """Each phase plays the next one twice."""
    lines = [*(f"s{i}: {{steps: [s{i + 1}, s{i + 1}]}}" for i in range(n)), f"s{n}: {{do: v = 1}}"]
    return spec(phase="steps: [s0, t]", phases="\n  ".join([*lines, "t: {turns: {once: true}, offer: [go]}"]))


def phases_doubling_with_turns(n: int) -> str:
    """The same, and a player decides in each."""
    lines = [
        *(f"s{i}: {{steps: [s{i + 1}, s{i + 1}]}}" for i in range(n)),
        f"s{n}: {{turns: {{once: true}}, offer: [go]}}",
    ]
    return spec(phase="steps: [s0]", phases="\n  ".join(lines))


def turns_doubling(n: int) -> str:
    """The same within turns, of which each is given back."""
    lines = [
        *(f"s{i}: {{turns: {{once: true}}, steps: [s{i + 1}, s{i + 1}]}}" for i in range(n)),
        f"s{n}: {{offer: [go]}}",
    ]
    return spec(phase="steps: [s0]", phases="\n  ".join(lines))


def quantities_doubling(n: int) -> str:
    lines = ["  q0: {base: v}", *(f"  q{i}: {{base: q{i - 1} + q{i - 1}}}" for i in range(1, n + 1))]
    return spec(quantities="quantities:\n" + "\n".join(lines), go=f"do: v = q{n} mod 5")


def permissions_doubling(n: int) -> str:
    lines = ["  q0: {base: v > 0}", *(f"  q{i}: {{base: may q{i - 1} or may q{i - 1}}}" for i in range(1, n + 1))]
    return spec(quantities="permissions:\n" + "\n".join(lines), go=f"do: v = 1 if may q{n} else 0")


def lets_doubling(n: int) -> str:
    lines = ["f: |", "  let x0 = v", *(f"  let x{i} = x{i - 1} + x{i - 1}" for i in range(1, n)), f"  x{n - 1}"]
    return spec(functions=_functions(lines), go="do: v = f mod 5")


def triggers_doubling(n: int) -> str:
    """What happens makes two things happen, which make two more happen each."""
    return spec(
        effects="effects:\n" + "\n".join(f"  hit{i}(player p): v = 1" for i in range(n + 1)),
        reactions="triggers:\n"
        + "\n".join(
            f"  then{i}:\n    after: hit{i}\n    do: |\n      hit{i + 1}(me)\n      hit{i + 1}(me)" for i in range(n)
        ),
        go="do: hit0(me)",
    )


def reactions_doubling(n: int) -> str:
    return spec(
        effects="effects:\n" + "\n".join(f"  hit{i}(player p): v = 1" for i in range(n + 1)),
        reactions="reactions:\n"
        + "\n".join(
            f"  duck{i}:\n    instead_of: hit{i}\n    asks: players\n    when: v >= 0\n    depth: 2\n"
            f"    do: |\n      hit{i + 1}(me)\n      hit{i + 1}(me)"
            for i in range(n)
        ),
        go="do: hit0(me)",
    )


def scorings_doubling(n: int) -> str:
    cats = "\n".join(
        f"      c{i}: " + (f"it.sheet.hand.c{i - 1} + it.sheet.hand.c{i - 1}" if i else "1") for i in range(n)
    )
    return spec(effects="scoring:\n  hand:\n    per: player\n    categories:\n" + cats, go="do: score(hand)")


def variables_doubling(n: int) -> str:
    rows = [
        "v0: {type: integer, start: v}",
        *(f"v{i}: {{type: integer, start: v{i - 1} + v{i - 1}}}" for i in range(1, n)),
    ]
    return spec(variables="\n  ".join(rows), go=f"do: v = v{n - 1} mod 5")


def yaml_lists(n: int) -> str:
    return spec(variables=f"w: {'[' * n}{']' * n}")


def yaml_blocks(n: int) -> str:
    return spec(variables="w:\n" + "\n".join(" " * (4 + i) + f"k{i}:" for i in range(n)))


def yaml_mappings(n: int) -> str:
    return spec(variables=f"w: {'{a: ' * n}1{'}' * n}")


def types_long(n: int) -> str:
    return spec(
        types="types: {s: [" + ", ".join(f"s{i}" for i in range(n)) + "]}",
        variables="w: {type: s}",
        go="do: w = first(x for x in s if x != w) else w",
    )


def labels_nested(n: int) -> str:
    return spec(go='choose: {k: 1..2}, label: "' + "[" * n + "{k}" + "]" * n + '", do: v = 1')


def togethers(n: int) -> str:
    """Players choose secretly, inside one another's choices."""
    lines = [" " * i + f"for p{i} in players:" for i in range(n)]
    return spec(go=block([*lines, " " * n + "choose x in 1..2 by p0:" if n else "v = 1", " " * (n + 1) + "v = x"]))


DEEP: dict[str, Callable[[int], str]] = {
    name: made
    for name, made in list(globals().items())
    if callable(made)
    and getattr(made, "__module__", "") == __name__
    and name not in ("spec", "block")
    and not name.startswith("_")
}
