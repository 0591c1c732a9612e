"""Specs in which each function, or each effect, uses the one before it twice: an attack of `test_bound_laws.py`.

Play takes one of two ways each time, and so takes little. Whoever looks at the rules before play must look at each
function once, and not follow every way through all of them: there are more than anybody could wait for. So it is with
rules that would each use all the others (`CIRCLES`), which are refused.

`DOUBLING` maps a name to a function that makes the spec with a chain of `n`. Each way to double meets each place where
a value may stand, and each effect each place where one may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tests.laws.deep_specs import block, spec

VALUES = {
    "integer": ("v", "v"),
    "boolean": ("v > 0", "v > 0"),
    "player": ("turn.player", "p"),
    "players": ("players", "[p]"),
    "card": ("first(c for c in pile)", "first(c for c in pile)"),
    "cards": ("[c for c in pile]", "[c for c in pile]"),
}
"""What the first function of a chain yields, without a parameter and with a player `p`."""

WAYS = {
    "plain": "f{i}: f{j} if v > 100 else f{j}",
    "of_players": "f{i}(player p): f{j}(p) if v > 100 else f{j}(p.next)",
    "let": "f{i}: |\n    let x = f{j}\n    f{j} if v > 100 else x",
    "of_numbers": "f{i}(integer k): f{j}(k) if v > 100 else f{j}(k + 1)",
    "of_cards": "f{i}(main d): f{j}(d) and f{j}(d)",
}
"""How a function uses the one before it."""

ASKED = {"plain": "f{n}", "of_players": "f{n}({me})", "let": "f{n}", "of_numbers": "f{n}(1)", "of_cards": "f{n}(c)"}
"""How the last one is called."""

HIT = "effects:\n  hit(player p): v = 1"
SCORING = "scoring:\n  hand:\n    per: player\n    categories:\n      a: "
ACTIVE = "active_in: [hand, pile]\n    list:\n      a: "

PLACES: dict[str, dict[str, dict[str, str]]] = {
    "integer": {
        "set": {"go": "do: v = VALUE mod 5"},
        "when": {"go": "when: VALUE >= -1, do: v = 1"},
        "choose": {"go": "choose: {k: 1..(VALUE mod 3 + 1)}, do: v = k mod 3"},
        "for": {"go": block(["for x in 1..VALUE mod 3 + 1:", "  v = x mod 3"])},
        "repeat": {"go": block(["repeat VALUE mod 3:", "  v = 2"])},
        "until": {"phase": 'turns: {}, until: "round.number == 2 or VALUE > 10000", offer: [go]'},
        "label": {"go": 'label: "go {VALUE}", do: v = 1'},
        "sort": {"go": block(["for c in sort(c for c in pile by c.n + VALUE):", "  v = c.n mod 3"])},
        "best": {"go": block(["v = count(best(c for c in pile by c.n * VALUE))"])},
        "sum": {"go": block(["v = sum(VALUE for c in pile) mod 5"])},
        "argument": {"effects": "effects:\n  e(integer k): v = k mod 3", "go": "do: e(VALUE)"},
        "quantity": {"quantities": "quantities: {q: {base: VALUE}}", "go": "do: v = q mod 4"},
        "start": {"variables": "w: {type: integer, start: VALUE}", "go": "do: v = w mod 4"},
        "score": {"effects": SCORING + "VALUE", "go": "do: score(hand)"},
        "trigger": {
            "effects": HIT,
            "reactions": "triggers:\n  t: {after: hit, when: VALUE >= 0, do: v = 2}",
            "go": "do: hit(me)",
        },
    },
    "boolean": {
        "when": {"go": "when: VALUE or v < 100, do: v = 1"},
        "if": {"go": block(["if VALUE:", "  v = 1", "else:", "  v = 2"])},
        "filter": {"go": block(["v = count(c for c in pile if VALUE)"])},
        "choose": {"go": 'choose: {c: "[c for c in pile if VALUE or c.n > -9]"}, do: v = 1'},
        "permission": {
            "quantities": "permissions: {q: {of: player, base: VALUE}}",
            "go": "when: may me.q or v < 9, do: v = 1",
        },
        "activate": {
            "deck": ACTIVE + "{activate: v = 1, when: VALUE}",
            "go": "do: v = count(c for c in pile if c.can_activate)",
        },
    },
    "players": {
        "for": {"go": block(["for p in VALUE:", "  v = 1"])},
        "choose": {"go": "choose: {q: VALUE}, do: v = 1"},
        "together": {"go": block(["together q in VALUE:", "  choose x in 1..2:", "    v = x"])},
    },
    "player": {
        "by": {"go": block(["choose x in 1..2 by VALUE:", "  v = x"])},
        "hand": {"go": block(["v = count(VALUE.hand)"])},
    },
    "cards": {
        "choose": {"go": "choose: {c: VALUE}, do: move c to me.hand"},
        "move": {"go": block(["move VALUE to me.hand", "v = 1"])},
        "count": {"go": block(["v = count(VALUE)"])},
        "show": {"go": block(["show VALUE to me", "v = 1"])},
    },
    "card": {
        "move": {"go": block(["let c = VALUE", "if c is not none:", "  move c to me.hand"])},
        "equal": {"go": block(["v = count(c for c in pile if c == VALUE)"])},
    },
}
"""Where a value of each type may stand."""

ONLY = {"of_cards": ("boolean", ("filter", "choose")), "of_numbers": ("integer", ("set", "when", "choose", "score"))}
"""What cannot stand everywhere: the type and the places of a way to double."""

EFFECTS = {
    "set": ("v = 1", ""),
    "move": ("move c to heap", "main c"),
    "random": ("random x in 1..2", ""),
    "choose": ("choose x in [1, 2] by p:\n      v = x", "player p"),
    "shuffle": ("shuffle heap", ""),
    "show": ("show [c] to players", "main c"),
    "hit": ("hit(p)", "player p"),
}
"""What the first effect of a chain does, with its parameter."""

EFFECT_PLACES = {
    "action": {"go": "choose: {c: pile}, do: EFFECT"},
    "start": {"phase": "turns: {}, until: round.number == 2, offer: [go], start: EFFECT"},
    "trigger": {"reactions": "triggers:\n  t: {after: hit, do: EFFECT}", "go": "do: hit(me)"},
    "reaction": {"reactions": "reactions:\n  r: {instead_of: hit, asks: players, do: EFFECT}", "go": "do: hit(me)"},
    "activate": {"deck": ACTIVE + "{activate: EFFECT, copies: 4}", "go": "choose: {c: pile}, do: activate(c)"},
    "after": {"deck": ACTIVE + "{after: {hit: EFFECT}, copies: 4}", "go": "do: hit(me)"},
}
"""Where an effect may stand."""

WRITTEN_OUT = ("random", "choose")
"""Effects that are written out wherever they are run, since play may stop in them: so many are refused (E771)."""

GIVEN = {
    "action": ("c", "me"),
    "activate": ("it", "me"),
    "after": ("it", "me"),
    "reaction": ("", "me"),
    "trigger": ("", "me"),
}
"""The card and the player that may be named in each of these places; none if there is no such name."""


def of_values(type: str, way: str, place: str, n: int) -> str:
    """A chain of functions, of which the last is asked in a place."""
    first = VALUES[type][way == "of_players"]
    heads = {
        "plain": "f0",
        "let": "f0",
        "of_players": "f0(player p)",
        "of_numbers": "f0(integer k)",
        "of_cards": "f0(main d)",
    }
    lines = [f"{heads[way]}: {first}", *(WAYS[way].format(i=i, j=i - 1) for i in range(1, n + 1))]
    me = "it" if place == "score" else "turn.player" if place in ("quantity", "start", "until") else "me"
    parts = {key: text.replace("VALUE", ASKED[way].format(n=n, me=me)) for key, text in PLACES[type][place].items()}
    return spec(functions="functions:\n" + "\n".join(f"  {line}" for line in lines), **parts)


def of_effects(effect: str, place: str, n: int) -> str:
    """A chain of effects, of which the last is run in a place."""
    body, parameter = EFFECTS[effect]
    name, head = parameter.split()[-1] if parameter else "", f"({parameter})" if parameter else ""
    lines = ["hit(player p): v = 2", f"e0{head}: |\n    {body}"]
    for i in range(1, n + 1):
        lines.append(f"e{i}{head}: |\n    if v > 100:\n      e{i - 1}({name})\n    else:\n      e{i - 1}({name})")
    card, player = GIVEN.get(place, ("", ""))
    call = f"e{n}({card if name == 'c' else player if name == 'p' else ''})"
    parts = {key: text.replace("EFFECT", call) for key, text in EFFECT_PLACES[place].items()}
    made = spec(effects="effects:\n" + "\n".join(f"  {line}" for line in lines), **parts)
    return made.replace("variables:\n", "  heap: {holds: main, shows: all}\nvariables:\n", 1)


def _all() -> Iterator[tuple[str, Callable[[int], str]]]:
    for type, places in PLACES.items():
        for way in WAYS:
            only, where = ONLY.get(way, (type, tuple(places)))
            for place in places:
                if type == only and place in where:
                    yield f"{type}_{way}_{place}", partial(of_values, type, way, place)
    for effect, (_, parameter) in EFFECTS.items():
        for place in EFFECT_PLACES:
            card, player = GIVEN.get(place, ("", ""))
            named = {"main c": card, "player p": player, "": "none needed"}[parameter]
            if named and not (effect == "hit" and place in ("trigger", "reaction", "after")):
                yield f"effect_{effect}_{place}", partial(of_effects, effect, place)


DOUBLING = dict(_all())


def _others(n: int, name: str, between: str) -> Iterator[tuple[int, str]]:
    for i in range(n):
        yield i, between.join(f"{name}{j}" for j in range(n) if j != i)


def phases_in_circles(n: int) -> str:
    phases = [f"s{i}: {{steps: [{steps}]}}" for i, steps in _others(n, "s", ", ")]
    return spec(phase="steps: [s0]", phases="\n  ".join(phases))


def functions_in_circles(n: int) -> str:
    return spec(functions="functions:\n" + "\n".join(f"  f{i}: {sum_}" for i, sum_ in _others(n, "f", " + ")))


def quantities_in_circles(n: int) -> str:
    return spec(
        quantities="quantities:\n" + "\n".join(f"  q{i}: {{base: {sum_}}}" for i, sum_ in _others(n, "q", " + "))
    )


def effects_in_circles(n: int) -> str:
    return spec(effects="effects:\n" + "\n".join(f"  e{i}: |\n    {runs}()" for i, runs in _others(n, "e", "()\n    ")))


def kinds_in_circles(n: int) -> str:
    """A card that activates others of its deck may be one that activates it."""
    kinds = [f"a{i}:\n        activate: |\n          for c in pile:\n            activate(c)" for i in range(n)]
    return spec(deck="active_in: hand\n    list:\n      " + "\n      ".join(kinds))


CIRCLES: dict[str, tuple[Callable[[int], str], str]] = {
    "phases": (phases_in_circles, "E724"),
    "functions": (functions_in_circles, "E321"),
    "quantities": (quantities_in_circles, "E321"),
    "effects": (effects_in_circles, "E321"),
    "kinds": (kinds_in_circles, "E321"),
}
"""Rules that each use all the others, with the code of the error."""
