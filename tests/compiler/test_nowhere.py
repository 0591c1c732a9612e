"""A card that goes to the zone of nobody stays where it is; in playouts too, which draw and move it in one go."""

from __future__ import annotations

import pytest

from cardwright.engines.program.make import make_program
from cardwright.language.ir import nodes as ir
from cardwright.language.ir.types import PLAYER
from tests.compiler.lockstep import Pair, play_both, same_playouts
from tests.engines.program import small_games as g

P = g.local(0, "p", PLAYER)
TURN = g.var("turn.player", type=PLAYER.maybe())


@pytest.mark.parametrize("first", [g.none(), g.const(1, PLAYER)], ids=["nobody", "somebody"])
def test_draw_for_the_player_at_turn(first: ir.Const) -> None:
    """Cards are drawn for the player at turn; then each player's points are the rank of the card that is on top."""
    hand = g.zone_of("hand", TURN)
    top = g.attribute("rank", g.op("top", g.zone_of("pile")))
    game = g.game(
        g.set_("turn.player", first),
        *g.draw(g.zone_of("pile"), hand),
        *g.draw(g.zone_of("pile"), hand),
        g.settle(g.zone_of("pile")),
        g.each(P, g.op("players"), g.set_("points", g.op("add", top, g.op("zone_size", g.zone_of("pile"))), P)),
        winners=None,
        returns=(P, g.var("points", P)),
    )
    pair = Pair(make_program(game, players=2, options={}))
    for seed in range(10):
        play_both(pair, seed)
        same_playouts(pair, seed)
