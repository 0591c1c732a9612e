"""Warns of shuffled cards that everybody sees only because nothing else was said."""

from __future__ import annotations

from ...syntax import nodes as syn
from ..names.unordered import named_zones
from ..names.world import World


def check_visible(world: World) -> None:
    """Warn of a zone that is shuffled or refilled and does not say who sees its cards (W640): left out, all do."""
    spec = world.spec
    shuffled = {zone.name.text for zone in spec.zones.values() if zone.start == "shuffled" or zone.refill is not None}
    for node in world.records:
        if isinstance(node, syn.Shuffle):
            shuffled |= named_zones(node.zone, spec)
    for name, zone in spec.zones.items():
        if name in shuffled and not zone.shows:
            world.report.add(
                "W640",
                f"everybody sees which cards lie in '{name}', though it is shuffled",
                zone.name.span,
                label="does not say who sees its cards",
                helps=(
                    "let people see only their number: `shows: count`",
                    "or say that you mean it: `shows: all`",
                ),
                path=zone.path,
            )
