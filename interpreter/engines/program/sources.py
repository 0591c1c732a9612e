"""The sources of chance of a program: the zones from which cards are drawn, and the names that `random` gives.

Each has random numbers of its own, whose key follows from its name. So two variants meet the same deal as long as they
can: that one of them throws a die more often, or draws from another pile besides, changes nothing for this pile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

from ...language.ir import nodes as ir
from ...language.ir.types import NONE
from .layout import Source, ZoneCell
from .nodes import Block, PickOne, SettleTop


def sources(blocks: Iterable[Block], zones: Sequence[ZoneCell], address: int) -> tuple[Source, ...]:
    """The sources of chance at the ends of these blocks, with a cell each from an address on."""
    picks, families, anywhere = set[str](), set[str](), False
    for block in blocks:
        match block.end:
            case PickOne(slot=slot):
                picks.add(slot.name)
            case SettleTop(ir.ZoneOf(name)):
                families.add(name)
            case SettleTop():
                anywhere = True
            case _:
                pass
    drawn = [zone for zone in zones if zone.order != "heap" and (anywhere or zone.name in families)]
    names = [(f"{zone.name}{_owner(zone)}{zone.member}", zone.number) for zone in drawn]
    names += [(name, NONE) for name in sorted(picks)]
    return tuple(Source(name, zone, _key(name, zone), address + n) for n, (name, zone) in enumerate(names))


def _owner(zone: ZoneCell) -> str:
    return f"[{zone.owner_kind} {zone.owner + 1}]" if zone.owner_kind else ""


def _key(name: str, zone: int) -> int:
    """64 bits of its name."""
    text = f"random {name}" if zone == NONE else f"zone {name}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "little")
