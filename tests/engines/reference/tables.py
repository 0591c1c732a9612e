"""Tables laid by hand: a few zones, a few cards, and no rules."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.diagnostics.span import Source, Span
from cardwright.engines.program.layout import HEADER, JOINED, KindRow, Layout, ZoneCell
from cardwright.engines.program.nodes import Block, GameOver, Program
from cardwright.engines.reference.position import ReferenceCode, ReferencePosition
from cardwright.language.ir.game import Order
from cardwright.language.ir.types import INTEGER

AT = Span(Source("game.yaml", "-"), 0, 1)
BAG = 1 << JOINED
ALL, OWN, COUNT, BACK = "all", "own", "count", "cards.colour"


def table(
    kinds: dict[str, tuple[int, int]],
    zones: Mapping[str, tuple[Order, tuple[str, ...]]],
    lying: dict[str, list[str]],
    *,
    players: int = 3,
) -> ReferencePosition:
    """A table for three. `kinds` say how many copies there are and the colour on the back; `zones` their order and what
    each seat sees; `lying` the kinds in each zone, from the top. Seats know the cards that they see, and no others."""
    rows = tuple(KindRow(id, "cards", {"cards.colour": colour}) for id, (_, colour) in kinds.items())
    kind_of = tuple(kind for kind, (copies, _) in enumerate(kinds.values()) for _ in range(copies))
    total = len(kind_of)
    at = HEADER + 2 * total
    cells = []
    for number, (name, (order, sees)) in enumerate(zones.items()):
        cells.append(
            ZoneCell(
                name=name,
                number=number,
                deck="cards",
                owner_kind="",
                owner=-1,
                order=order,
                address=at,
                capacity=total,
                limit=0,
                sees=sees,
            )
        )
        at += 1 + total
    layout = Layout(
        size=at,
        players=players,
        teams=(),
        team_count=0,
        variables={},
        card_variables={},
        zones=tuple(cells),
        families={cell.name: (cell.number,) for cell in cells},
        kinds=rows,
        decks={"cards": tuple(range(total))},
        kind_of=kind_of,
        home=(0,) * total,
        shuffled=(False,) * len(cells),
        backs={"cards": ("cards.colour",)},
        attribute_types={"cards.colour": INTEGER},
        enumerations={},
        locals_at=HEADER,
        locals_size=0,
        queue_at=HEADER,
        queue_size=0,
        queue_width=1,
        queue_cells=(),
        queue_types=(),
        sources=(),
        place_at=HEADER,
        know_at=HEADER + total,
    )
    program = Program(
        game="table",
        players=players,
        options=(),
        layout=layout,
        functions={},
        effects={},
        blocks=(Block(0, (), GameOver(), (), ()),),
        triggers=(),
        winners=None,
        returns=None,
        score=None,
        decisions_limit=10,
        steps_limit=10,
    )
    machine = ReferencePosition(ReferenceCode(program), [0] * at)
    _lay(machine, list(kinds), lying)
    return machine


def _lay(m: ReferencePosition, ids: list[str], lying: dict[str, list[str]]) -> None:
    left = list(enumerate(m.kind_of))
    for zone in m.code.layout.zones:
        cards = []
        for id in lying.get(zone.name, []):
            card = next(c for c, kind in left if kind == ids.index(id))
            left.remove((card, m.kind_of[card]))
            cards.append(card)
            m.state[m.code.place_at + card] = zone.number
            m.state[m.code.know_at + card] = m.code.seers[zone.number]
        cards = sorted(cards) if zone.order == "heap" else cards
        m.state[zone.address : zone.address + 1 + len(cards)] = [len(cards), *cards]
    assert not left, "every card needs a zone"


def zone(m: ReferencePosition, name: str) -> int:
    """The number of a zone."""
    return m.code.layout.families[name][0]


def ids(m: ReferencePosition, name: str) -> list[str]:
    """The kinds of the cards in a zone, from the top."""
    return [m.code.layout.kinds[m.kind_of[card]].id for card in m.cards(zone(m, name))]


def card(m: ReferencePosition, name: str, id: str) -> int:
    """The first card of a kind in a zone."""
    return next(c for c in m.cards(zone(m, name)) if m.code.layout.kinds[m.kind_of[c]].id == id)


def known(m: ReferencePosition, name: str, seat: int) -> list[str]:
    """The kinds of the cards in a zone that a seat knows."""
    know = m.code.know_at
    return [m.code.layout.kinds[m.kind_of[c]].id for c in m.cards(zone(m, name)) if m.state[know + c] >> seat & 1]


def bags(m: ReferencePosition, name: str) -> list[int]:
    """The sizes of the bags in a zone, from the top (1: a certain position)."""
    sizes: list[int] = []
    for c in m.cards(zone(m, name)):
        if m.state[m.code.know_at + c] & BAG:
            sizes[-1] += 1
        else:
            sizes.append(1)
    return sizes
