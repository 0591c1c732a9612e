"""A game becomes a program, in a handful of passes:

    ir.Game                                         for every option and any number of players
      |  specialise   options and the number of players become numbers
      |  catalogue    one row per card
      |  inline       whatever can stop becomes part of one procedure        -> Unfolded
      |  cut          that procedure becomes blocks                          -> Procedure
      |  simplify     as few blocks as possible                              -> Procedure
      |  place        names that outlive a block get cells                   -> Block
      |  arrange      and so does everything else                            -> Layout
    Program                                         for one configuration

The order matters: specialising first removes the branches that these options rule out, so that less is inlined;
inlining gives calls constant arguments, so the result is specialised once more. Only when the blocks are final is it
known which names outlive one, and only then how many cells they take, which the layout needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import count

from ...diagnostics.diagnostic import Label, Report, SpecError
from ...language.ir import nodes as ir
from ...language.ir.game import TypedGame
from .block_construction import cut
from .bounds import MOST_LISTED, Bounds, counted_variables
from .catalogue import catalogue, check_members
from .configuration_invariants import Invariants
from .control_flow import simplify
from .inlining import InlinedGame, Inliner, TriggerBody, effect_from_zero, from_zero, function_from_zero, lone_expr
from .layout import Layout
from .nodes import Block, Expr, Program
from .specialisation import Specialiser, configuration_error, specialiser_of
from .storage_allocation import Arranger, allocate_slots, locals_from, rooms
from .traversal import all_effects, every, exprs_of

MOST = 10_000_000
"""The largest limit of decisions or steps: what takes more would never end."""


def make_program(game: TypedGame, *, players: int, options: dict[str, int]) -> Program:
    """The program of a game for this number of players, with a value for every option.

    Raises `SpecError` (E57x, E77x) for mistakes of the author that only show in this
    configuration, such as a number of copies below zero.
    """
    arranger = _arranger(game, players, options)
    specialiser, bounds = arranger.specialiser, arranger.bounds
    variables = arranger.variables()

    inliner = Inliner({name: specialiser.effect(name) for name in game.effects}, game.triggers, count())
    unfolded = _specialised(inliner.unfold(specialiser.body(game.main, {})), specialiser)
    procedure = simplify(cut(unfolded, bounds, inliner.numbers))
    blocks, size = allocate_slots(procedure, locals_from(variables))

    winners = None if game.winners is None else from_zero().expr(specialiser.expr(game.winners, {}))
    returns = _over_one_name(specialiser, game.returns)
    score = _over_one_name(specialiser, game.score)
    effects = _called_effects(blocks, inliner)
    program = Program(
        game=game.name,
        players=players,
        options=tuple(options.items()),
        layout=arranger.layout(counted_variables(variables, (*blocks, *effects.values()), bounds), size, blocks),
        functions={},
        effects={name: effect_from_zero(effect) for name, effect in effects.items()},
        blocks=blocks,
        triggers=game.triggers,
        winners=winners,
        returns=returns,
        score=score,
        decisions_limit=_limit(specialiser, game.decisions_limit),
        steps_limit=_limit(specialiser, game.steps_limit),
    )
    functions = called_functions((expr for _, expr in exprs_of(program)), specialiser)
    program = replace(program, functions=functions)
    if any(z.along for z in game.zones.values()) or any(v.along for v in game.variables.values()):
        check_members(expr for _, expr in exprs_of(program))
    return program


def check_program(game: TypedGame, *, players: int, options: dict[str, int], foreseen: Invariants | None) -> None:
    """Raise `SpecError` where `make_program` would; `foreseen` is what `foresee` says of the game."""
    if declared(game, players=players, options=options, foreseen=foreseen) is None:
        make_program(game, players=players, options=options)


def declared(game: TypedGame, *, players: int, options: dict[str, int], foreseen: Invariants | None) -> Layout | None:
    """How all that is declared is laid out, with room enough for what the rules keep; it takes a tenth of the time.

    None unless it is certain that this makes a program: what is wrong is reported by making it after all. Only the
    addresses of cells differ from those of the program.
    """
    if foreseen is None:
        return None
    try:
        arranger = _arranger(game, players, options)
        layout = arranger.layout(arranger.variables(), foreseen.room)
        _limit(arranger.specialiser, game.decisions_limit)
        _limit(arranger.specialiser, game.steps_limit)
        check_members([arranger.specialiser.expr(member, {}) for member in foreseen.members])
    except SpecError:
        return None
    fits = max(len(arranger.catalogue.kind_of), len(arranger.catalogue.kinds)) <= MOST_LISTED
    return layout if fits else None


def _arranger(game: TypedGame, players: int, options: dict[str, int]) -> Arranger:
    """All that is declared in this configuration: its cards, and how its variables and zones are laid out."""
    specialiser = specialiser_of(game, players, options)
    cards = catalogue(game, specialiser)
    bounds = Bounds(game, specialiser.setting, cards, specialiser.function, rooms(game, specialiser))
    return Arranger(game, specialiser, cards, bounds)


def _specialised(unfolded: InlinedGame, specialiser: Specialiser) -> InlinedGame:
    triggers = tuple(TriggerBody(one.parameters, specialiser.body(one.body, {})) for one in unfolded.triggers)
    return InlinedGame(specialiser.body(unfolded.main, {}), triggers)


def _over_one_name(specialiser: Specialiser, found: tuple[ir.Local, ir.Expr] | None) -> tuple[ir.Local, ir.Expr] | None:
    return None if found is None else lone_expr((found[0], specialiser.expr(found[1], {})))


def _limit(specialiser: Specialiser, expr: ir.Expr) -> int:
    match specialiser.expr(expr, {}):
        case ir.Const(int() as value):
            if 1 <= value <= MOST:
                return value
            configuration_error("E574", f"a limit must be from 1 to {MOST}, but this is {value}", expr.span)
        case _:
            configuration_error("E571", "this limit has no constant value under these options", expr.span)


def _called_effects(blocks: tuple[Block, ...], inliner: Inliner) -> dict[str, ir.Effect]:
    """The effects that are run, directly or indirectly; the others are dropped."""
    found: dict[str, ir.Effect] = {}
    waiting = [stmt for block in blocks for stmt in all_effects(block.body)]
    while waiting:
        stmt = waiting.pop()
        if isinstance(stmt, ir.Run) and stmt.effect not in found:
            found[stmt.effect] = inliner.structured(inliner.effects[stmt.effect])
            waiting.extend(s for s in all_effects(found[stmt.effect].body) if isinstance(s, ir.Run))
    return {name: found[name] for name in inliner.effects if name in found}


def called_functions(exprs: Iterable[Expr], specialiser: Specialiser) -> dict[str, ir.Function]:
    """The functions that are called, directly or indirectly; the others are dropped."""
    found: dict[str, ir.Function] = {}
    waiting = list(exprs)
    while waiting:
        for inner in every(waiting.pop()):
            if isinstance(inner, ir.Call) and inner.function not in found:
                found[inner.function] = function_from_zero(specialiser.function(inner.function))
                waiting.append(found[inner.function].body)
    return {name: found[name] for name in specialiser.game.functions if name in found}


# What options require of each other, checked once every option has its value.
#
# A requirement applies unless its option has its neutral value (false, 0, the first symbol). Of two options that
# exclude each other, at least one must have its neutral value.


def check_options(
    game: TypedGame, players: int, values: dict[str, int], report: Report, given: Mapping[str, Label] | None = None
) -> None:
    """Report each requirement that does not hold (E507) and each pair of options that exclude each other (E509).

    Where a value is `given` in the spec, as in a preset, that is the first place that is shown.
    """
    specialiser, given = specialiser_of(game, players, values), given or {}

    def blame(code: str, message: str, named: Iterable[str], rule: Label, path: str, *notes: str) -> None:
        """Report what does not hold, first where one of the options that are named is given."""
        first, *others = [*[given[name] for name in named if name in given][:1], rule]
        report.add(code, message, first.span, label=first.text, others=tuple(others), notes=notes, path=path)

    chosen = [option for name, option in game.options.items() if values[name]]
    for option in chosen:
        for name, test in option.requires:
            held = specialiser.expr(test, {})
            if not (isinstance(held, ir.Const) and held.value):
                message = f"option '{option.name}' requires: {test.span.written.strip()}"
                named = (option.name, *(one.name for one in every(test) if isinstance(one, ir.Option)))
                rule = Label(test.span, "does not hold with these options")
                notes = (f"option '{option.name}' is {values[option.name]}",) if name else ()
                blame("E507", message, named, rule, f"options.{option.name}.when", *notes)
        for other in option.excludes:
            if values.get(other):
                message = f"options '{option.name}' and '{other}' cannot be used together"
                rule = Label(option.span, f"excludes '{other}'")
                blame("E509", message, (other, option.name), rule, f"options.{option.name}.without")


def allowed(game: TypedGame, players: int) -> Callable[[dict[str, int]], bool]:
    """A function that tells whether `check_options` would report nothing.

    It is made to be asked for thousands of combinations: each requirement is computed once for the values of the
    options that it names.
    """
    held: dict[tuple[object, ...], bool] = {}
    requirements = {
        name: [(test, _names(game, test)) for _, test in option.requires] for name, option in game.options.items()
    }

    def holds(test: ir.Expr, names: tuple[str, ...], values: dict[str, int]) -> bool:
        key = (id(test), *[values[name] for name in names])
        if key not in held:
            found = specialiser_of(game, players, values).expr(test, {})
            held[key] = isinstance(found, ir.Const) and bool(found.value)
        return held[key]

    def fits(values: dict[str, int]) -> bool:
        for name, option in game.options.items():
            if values[name] and not (
                all(holds(test, names, values) for test, names in requirements[name])
                and not any(values.get(other) for other in option.excludes)
            ):
                return False
        return True

    return fits


def _names(game: TypedGame, test: ir.Expr) -> tuple[str, ...]:
    """The options whose values a requirement may depend on; a function may read any."""
    parts = tuple(every(test))
    if any(isinstance(part, ir.Call) for part in parts):
        return tuple(game.options)
    return tuple(dict.fromkeys(part.name for part in parts if isinstance(part, ir.Option)))
