"""Whether a player sees what a scenario says: the cards of a zone, their number only, or the value of a variable.

What is compared is the player's view. A list is these cards, from the top where the zone has an order; `back` stands
for a card of which nothing is seen, `back(red)` for one of which what is printed on the back is seen. A number is so
many cards of which nothing is seen. `nothing` stands for what is not seen at all.
"""

from __future__ import annotations

from typing import Any

from ...diagnostics.diagnostic import Report
from ...diagnostics.suggest import did_you_mean
from ...engines.program.layout import Layout
from ...language.text.tree import Scalar
from ..game.naming import owned, zone_text
from ..game.state import State
from .nodes import Sees
from .values import side

NOTHING = "nothing"
BACK = "back"


def look(seen: Sees, state: State, report: Report, path: str) -> None:
    """Compare one line of `sees` with the view of its player; E806 and E811 for unknown names, E855 where they
    differ.
    """
    layout, name = state.game.layout, seen.name.text
    who = side(seen.seat.text, layout)
    path = f"{path}.{seen.seat.text}.{name}"
    if who is None or who[0] != "player":
        report.add(
            "E811",
            f"'{seen.seat.text}' is not a player of this game",
            seen.seat.span,
            path=path,
            helps=(f"the players are p1 to p{layout.players}",),
        )
        return
    orders = {zone_text(zone): zone.order for zone in layout.zones}
    names = [*orders, *_variables(layout)]
    if name not in names:
        report.add(
            "E806",
            f"unknown zone or variable '{name}'",
            seen.name.span,
            path=path,
            label="nothing is called so",
            helps=did_you_mean(name, names),
        )
        return
    view = state.view(who[1])
    if name in orders:
        fits, told = _zone(seen, view["zones"].get(name), orders[name])
    else:
        fits, told = _variable(seen, view["variables"], name)
    if not fits:
        at = seen.value or (seen.cards[0] if seen.cards else seen.name)
        report.add(
            "E855",
            f"{seen.seat.text} sees something else of '{name}'",
            at.span,
            path=path,
            notes=(f"{seen.seat.text} sees {told}",),
        )


def _variables(layout: Layout) -> list[str]:
    return [owned(cell.owner, owner, cell.name) for cell in layout.variables.values() for owner in range(cell.cells)]


def _zone(seen: Sees, shown: dict[str, Any] | None, order: str) -> tuple[bool, str]:
    """Whether a zone is shown as it was written, and how it is shown."""
    if shown is None:
        return _is(seen.value, NOTHING), NOTHING
    cards = [card_text(card) for card in shown.get("cards", (shown.get("count", 0)) * "?")]
    told = f"[{', '.join(cards)}]" if any(card != BACK for card in cards) else f"{len(cards)} cards and nothing of them"
    if seen.cards is None:
        return all(card == BACK for card in cards) and _is(seen.value, str(len(cards))), told
    wanted = ["".join(card.text.split()) for card in seen.cards]
    return (wanted == cards) if order != "heap" else (sorted(wanted) == sorted(cards)), told


def _variable(seen: Sees, variables: dict[str, Any], name: str) -> tuple[bool, str]:
    if name not in variables:
        return _is(seen.value, NOTHING), NOTHING
    value = variables[name]
    told = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return _is(seen.value, told), told


def _is(written: Scalar | None, text: str) -> bool:
    return written is not None and written.text == text


def card_text(card: str | dict[str, Any]) -> str:
    """A card of a view as scenarios write it.

    >>> card_text("red_1"), card_text("?"), card_text({"colour": "red", "number": 3})
    ('red_1', 'back', 'back(red,3)')
    """
    if isinstance(card, dict):
        return f"{BACK}({','.join(str(value) for value in card.values())})"
    return BACK if card == "?" else card
