"""What each action and reaction chooses, by name: a card, a player, a colour."""

from __future__ import annotations

from ...engines.program.nodes import AskBlock
from ...language.ir.types import Type
from ..game.game import Game
from ..game.naming import parameter_type


def chosen_types(game: Game) -> dict[str, dict[str, Type]]:
    """The types of what is chosen: by the name of the action, and the name of what is chosen."""
    found: dict[str, dict[str, Type]] = {}
    for block in game.program.blocks:
        if isinstance(block.end, AskBlock):
            for choice in block.end.choices:
                types = {one.local.name: parameter_type(choice, place) for place, one in enumerate(choice.parameters)}
                found.setdefault(choice.name, {}).update(types)
    return found
