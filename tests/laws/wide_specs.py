"""Specs with a huge number in one place each: the attack of `tests/laws/test_bound_laws.py`."""

from __future__ import annotations

from tests.laws.deep_specs import block, spec

HUGE = 1_000_000_000_000
MILLION = 1_000_000

WIDE: dict[str, str] = {
    "copies": spec(deck=f"list: {{a: {{copies: {MILLION}}}}}"),
    "copies huge": spec(deck=f"list: {{a: {{copies: {HUGE}}}}}"),
    "copies counted": spec(deck=f"list: {{a: {{copies: count(1..{HUGE})}}}}"),
    "copies summed": spec(deck="list: {a: {copies: sum(x * y for x in 1..100000 for y in 1..100000) * 0 + 1}}"),
    "copies of a function": spec(
        functions="functions:\n  f(integer k): count(1..k)", deck=f"list: {{a: {{copies: f({HUGE}) * 0 + 1}}}}"
    ),
    "copies of many": spec(deck="copies: 5\n    list: {" + ", ".join(f"a{i}: {{}}" for i in range(3000)) + "}"),
    "capacity": spec(capacity=f", capacity: {HUGE}"),
    "capacity zero": spec(capacity=", capacity: 0"),
    "capacity negative": spec(capacity=", capacity: 0 - 5"),
    "many large zones": spec(deck="list: {a: {copies: 10000}}").replace(
        "variables:\n", "".join(f"  z{i}: {{of: player, holds: main}}\n" for i in range(300)) + "variables:\n", 1
    ),
    "card variables": spec(
        deck="list: {"
        + ", ".join(f"a{i}: {{}}" for i in range(2000))
        + "}\n    variables: {"
        + ", ".join(f"w{i}: {{type: integer}}" for i in range(700))
        + "}"
    ),
    "each": spec(attributes="s: [x], n: integer", deck=f"each: {{s: s, n: 1..{MILLION}}}"),
    "each squared": spec(attributes="s: [x], n: integer, m: integer", deck="each: {s: s, n: 1..1999, m: 1..1999}"),
    "enumeration": spec(
        types="types: {s: [" + ", ".join(f"s{i}" for i in range(5000)) + "]}", variables="w: {type: s}"
    ),
    "start random": spec(variables=f"w: {{type: integer, range: [0, {HUGE}], start: random}}"),
    "start distinct random": spec(
        variables=f"w: {{of: player, type: integer, range: [0, {HUGE}], start: distinct random}}"
    ),
    "start counted": spec(variables=f"w: {{type: integer, start: count(1..{HUGE})}}"),
    "option": spec(options=f"options: {{o: {{type: integer, range: [0, {HUGE}], default: 1}}}}", go="do: v = o mod 5"),
    "option copies": spec(
        options=f"options: {{o: {{type: integer, range: [1, {HUGE}], default: 1}}}}", deck="list: {a: {copies: o}}"
    ),
    "options": spec(
        options="options:\n"
        + "\n".join(f"  o{i}: {{type: integer, range: [0, {HUGE}], default: 1}}" for i in range(60)),
        go="do: v = o0 mod 5",
    ),
    "chosen": spec(go=f"choose: {{x: 1..{HUGE}}}, do: v = 1"),
    "chosen twice": spec(go="choose: {x: 1..900, y: 1..900}, do: v = 1"),
    "chosen inside": spec(go=block([f"choose x in 1..{HUGE}:", "  v = 1"])),
    "subsets": spec(
        deck="list: {" + ", ".join(f"a{i}: {{}}" for i in range(60)) + "}", go="choose: {x: any of pile}, do: v = 1"
    ),
    "all of many": spec(
        deck="list: {" + ", ".join(f"a{i}: {{}}" for i in range(60)) + "}", go="choose: {x: 60 of pile}, do: v = 1"
    ),
    "nearly all of many": spec(
        deck="list: {" + ", ".join(f"a{i}: {{}}" for i in range(60)) + "}", go="choose: {x: 59..60 of pile}, do: v = 1"
    ),
    "too many of many": spec(
        deck="list: {" + ", ".join(f"a{i}: {{}}" for i in range(60)) + "}", go="choose: {x: 61..90 of pile}, do: v = 1"
    ),
    "random": spec(go=block([f"random x in 1..{HUGE}", "v = 1"])),
    "repeated": spec(go=block([f"repeat {HUGE}:", "  v = 1"])),
    "looped": spec(go=block([f"for x in 1..{HUGE}:", "  v = 1"])),
    "times": spec(phase=f"times: {HUGE}, steps: [one]", phases="one: {do: v = 1}"),
    "drawn": spec(go=block([f"draw {HUGE} from stock to me.hand", "v = 1"])).replace(
        "variables:\n", "  stock: {holds: main, order: stack, refill: pile}\nvariables:\n", 1
    ),
    "sliced": spec(go=block([f"v = count([1, 2][1..{HUGE}])"])),
    "indexed": spec(go=block([f"v = [1, 2][{HUGE}] else 3"])),
    "joined": spec(go=block([f"v = count((1..{HUGE}) + (1..{HUGE})) mod 2"])),
    "searched": spec(go=block([f"v = 1 if {HUGE} in 1..{HUGE} else 0"])),
    "folded": spec(go=block(["v = sum(x for x in 1..3000 for y in 1..3000 for z in 1..3000) mod 5"])),
    "decisions": spec() + f"limits: {{decisions: {HUGE}}}\n",
    "steps": spec() + f"limits: {{steps: {HUGE}}}\n",
    "no decisions": spec() + "limits: {decisions: 0}\n",
    "many steps": spec(go=block(["v = sum(x for x in 1..1000 for y in 1..1000) mod 5"])) + "limits: {steps: 2000000}\n",
    "players": spec().replace("players: 2", f"players: 2..{HUGE}", 1),
    "teams": spec().replace("players: 2\n", f"players: 2\nteams: {{number: {HUGE}}}\n", 1),
    "endless": spec(phase="turns: {}, until: v > 100, offer: [go]"),
    "endless with a choice": spec(phase="turns: {}, until: v > 100, offer: [go, stay]", actions="stay: {do: v = 0}")
    + "limits: {decisions: 4000}\n",
    "endless without decisions": spec(phase="until: v > 100, do: v = 1 - v") + "limits: {steps: 200000}\n",
}

REFUSED: dict[str, str] = {
    "copies": "E572",
    "copies huge": "E572",
    "copies counted": "E571",
    "copies summed": "E571",
    "copies of a function": "E571",
    "copies of many": "E572",
    "capacity": "E574",
    "capacity zero": "E574",
    "capacity negative": "E574",
    "many large zones": "E575",
    "card variables": "E575",
    "each": "E602",
    "each squared": "E602",
    "option copies": "E572",
    "decisions": "E574",
    "steps": "E574",
    "no decisions": "E574",
    "players": "E511",
    "teams": "E512",
}
"""Those that are refused when they are loaded, with the code; all others are played."""
