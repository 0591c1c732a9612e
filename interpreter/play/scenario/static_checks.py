"""Checks a scenario before anything is played: its moves exist and can be written, and its position can be built."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...engines.program.nodes import AskBlock, AskChoice, Program
from ...language.ir import nodes as ir
from ...language.ir.types import Type
from ...language.spec.nodes import Spec
from ...source.text.tree import Scalar
from ..game.explanation import takes, wrong_number
from ..game.loading.rules import Rules
from ..game.move import Argument, Wording, key_of
from ..game.notation import parameter_type
from ..game.setup import Setup
from ..players.prompt import labelled
from .expectations import check_view_names, check_winners
from .initial_state import GameCache, settle
from .nodes import Illegal, PlayerMove, Scenario
from .position import PositionBuilder
from .values import names_of, player_seat, some, value_of

NO_ACTIONS = "this game has no actions; what an effect lets a player choose is written `name=value`"
"""What is said of a game in which all is chosen in effects."""

_WORDS = re.compile(r"[^\s,:()]+")
_LISTED = re.compile(r"([a-z_][a-z0-9_]*)\s*(\[[^\[\]()]*\])")
_WITH_NUMBER = re.compile(r"([a-z_]+?)_?([0-9]+)")


def check_moves(scenario: Scenario, spec: Spec, game: Setup | None, report: Report) -> bool:
    """Whether each move names an action or a reaction, or declines, with arguments that are possible (E814 to E816).

    Without a game, which it needs to know what is possible, only the names are checked.
    """
    if not check_known(scenario, spec, None if game is None else game.layout, report):
        return False
    return game is None or check_arguments(moves_of(scenario), scenario, game, report)


def check_known(scenario: Scenario, spec: Spec, layout: Layout | None, report: Report) -> bool:
    """Whether what a scenario names exists: actions and reactions (E814), players, zones and variables."""
    names = [*spec.actions, *spec.reactions, "decline", "none"]
    before = report.errors
    for key, move in moves_of(scenario):
        name = key_of(move.text).name
        if name and name not in names:
            path = f"{scenario.path}.{key}"
            meant = _in_brackets(move.text, names, spec)
            if not meant and (written := labelled(move.text, spec)):
                meant = (f"that is a label; the move is written `{written}`",)
            what = f"'{move.text}' is not how a move is written" if meant else f"unknown action '{name}'"
            helps = meant or did_you_mean(name, names)
            notes = () if helps else (f"actions of this game: {some(names[:-2])}" if names[:-2] else NO_ACTIONS,)
            report.add("E814", what, move.span, path=path, notes=notes, helps=helps)
    if report.errors > before or layout is None:
        return report.errors == before
    for step in scenario.when:
        if isinstance(step, PlayerMove):
            player_seat(step.seat, layout, report, f"{scenario.path}.when")
    for seen in scenario.sees:
        check_view_names(seen, layout, report, f"{scenario.path}.sees.{seen.seat.text}.{seen.name.text}")
    check_winners(scenario, layout, report)
    return report.errors == before


def _in_brackets(text: str, names: list[str], spec: Spec) -> tuple[str, ...]:
    """How a move is written whose arguments stand behind its name without brackets, `bid 3` or `bid: 3`, as a help."""
    listed = _LISTED.fullmatch(text)
    if listed is not None and listed[1] in names:
        return (f"arguments are in brackets: `{listed[1]}({listed[2]})`",)
    name, *arguments = _WORDS.findall(text) or ("",)
    joined = _WITH_NUMBER.fullmatch(name)
    if joined is not None and not arguments and joined[1] in names:
        name, arguments = joined[1], [joined[2]]
    if name not in names or not arguments or "(" in text:
        return ()
    chosen = spec.actions.get(name) or spec.reactions.get(name)
    if chosen is not None and not chosen.choose:
        return (f"it takes no arguments: `{name}`",)
    together = chosen is not None and [one.how for one in chosen.choose] == ["some"]
    written = f"[{', '.join(arguments)}]" if together else ", ".join(arguments)
    return (f"arguments are in brackets: `{name}({written})`",)


def moves_of(scenario: Scenario) -> Iterator[tuple[str, Scalar]]:
    """Each move that a scenario names, with the key under which it stands; what is only chosen has no action's name."""
    yield from (("moves", step.move) for step in scenario.when if isinstance(step, PlayerMove))
    yield from (("legal", move) for move in scenario.legal)
    yield from (("illegal", one.move) for one in scenario.illegal)


# Checks that the moves of a scenario could be written in its game at all, whatever the position is.
#
# A move that says what no move can say is never legal, so `illegal` would always hold for it: `take(ace)` where `take`
# takes nothing, `give(acee, t2)` where no card is called that. Which of the possible values can be chosen in a position
# is no matter of this check.


def check_arguments(moves: Iterable[tuple[str, Scalar]], scenario: Scenario, game: Setup, report: Report) -> bool:
    """Whether each move has as many arguments as it takes, each of them the name of something (E815, E816).

    A move is given with its key. One that is never on offer in this configuration takes any.
    """
    before = report.errors
    for key, move in moves:
        wording = key_of(move.text)
        path = f"{scenario.path}.{key}"
        if wording.named:
            _check_named(move, wording, game, path, report)
            continue
        forms = [one for one in _choices(game.program) if one.style == "action" and one.name == wording.name]
        helps: tuple[str, ...] = ()
        if len(wording.arguments) > max((len(one.parameters) for one in forms), default=0):
            picks = (_names(one) for one in _choices(game.program) if one.style == "pick")
            given = next((", ".join(f"{name}=…" for name in names) for names in picks if names), "")
            helps = (f"what its effect lets choose is a step of its own: `- p1: {given}`",) if given else ()
        _check(move, wording, forms, game.layout, path, report, helps)
    for illegal, reasons in _strange_conditions(scenario, list(_choices(game.program))):
        name, wanted = key_of(illegal.move.text).name, illegal.condition
        assert wanted is not None
        notes = (f"conditions of '{name}': {', '.join(reasons)}" if reasons else f"'{name}' has no conditions",)
        message, helps = f"'{name}' has no condition '{wanted.text}'", did_you_mean(wanted.text, reasons)
        report.add("E853", message, wanted.span, path=f"{scenario.path}.illegal", notes=notes, helps=helps)
    return report.errors == before


def _strange_conditions(
    scenario: Scenario, choices: Sequence[AskChoice | ir.Choice]
) -> Iterator[tuple[Illegal, list[str]]]:
    """Moves that are said to be illegal by a condition that they never have, each with those that they have."""
    for illegal in scenario.illegal:
        name = key_of(illegal.move.text).name
        forms = [one for one in choices if one.style == "action" and one.name == name]
        reasons = [condition.name for one in forms for condition in one.conditions]
        if illegal.condition is not None and forms and illegal.condition.text not in reasons:
            yield illegal, list(dict.fromkeys(reasons))


def all_possible(moves: Iterable[tuple[str, Scalar]], choices: Sequence[ir.Choice], layout: Layout) -> bool:
    """Whether each move can be written like every kind of move of its name, so that whichever of these are ever on
    offer, nothing would be reported. What is chosen inside effects has to have one name in all of the rules.
    """
    for _, move in moves:
        wording = key_of(move.text)
        if wording.named:
            forms = [choice for choice in choices if choice.style == "pick" and choice.parameters]
            if any(_names(choice) != wording.named for choice in forms):
                return False
        else:
            forms = [choice for choice in choices if choice.style == "action" and choice.name == wording.name]
        arguments = wording.arguments
        if not all(takes(one, len(arguments)) and _wrong(one, arguments, layout) is None for one in forms):
            return False
    return True


def _choices(program: Program) -> Iterator[AskChoice]:
    for block in program.blocks:
        if isinstance(block.end, AskBlock):
            yield from block.end.choices


def _names(choice: AskChoice | ir.Choice) -> tuple[str, ...]:
    return tuple(parameter.local.name for parameter in choice.parameters)


def _check_named(move: Scalar, wording: Wording, game: Setup, path: str, report: Report) -> None:
    """Check a choice inside an effect, such as `extend=yes`: something with these names is chosen somewhere."""
    picks = [choice for choice in _choices(game.program) if choice.style == "pick" and choice.parameters]
    forms = [choice for choice in picks if _names(choice) == wording.named]
    if forms or not picks:
        _check(move, wording, forms, game.layout, path, report)
        return
    known = sorted({", ".join(f"{name}=…" for name in _names(choice)) for choice in picks})
    wanted = ", ".join(f"{name}=…" for name in wording.named)
    names = ", ".join(f"'{name}'" for name in wording.named)
    message = f"nothing is chosen as {names} in this game"
    notes = (f"what is chosen: {some(known)}",)
    report.add("E815", message, move.span, path=path, notes=notes, helps=did_you_mean(wanted, known))


def _check(
    move: Scalar,
    wording: Wording,
    forms: list[AskChoice],
    layout: Layout,
    path: str,
    report: Report,
    inside: tuple[str, ...] = (),
) -> None:
    """Report why none of the forms of a move can be written like this, if that is so."""
    given = [one for one in forms if takes(one, len(wording.arguments))]
    if not given and forms:
        helps = _together(wording, forms[0]) or inside
        report.add("E815", wrong_number(forms[0], len(wording.arguments)), move.span, path=path, helps=helps)
        return
    wrong = [_wrong(one, wording.arguments, layout) for one in given]
    if wrong and None not in wrong and wrong[0] is not None:
        name, text, type = wrong[0]
        names = _texts(type, layout)
        lone = type.base == "list" and not text.startswith("[")
        helps = (f"write a list: `[{text}]`",) if lone else did_you_mean(text, names)
        notes = (f"needed here: {type.sure()}" + (f": {some(names)}" if names else ""),)
        report.add("E816", f"'{text}' can never be '{name}'", move.span, path=path, notes=notes, helps=helps)


def _together(wording: Wording, choice: AskChoice) -> tuple[str, ...]:
    """How several things are written that are chosen as one list, as a help."""
    if len(choice.parameters) != 1 or parameter_type(choice, 0).base != "list":
        return ()
    parts = [part for one in wording.arguments for part in ((one,) if isinstance(one, str) else one)]
    return (f"what is chosen together is one list: `{choice.name}([{', '.join(parts)}])`",) if parts else ()


def _wrong(
    choice: AskChoice | ir.Choice, arguments: tuple[Argument, ...], layout: Layout
) -> tuple[str, str, Type] | None:
    """The first argument that names nothing of its sort: the parameter, the text, and what it should be."""
    for place, argument in enumerate(arguments):
        type = choice.parameters[place].local.type
        item = type.item
        if argument == "none" and (choice.parameters[place].how == "optional" or type.optional):
            continue
        parts: tuple[tuple[str, Type], ...] = (
            tuple((part, item) for part in argument)
            if isinstance(argument, tuple) and item is not None
            else ((argument if isinstance(argument, str) else f"[{', '.join(argument)}]", type),)
        )
        for text, wanted in parts:
            is_one = value_of(text, wanted, layout) is not None or text in _texts(wanted, layout)
            if wanted.base == "list" or not is_one:
                return _names(choice)[place], text, wanted
    return None


def _texts(type: Type, layout: Layout) -> list[str]:
    """The texts of all values of a type; none for numbers."""
    match type.base:
        case "card":
            return [row.id for row in layout.kinds if type.name in ("", row.deck)]
        case "zone":
            return [zone.full_name for zone in layout.zones]
        case "boolean":
            return ["yes", "no"]
        case _:
            return [*names_of(type, layout)]


# Whether a scenario can be begun, found without making its program, which takes longer than all else that is checked.
#
# What is declared is laid out, the position is put there, and each move is compared with every kind of move that the
# rules have. Where all of this fits, the program would report nothing: in it some of these kinds are never on offer,
# and the cells lie elsewhere. Where anything does not fit, or may not, the scenario is begun as if it were played
# (`initial_state.py`), and whatever is wrong is reported there.


def find_initial_phase(scenario: Scenario, rules: Rules, shelf: GameCache) -> Layout | None:
    """What is declared in the configuration of a scenario, if it can surely be begun; else None."""
    report, given = Report(), scenario.given
    options = settle(scenario, rules, report)
    if options is None or given is not None and (given.placed or given.phase.text not in rules.spec.phases):
        return None
    plan = shelf.plan(rules, "" if given is None else given.phase.text)
    layout = plan.layout(*options)
    if layout is None:
        return None
    if given is not None:
        PositionBuilder(layout, [0] * layout.size, report, scenario.path).build(given)
    if not check_known(scenario, rules.spec, layout, report) or report.diagnostics:
        return None
    strange = any(_strange_conditions(scenario, plan.choices))
    return layout if all_possible(moves_of(scenario), plan.choices, layout) and not strange else None
