"""Prints a typed game as text: its declarations, functions and effects, and the effect that plays it."""

from __future__ import annotations

from collections.abc import Iterator

from .game import Axis, Game
from .nodes import Expr, Local
from .show import show_effects, show_expr


def show_game(game: Game, value: tuple[Local, Expr] | None = None) -> str:
    """Print a whole game, for every number of players and all options at once, and the value of a position for bots."""
    told = () if value is None else (f"value of {show_expr(value[0])}: {show_expr(value[1])}",)
    return "\n".join((*_declarations(game), *_rules(game), *_ends(game), *told)) + "\n"


def _declarations(game: Game) -> Iterator[str]:
    yield f"game {game.name} for {', '.join(map(str, game.players))} players"
    for name, symbols in game.enumerations.items():
        yield f"enumeration {name}: {', '.join(symbols)}"
    for option in game.options.values():
        yield f"option {option.name}: {option.type} from {option.low} to {option.high} in steps of {option.step}"
    for deck in game.decks.values():
        attributes = ", ".join(f"{name} {type}" for name, type in deck.attributes.items())
        yield f"deck {deck.name} in {deck.start}{': ' if attributes else ''}{attributes}"
        for kind in deck.kinds:
            values = [f"{name} {show_expr(value)}" for name, value in kind.attributes.items()]
            yield f"  kind {kind.number} {kind.id}: {', '.join([*values, f'copies {show_expr(kind.copies)}'])}"
    for zone in game.zones.values():
        shows = ", ".join(f"{who} {what}" for who, what in zone.shows.items())
        yield f"zone {zone.name}{_of(zone.owner, zone.along)}: {zone.deck}, {zone.order}, shows {shows}"
    for name, variable in game.variables.items():
        bounds = [show_expr(bound) for bound in (variable.low, variable.high) if bound is not None]
        within = f" from {' to '.join(bounds)}" if bounds else ""
        room = f", room for {show_expr(variable.room)}" if variable.room is not None else ""
        of = _of(variable.owner, variable.along)
        yield f"variable {name}{of}: {variable.type}{within}{room}, shows {variable.shows}"


def _of(owner: str, along: tuple[Axis, ...]) -> str:
    each = [f"{one.type} {show_expr(one.low)}..{show_expr(one.high)}" for one in along]
    return f" of {', '.join([owner] * bool(owner) + each)}" if owner or along else ""


def _rules(game: Game) -> Iterator[str]:
    for function in game.functions.values():
        yield f"function {function.name}({', '.join(map(show_expr, function.parameters))}): {show_expr(function.body)}"
    for effect in game.effects.values():
        yield f"effect {effect.name}({', '.join(map(show_expr, effect.parameters))}):"
        yield from show_effects(effect.body, "  ")
    yield "main:"
    yield from show_effects(game.main, "  ")


def _ends(game: Game) -> Iterator[str]:
    if game.winners is not None:
        yield f"winners: {show_expr(game.winners)}"
    for name, found in (("returns", game.returns), ("score", game.score)):
        if found is not None:
            yield f"{name} of {show_expr(found[0])}: {show_expr(found[1])}"
    yield f"limits: {show_expr(game.decisions_limit)} decisions, {show_expr(game.steps_limit)} steps"
