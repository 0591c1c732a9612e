"""Checks that the moves of a scenario could be written in its game at all, whatever the position is.

A move that says what no move can say is never legal, so `illegal` would always hold for it: `take(ace)` where `take`
takes nothing, `give(acee, t2)` where no card is called that. Which of the possible values can be chosen in a
position is no matter of this check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...engines.program.nodes import AskBlock, Choice, Program
from ...language.ir import nodes as ir
from ...language.ir.types import Type
from ...language.text.tree import Scalar
from ..game.illegal import takes, wrong_number
from ..game.naming import parameter_type, zone_text
from ..game.setup import Setup
from ..game.wording import Argument, Wording, key_of
from .nodes import Scenario
from .values import names_of, some, value_of


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
        forms = [
            choice for choice in _choices(game.program) if choice.style == "action" and choice.name == wording.name
        ]
        _check(move, wording, forms, game.layout, path, report)
    return report.errors == before


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
        if not all(_fits(choice, wording.arguments, layout) for choice in forms):
            return False
    return True


def _fits(choice: ir.Choice, arguments: tuple[Argument, ...], layout: Layout) -> bool:
    return takes(choice, len(arguments)) and _wrong(choice, arguments, layout) is None


def _choices(program: Program) -> Iterator[Choice]:
    for block in program.blocks:
        if isinstance(block.end, AskBlock):
            yield from block.end.choices


def _names(choice: Choice | ir.Choice) -> tuple[str, ...]:
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


def _check(move: Scalar, wording: Wording, forms: list[Choice], layout: Layout, path: str, report: Report) -> None:
    """Report why none of the forms of a move can be written like this, if that is so."""
    given = [one for one in forms if takes(one, len(wording.arguments))]
    if not given and forms:
        helps = _together(wording, forms[0])
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


def _together(wording: Wording, choice: Choice) -> tuple[str, ...]:
    """How several things are written that are chosen as one list, as a help."""
    if len(choice.parameters) != 1 or parameter_type(choice, 0).base != "list":
        return ()
    parts = [part for one in wording.arguments for part in ((one,) if isinstance(one, str) else one)]
    return (f"what is chosen together is one list: `{choice.name}([{', '.join(parts)}])`",) if parts else ()


def _wrong(choice: Choice | ir.Choice, arguments: tuple[Argument, ...], layout: Layout) -> tuple[str, str, Type] | None:
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
            if wanted.base == "list" or not _is_one(text, wanted, layout):
                return _names(choice)[place], text, wanted
    return None


def _is_one(text: str, type: Type, layout: Layout) -> bool:
    return value_of(text, type, layout) is not None or text in _texts(type, layout)


def _texts(type: Type, layout: Layout) -> list[str]:
    """The texts of all values of a type; none for numbers."""
    match type.base:
        case "card":
            return [row.id for row in layout.kinds if type.name in ("", row.deck)]
        case "zone":
            return [zone_text(zone) for zone in layout.zones]
        case "boolean":
            return ["yes", "no"]
        case _:
            return [*names_of(type, layout)]
