"""Where the cards lie, in a rulebook: whose each zone is, who sees its cards, and where new ones come from."""

from __future__ import annotations

from collections.abc import Iterator

from ...language.spec.nodes import Spec, Zone
from ...language.syntax import nodes as syn
from .entries import Entry
from .phrases import say
from .rule_words import RuleWords


def zone_entries(spec: Spec, told: RuleWords) -> Iterator[Entry]:
    """The zones in the order of the spec, but for those that the table leaves out."""
    off = {word.text for word in spec.table.without}
    for zone in spec.zones.values():
        if zone.name.text not in off:
            parts = (
                *_whose(zone, spec, told),
                _seen(zone, told),
                _refilled(zone, spec, told),
                told.text(zone.about.text),
            )
            text = " ".join(part for part in parts if part)
            yield Entry(f"zones.{zone.name.text}", told.title(zone.about.label, zone.name.text), text)


def _whose(zone: Zone, spec: Spec, told: RuleWords) -> Iterator[str]:
    """Before whom a zone lies, and of which things there is one each."""
    owner = zone.of.text if zone.of and zone.of.text in ("player", "team") else "table"
    yield say(told.language, f"rules_of_{owner}")
    for axis in zone.along:
        match axis:
            case syn.Name(id=name) if name in spec.types:
                names = ", ".join(told.symbol(symbol.text) for symbol in spec.types[name].symbols)
                yield say(told.language, "rules_members", names=names)
            case syn.Binary(operator="..", left=first, right=last):
                low, high = _end(first, spec, told), _end(last, spec, told)
                if low and high:
                    yield say(told.language, "rules_numbers", low=low, high=high)
            case _:
                pass


def _end(expr: syn.Expr, spec: Spec, told: RuleWords) -> str:
    """One end of a range of numbers, if it is a number or an option; else nothing."""
    match expr:
        case syn.Integer(value=value):
            return str(value)
        case syn.Name(id=name) if name in spec.options:
            return told.option(name)
        case _:
            return ""


def _seen(zone: Zone, told: RuleWords) -> str:
    """Who sees the cards: everybody, only their owner, all but their owner, or what is on the back."""
    shows = {viewer: what.text for viewer, what in zone.shows}
    others, owner = shows.get("all", "count"), shows.get("owner", shows.get("all", "count"))
    if others == "all":
        return say(told.language, "rules_all_see" if owner == "all" else "rules_others_see")
    if others in ("count", "none"):
        return say(told.language, "rules_owner_sees" if owner == "all" else "rules_face_down")
    back = told.symbol(others)
    return say(told.language, "rules_owner_sees_back" if owner == "all" else "rules_back", what=back)


def _refilled(zone: Zone, spec: Spec, told: RuleWords) -> str:
    """What becomes of an empty pile: the cards of another zone are shuffled and put there."""
    if zone.refill is None or zone.refill.zone.text not in spec.zones:
        return ""
    source = spec.zones[zone.refill.zone.text]
    return say(told.language, "rules_refilled", zone=told.title(source.about.label, source.name.text))
