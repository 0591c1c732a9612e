"""Passing on a card from the heap in which it was just chosen: it is known where it lies, so nobody looks it up.

    take: {choose: {c: heap}, do: move c to me.hand}       the heap loses the bit of c, my hand has it then

This holds for the first effect of a move, before anything else has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....language.ir import nodes as ir
from ...program.drafts import targets
from ...program.nodes import AskBlock, Block, Choice, Program, Slot
from ...program.walk import zone_of
from ..building.counting import in_heap
from ..building.function_builder import FunctionBuilder, Lying
from ..building.places import place_of_zone, zone_address
from ..building.zones import add_to_heap, candidates, form_of, take_from_heap
from ..cards.cards import check_capacity
from ..wasm.instructions import Instructions


def chosen_in(program: Program) -> dict[int, Lying]:
    """For each block that plays a move: the slots of its cards, with the zone in which each was chosen. No card is none
    there, though in a slot where secret choices are revealed it may be elsewhere."""
    found: dict[int, Lying] = {}
    ways = Counter(to for block in program.blocks for to in targets(block.end))
    for block in program.blocks:
        if isinstance(block.end, AskBlock) and block.end.secret is None:
            for choice in block.end.choices:
                if ways[choice.then] == 1:
                    found[choice.then] = dict(_chosen(choice, program.blocks[choice.then]))
    return found


def _chosen(choice: Choice, played: Block) -> Iterator[tuple[tuple[str, int], ir.ZoneOf]]:
    alive = {slot.address for slot in played.live if isinstance(slot, Slot)}
    for parameter in choice.parameters:
        zone = zone_of(parameter.source) if parameter.how == "one" else None
        if zone is not None and isinstance(parameter.slot, Slot):
            owner = zone.owner
            if owner is None or isinstance(owner, ir.Const) or (isinstance(owner, Slot) and owner.address in alive):
                yield ("slot", parameter.slot.address), zone


def pass_on(fb: FunctionBuilder, stmt: ir.MoveCards) -> Instructions | None:
    """Move a card from one heap to another; None where it is not known from which, or somebody looks.

    the source has the card no longer;  trap if the target cannot hold one more
    the target has it;  place of card = the target
    """
    mb = fb.mb
    match stmt.cards:
        case ir.ListOf((card,)):
            source = fb.lies(card)
        case _:
            return None
    if source is None or mb.asks or stmt.by is not None or stmt.at == "position":
        return None
    heaps = form_of(mb, source) == form_of(mb, stmt.zone) == "heap"
    if not heaps or mb.facts.may_be_none(stmt.zone, fb.known()):
        return None
    x, code = fb.reusable(fb.number(card))
    at, (target, to, there) = fb.fn.local(), place_of_zone(fb, stmt.zone)
    sources, among = candidates(mb, source), candidates(mb, stmt.zone)
    number, before = fb.reusable(fb.number(source))
    return (
        code
        + before
        + at.set(zone_address(fb, source))
        + there
        + mb.touch_both(number, target, sources, among)
        + take_from_heap(mb, at, x)
        + check_capacity(mb, target, in_heap(mb, to) + 1, among)
        + add_to_heap(mb, to, x)
        + mb.set_place(x, target)
    )
