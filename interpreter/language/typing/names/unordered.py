"""Which zones may have an unknown order: seen from the spec as a whole, before any rule is typed."""

from __future__ import annotations

from collections.abc import Iterable

from ...spec import nodes as spec
from ...syntax import nodes as syn


def unordered(spec_: spec.Spec, records: Iterable[object]) -> set[str]:
    """The zones whose order may be unknown: those ever shuffled, and those to which such a zone is moved whole.

    `records` are all that are in the spec.
    """
    found = {z.name.text for z in spec_.zones.values() if z.start == "shuffled" or z.refill is not None}
    moves: list[tuple[set[str], set[str]]] = []
    for node in records:
        if isinstance(node, syn.Shuffle):
            found |= named_zones(node.zone, spec_)
        elif isinstance(node, syn.Gather):
            targets = named_zones(node.target, spec_)
            moves.append(({z.name.text for z in spec_.zones.values() if z.holds.text == node.deck.text}, targets))
        elif isinstance(node, syn.Move) and node.left_out is None and node.alike is None:
            moves.append((named_zones(node.cards, spec_), named_zones(node.place.zone, spec_)))
    # An unknown order is passed on by every move of a whole zone, so go on until nothing is added.
    while True:
        more = {t for source, target in moves if source & found for t in target if spec_.zones[t].order} - found
        if not more:
            return found
        found |= more


def named_zones(node: syn.Expr, spec_: spec.Spec, indices: int = 0) -> set[str]:
    """The zones that an expression may name: `row[2]` is one of a family, while `pile[2]` is a card in a zone."""
    match node:
        case syn.Name(id=name):
            return {name} & {name for name, zone in spec_.zones.items() if len(zone.along) >= indices}
        case syn.Attribute():
            return named_zones(syn.Name(node.name.text, node.span), spec_, indices)
        case syn.Index():
            return named_zones(node.target, spec_, indices + 1)
        case syn.Conditional():
            return named_zones(node.yes, spec_) | named_zones(node.no, spec_)
        case _:
            return set()
