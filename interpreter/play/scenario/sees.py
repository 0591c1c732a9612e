"""Checks whether a player sees what a scenario says: the cards of a zone, only their number, or a variable.

This compares the player's view. A list names the cards, from the top if the zone has an order; `back` is an unknown
card, `back(red)` one whose back shows `red`. Of a variable that holds a list it names the elements. A number is a
number of unknown cards. `nothing` is what the view leaves out.
"""

from __future__ import annotations

from typing import Any

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...language.text.tree import Scalar
from ..game.naming import cell_text, zone_text
from ..game.state import State
from .nodes import Sees
from .sides import check_player, is_strange, no_player, the_players, what_there_is
from .values import side

NOTHING = "nothing"
BACK = "back"


def look(seen: Sees, state: State, report: Report, path: str) -> None:
    """Compare one line of `sees` with the view of its player; E806 and E811 for unknown names, E855 if they differ."""
    layout, name = state.game.layout, seen.name.text
    who = side(seen.seat.text, layout)
    path = f"{path}.{seen.seat.text}.{name}"
    if not check_names(seen, layout, report, path) or who is None:
        return
    orders = {zone_text(zone): zone.order for zone in layout.zones}
    view = state.view(who[1])
    if name in orders:
        fits, shown = _zone(seen, view["zones"].get(name), orders[name])
    else:
        fits, shown = _variable(seen, view["variables"], name)
    if not fits:
        at = seen.value or (seen.cards[0] if seen.cards else seen.name)
        report.add(
            "E855",
            f"{seen.seat.text} does not see '{name}' like this",
            at.span,
            path=path,
            notes=(f"{seen.seat.text} sees {shown}",),
        )


def check_names(seen: Sees, layout: Layout, report: Report, path: str) -> bool:
    """Whether the player, and the zone or variable, of a line of `sees` exist; if not, E811 or E806 is reported."""
    if not check_player(seen.seat, layout, report, path):
        return False
    name = seen.name.text
    names = [*(zone_text(zone) for zone in layout.zones), *_variables(layout)]
    if name in names:
        return True
    owner = name.partition(".")[0]
    if is_strange(owner, layout):
        report.add("E811", no_player(owner), seen.name.span, path=path, helps=(the_players(layout),))
    else:
        report.add(
            "E806",
            f"unknown zone or variable '{name}'",
            seen.name.span,
            path=path,
            label="no such zone or variable",
            notes=(what_there_is(layout),),
            helps=did_you_mean(name, names),
        )
    return False


def _variables(layout: Layout) -> list[str]:
    return [cell_text(cell, owner) for cell in layout.variables.values() for owner in range(cell.cells)]


def _zone(seen: Sees, shown: dict[str, Any] | None, order: str) -> tuple[bool, str]:
    """Whether the view shows a zone as the scenario says, and what it shows."""
    if shown is None:
        return _is(seen.value, NOTHING), NOTHING
    cards = [card_text(card) for card in shown.get("cards", (shown.get("count", 0)) * "?")]
    unknown = all(card == BACK for card in cards)
    text = f"{len(cards)} unknown card{'' if len(cards) == 1 else 's'}" if unknown else f"[{', '.join(cards)}]"
    if seen.cards is None:
        return unknown and _is(seen.value, str(len(cards))), text
    wanted = ["".join(card.text.split()) for card in seen.cards]
    return (wanted == cards) if order != "heap" else (sorted(wanted) == sorted(cards)), text


def _variable(seen: Sees, variables: dict[str, Any], name: str) -> tuple[bool, str]:
    if name not in variables:
        return _is(seen.value, NOTHING), NOTHING
    value = variables[name]
    if isinstance(value, list):
        texts = [_text(one) for one in value]
        listed = seen.cards is not None and [card.text for card in seen.cards] == texts
        return listed, f"[{', '.join(texts)}]"
    return _is(seen.value, _text(value)), _text(value)


def _text(value: Any) -> str:
    """The text of one value of a view."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _is(written: Scalar | None, text: str) -> bool:
    return written is not None and written.text == text


def card_text(card: str | dict[str, Any]) -> str:
    """Convert a card of a view to the text that scenarios use.

    >>> card_text("red_1"), card_text("?"), card_text({"colour": "red", "number": 3})
    ('red_1', 'back', 'back(red,3)')
    """
    if isinstance(card, dict):
        return f"{BACK}({','.join(str(value).lower() if value is True else str(value) for value in card.values())})"
    return BACK if card == "?" else card
