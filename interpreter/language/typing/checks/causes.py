"""Tells mistakes where they were made, if that is a declaration: of what is declared otherwise than rules use it, under
another name, or nowhere. It is told once, not at each of the places where it is used.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ....diagnostics.diagnostic import Diagnostic, Label, Report
from ....diagnostics.text import how_many
from ...syntax import nodes as syn
from ..names.world import World
from .lint import MENTIONED, USES


def tell_at_declarations(world: World) -> None:
    """Put messages about one declaration together, and point at it."""
    _with_declaration(world)
    _symbol_left_out(world)
    _misspelt(world)
    _never_declared(world)


DECLARED = ("E201", "E202", "E632")
"""Mistakes about something that is declared otherwise than it is used; `others` of them begins with where."""


def _with_declaration(world: World) -> None:
    """Tell where it is declared of what no rule uses as it is declared: once, instead of at each of several places."""
    if not any(one.code in DECLARED for one in world.report.diagnostics):
        return
    alike = Counter((one.code, one.message, one.helps) for one in world.report.diagnostics)
    told: dict[object, Diagnostic] = {}
    for number, one in enumerate(world.report.diagnostics):
        key = (one.code, one.message, one.helps)
        wrong = one.code in DECLARED and one.others and alike[key] > 1 and one.span
        if wrong and (one.code != "E202" or sum(world.mentions[kind, wrong.text] for kind in USES) == alike[key]):
            there = one.others[0]
            helps = tuple(sorted(one.helps, key=lambda advice: "declare it so" not in advice))
            helps = (*(advice.removeprefix("or ") for advice in helps[:1]), *helps[1:])
            others = (Label(wrong, "used here"),)
            found = replace(one, span=there.span, label=there.text, others=others, helps=helps)
            told.setdefault(key, found)
        else:
            told[number] = one
    world.report.diagnostics[:] = told.values()


def _symbol_left_out(world: World) -> None:
    """Tell it once of a symbol that a table and cards have, but its type has not."""
    tables = {one.span.text: one for one in world.report.diagnostics if one.code == "E604" and one.span}
    echoes: dict[str, list[Diagnostic]] = {}
    for one in world.report.diagnostics if tables else ():
        if one.code == "E201" and one.span and one.span.text in tables:
            echoes.setdefault(one.span.text, []).append(one)
    groups = list[Group]()
    for name, more in echoes.items():
        first = tables[name]
        also = tuple(Label(one.span, "used here too") for one in more[:1] if one.span)
        helps = (f"add it under `types`, if there is such a symbol: `{name}`", *first.helps)
        groups.append(([first, *more], replace(first, others=also, helps=helps)))
    _put_together(world.report, groups)


MEANT = re.compile(r"did you mean '([^']+)'\?")


def _misspelt(world: World) -> None:
    """Tell it at its declaration where several rules name something in one way, and nothing as it is declared; where
    only one does, show both places.
    """
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    for one in world.report.diagnostics:
        match = MEANT.fullmatch(one.helps[0]) if one.helps and one.severity == "error" else None
        if match and one.span:
            alike.setdefault((one.span.text, match[1]), []).append(one)
    sections = (getattr(world.spec, section) for section in (*MENTIONED, "phases", "actions", "reactions"))
    things = [one for section in sections for one in section.values()] if alike else []
    symbols = {word.text: word for one in world.spec.types.values() for word in one.symbols}
    declared = symbols | {one.name.text: one.name for one in things}
    groups, counted = list[Group](), dict[str, Counter[str]]()
    for (used, meant), found in alike.items():
        word, first, many = declared.get(meant), found[0], len({one.span for one in found})
        if word is None or first.span is None or word.span.source.used:
            continue
        if (text := word.span.source.text) not in counted:
            counted[text] = Counter(re.findall(r"\w+", text))
        if counted[text][meant] > 1 or (many == 1 and meant in symbols):
            continue  # a symbol that no rule names may be on cards
        label = "nothing uses this name"
        told = replace(first, others=(*first.others, Label(word.span, label)))
        if many > 1:
            message = f"'{meant}' is declared, but what is used is '{used}', in {how_many(many, 'place')}"
            others, helps = (Label(first.span, "used here"),), (f"did you mean '{used}'?",)
            told = replace(first, message=message, span=word.span, label=label, notes=(), others=others, helps=helps)
        groups.append((found if many > 1 else found[:1], told))
    _put_together(world.report, groups)


Group = tuple[Sequence[Diagnostic], Diagnostic]
"""Several messages, and the one that stands for them."""


def _put_together(report: Report, groups: Sequence[Group]) -> None:
    """Let one message stand for several, where the first of them is."""
    instead = {id(found[0]): told for found, told in groups}
    gone = {id(one) for found, _ in groups for one in found[1:]}
    report.diagnostics[:] = [instead.get(id(one), one) for one in report.diagnostics if id(one) not in gone]


def _never_declared(world: World) -> None:
    """Tell it once of a name that one rule sets, and another one asks for: it was to be a variable."""
    unknown: dict[str, list[Diagnostic]] = {}
    for one in world.report.diagnostics:
        if one.code == "E201" and one.span:
            unknown.setdefault(one.span.text, []).append(one)
    several = {
        name: found
        for name, found in unknown.items()
        if len({one.path for one in found}) > 1
        and not any("did you mean the variable" in one.helps[0] for one in found if one.helps)
    }
    sets: dict[str, list[syn.Expr]] = {}
    for node in world.records if several else ():
        if isinstance(node, syn.Assign) and isinstance(node.target, syn.Name):
            sets.setdefault(node.target.id, []).append(node.value)
    shown: dict[str, list[Diagnostic]] = {}
    for one in world.report.diagnostics:
        if one.code == "E650" and one.span:
            shown.setdefault(one.span.text, []).append(one)
    declared = world.spec.variables.values() if len([*filter(sets.__contains__, several)]) == 1 else ()
    unused = [one for one in declared if not any(world.mentions[kind, one.name.text] for kind in USES)]
    groups = list[Group]()
    for name, found in several.items():
        if name in sets:
            kinds = [kind for value in sets[name] if (kind := _kind_of_value(value, world))]
            advice = f"declare it under `variables`: `{name}: {{type: {(*kinds, '…')[0]}}}`"
            found.sort(key=lambda one: one.span.start if one.span else 0)
            others = tuple(Label(one.span, "used here too") for one in found[1:2] if one.span)
            helps: tuple[str, ...] = (advice,)
            if len(unused) == 1 and kinds and kinds[0].partition(",")[0] == unused[0].type.span.text:
                helps = (f"did you mean '{unused[0].name.text}', which nothing uses?", f"or {advice}")
                others = (*others, Label(unused[0].name.span, "nothing uses this name"))
            told = replace(found[0], others=others, notes=(), helps=helps)
            groups.append(([*found, *shown.get(name, ())], told))
    _put_together(world.report, groups)


def _kind_of_value(value: syn.Expr, world: World) -> str:
    """What a variable is declared as that is set to a value; empty if that cannot be told from it alone."""
    match value:
        case syn.Integer():
            return "integer, range: 0..100"
        case syn.Boolean():
            return "boolean"
        case syn.Name(id="me"):
            return "player"
        case syn.Name(id=name) if name in world.spec.variables:
            return world.spec.variables[name].type.span.text
        case _:
            return ""
