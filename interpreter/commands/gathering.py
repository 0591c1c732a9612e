"""Cards that somebody takes: a trick, a row, what another had in front of them. The log of a game tells it in one line.

Whoever looks on counts the cards that they do not get to know.
"""

from __future__ import annotations

from dataclasses import replace

from ..engines.program.layout import ZoneCell
from ..play.game.happenings import Happening, as_seen
from ..play.game.state import State
from ..play.game.texts import Wordings


def seen_by(state: State, number: int, eyes: int | None) -> Happening | None:
    """An event as a seat saw it, or `EVERYTHING`; for None, as the whole table did."""
    if eyes is None:
        return at_the_table(state, number)
    return as_seen(state.machine, (state.machine.events or [])[number], eyes)


def at_the_table(state: State, number: int) -> Happening | None:
    """An event as the seat sees it that learns least from it; None if some seat sees nothing of it."""
    views: list[Happening] = []
    event = (state.machine.events or [])[number]
    for seat in range(state.game.players):
        seen = as_seen(state.machine, event, seat)
        if seen is None:
            return None
        views.append(seen)
    if all(seen == views[0] for seen in views):
        return views[0]
    least = max(views, key=lambda seen: (f"{seen.text}{seen.card}".count("?"), str(seen.arguments).count("?")))
    unknown = {written for seen in views for written, text, _ in seen.told if text == "?"}
    if not unknown:
        return least
    return replace(least, told=tuple((w, "?" if w in unknown else text, type) for w, text, type in least.told))


def taken(state: State, number: int, mover: int, eyes: int | None) -> list[Happening]:
    """The cards that somebody takes from event `number` on, as `eyes` see them; none if it is nothing new.

    Cards are taken if they go, one after the other, to the zones of one owner: some of them from other owners, or all
    from open places of the table. Left out are a single card that the `mover` plays on somebody, which the move tells,
    draws from a pile, and what happens before the first move. Only the first of such events has them all.
    """
    run = _run(state, number)
    if not run or (number > 0 and _run(state, number - 1)[-1:] == run[-1:]):
        return []
    sources, (_, target) = [_zones(state, one)[0] for one in run], _zones(state, number)
    foreign = [zone for zone in sources if zone.owner_kind and not _one_side(state, zone, target)]
    played = len(run) == 1 and all(_belongs(state, zone, mover) for zone in foreign)
    from_table = len(run) > 1 and mover >= 0 and not any(zone.owner_kind for zone in sources)
    if not (foreign and not played or from_table):
        return []
    seen = [seen_by(state, one, eyes) for one in run]
    return [one for one in seen if one is not None]


def _run(state: State, number: int) -> list[int]:
    """The numbers of the events from here on that bring cards to the zones of one owner, but not from a pile."""
    events = state.machine.events or []
    run: list[int] = []
    while number < len(events) and events[number].what == "moved":
        source, target = _zones(state, number)
        another = run and _owner(_zones(state, run[0])[1]) != _owner(target)
        drawn = not source.owner_kind and "all" not in source.sees
        if another or drawn or not target.owner_kind:
            break
        run.append(number)
        number += 1
    return run


def _zones(state: State, number: int) -> tuple[ZoneCell, ZoneCell]:
    """The zones that the card of an event left and came to."""
    _, source, target = (state.machine.events or [])[number].data
    zones = state.game.layout.zones
    return zones[source], zones[target]


def _owner(zone: ZoneCell) -> tuple[str, int]:
    return zone.owner_kind, zone.owner


def _one_side(state: State, zone: ZoneCell, other: ZoneCell) -> bool:
    """Whether two zones belong to the same player or team, or to a player and their team."""
    player = next((one.owner for one in (zone, other) if one.owner_kind == "player"), None)
    if player is None:
        return _owner(zone) == _owner(other)
    return _belongs(state, zone, player) and _belongs(state, other, player)


def _belongs(state: State, zone: ZoneCell, seat: int) -> bool:
    """Whether a zone belongs to a seat, or to its team."""
    teams = state.game.layout.teams
    own = (("player", seat), ("team", teams[seat])) if teams and seat >= 0 else (("player", seat),)
    return _owner(zone) in own


def owner_told(zone: str, words: Wordings) -> str:
    """The owner of a zone in words: `p1.won` is player 1's."""
    return words.value(zone.partition(".")[0])
