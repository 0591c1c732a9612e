"""Warns of what has another sense than its words suggest: a start that never comes again, more cards than there are."""

from __future__ import annotations

from ...spec import nodes as spec
from ...spec.reading import literal
from ...spec.steps import loops
from ...syntax import nodes as syn
from ..names.world import World


def check_slips(world: World) -> None:
    """Warn of `each` of a phase that begins once (W337), and of more cards than a deck has (W339)."""
    _check_each(world)
    for node in world.records:
        match node:
            case syn.Each(source=syn.Name(id="players"), body=lines):
                for line in lines:
                    if isinstance(line, syn.Draw):
                        _check_many(line.number, line.source, min(world.spec.players), world)
            case syn.Draw(number=number, source=source):
                _check_many(number, source, 1, world)
            case syn.Choose(how_many=syn.HowMany(low=syn.Integer() as least), picks=picks):
                for pick in picks:
                    _check_many(least, pick.source, 1, world)
            case spec.Pick(low=syn.Integer() as least, source=source):
                _check_many(least, source, 1, world)
            case _:
                pass


def _check_each(world: World) -> None:
    phases = world.spec.phases
    again = _begun_again(world.spec)
    for variable in world.spec.variables.values():
        phase = phases.get(variable.each.text) if variable.each is not None else None
        if phase is None or variable.each is None or phase.name.text in again or variable.name.span.source.used:
            continue
        if not loops(phase) or phase.turns is not None or len(phase.steps) == 1:
            continue  # turns are counted as rounds, and a single step by its own name
        name = phase.name.text
        steps = f"`one_{name}: {{steps: [{', '.join(step.text for step in phase.steps)}]}}`"
        world.report.add(
            "W337",
            f"'{variable.name.text}' starts once and never anew: '{name}' repeats its steps, but begins only once",
            variable.each.span,
            label="begins once in a game",
            helps=(
                f"to start it anew each time, repeat a phase that begins each time: {steps} as the only step of "
                f"'{name}', and `each: one_{name}`",
                "or, if it goes on through all of them, leave out `each`",
            ),
            path=variable.path,
        )


def _begun_again(whole: spec.Spec) -> set[str]:
    """The phases that may begin more than once in a game."""
    once: set[str] = set()
    again: set[str] = set()
    waiting = [(whole.begin.text, False)]
    while waiting:
        name, often = waiting.pop()
        if name in again or name not in whole.phases:
            continue
        often = often or name in once
        (again if often else once).add(name)
        phase = whole.phases[name]
        waiting += [(step.text, often or loops(phase)) for step in phase.steps]
    return again


def _check_many(number: syn.Expr, source: syn.Expr, times: int, world: World) -> None:
    """Warn where a deck never has as many cards as are wanted at once."""
    zone = world.spec.zones.get(_named(source))
    wanted = literal(number)
    deck = None if zone is None or zone.refill is not None else world.spec.decks.get(zone.holds.text)
    if zone is None or deck is None or wanted is None or number.span.source.used is not None:
        return
    cards = _most(deck, world.spec)
    if cards is not None and wanted * times > cards and (times == 1 or wanted <= cards):
        each = f"{wanted} for each of {times} players are {wanted * times} cards" if times > 1 else f"{wanted} cards"
        world.report.add(
            "W339",
            f"{each}, but there are never more than {cards} in '{zone.name.text}'",
            number.span,
            label="more than the deck has",
            helps=(f"write at most {cards // times}", "for all that lie there: `move ZONE to …`"),
        )


def _named(source: syn.Expr) -> str:
    """The zone that is named, alone, with its owner or as a member of a family."""
    match source:
        case syn.Name(id=name) | syn.Attribute(name=syn.Word(text=name)):
            return name
        case syn.Index(target=target):
            return _named(target)
        case _:
            return ""


def _most(deck: spec.Deck, whole: spec.Spec) -> int | None:
    """How many cards a deck has at most; None where that is computed."""
    total = 0
    for kind in deck.kinds:
        copies = kind.copies or deck.copies
        option = whole.options.get(copies.id) if isinstance(copies, syn.Name) else None
        many = 1 if copies is None else option.high if option is not None else literal(copies)
        if many is None:
            return None
        total += many
    return total
