"""Deals sampled: the cards and values that a seat does not know, at the beginning of a game or in one position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ....diagnostics.record import dataclass
from ....engines.cells import (
    BAG,
    PIN,
    below,
    cells_of,
    loose_places,
    record,
    recorded,
    with_cards,
)
from ....engines.events import PlayError
from ....engines.invariants import live_cells
from ....engines.position import Env, Position, ProgramTables, RawMove
from ....engines.program.layout import DRAWN, SEED, VariableCell
from ....engines.program.nodes import AskBlock, Program, SlotList
from ....language.ir.types import NONE
from ..history import Beginning
from ..view import attributes_seen, knows, marks_on, sees_variable, waiting
from .random_stream import RandomStream
from .trajectory import InitialRuns


def start_of(code: ProgramTables, beginning: Beginning, seat: int) -> tuple[InitialRuns, tuple[int, ...]]:
    """The runs of all zones with the groups and kinds of their cards; and which card lies where, in that order.

    At the beginning of a game the rules say where every card lies, but for the order of shuffled zones. In a position
    that was laid out a seat knows the cards that it was told, and of others the backs that it sees.
    """
    m = beginning.untouched(code)
    known = [
        beginning.cells is None or bool(m.state[code.know_at + card] >> seat & 1) for card in range(len(code.kind_of))
    ]
    return _start(m, known, seat)


def concrete_start(m: Position) -> tuple[InitialRuns, tuple[int, ...]]:
    """The runs of a position in which all but the order of bags is settled."""
    return _start(m, [True] * len(m.code.kind_of), 0)


def _stock(code: ProgramTables, _: Program) -> Mapping[int, Mapping[int, int]]:
    """How many cards of each kind began in each zone."""
    found: dict[int, Counter[int]] = {}
    for home, kind in zip(code.layout.home, code.kind_of, strict=True):
        found.setdefault(home, Counter())[kind] += 1
    return found


def _start(m: Position, known: Sequence[bool], seat: int) -> tuple[InitialRuns, tuple[int, ...]]:
    code, free, zones, order = m.code, _free(m.code, known), [], list[int]()
    home, kind_of, named = code.layout.home, code.kind_of, named_cards(m)
    for zone in code.layout.zones:
        stretches = _stretches(m, zone.number, named)
        runs: dict[int, list[int]] = {}
        for number, cards in stretches:
            runs.setdefault(number, []).extend(cards)
            order += cards
        seen, found = attributes_seen(zone, seat), []
        for number, cards in stretches:
            run, mixed = runs[number], dict[int, int]()
            bag = len(run) > 1 and not code.heap[zone.number]
            for one in {home[card] for card in cards} if bag else ():
                mixed[one] = _bits({kind_of[card] for card in run if home[card] == one})
            kinds = [
                (mixed[home[card]] if bag else 1 << kind_of[card])
                if known[card]
                else free[home[card]]
                if bag or not seen
                else _like(code, card, seen, free[home[card]])
                for card in cards
            ]
            found.append((number, tuple(zip([home[card] for card in cards], kinds, strict=True))))
        zones.append(tuple(found))
    return InitialRuns(tuple(zones), code.once(_stock, code.program)), tuple(order)


def _stretches(m: Position, zone: int, named: Mapping[int, Sequence[int]]) -> list[tuple[int, list[int]]]:
    """The places of a zone that are next to each other and belong to one run, each with the number of the run."""
    cards = list(m.cards(zone))
    if m.code.heap[zone]:
        keys = [place_in_heap(m, card, named) for card in cards]
        if len(set(keys)) > 1:
            cards = [card for _, card in sorted(zip(map(repr, keys), cards, strict=True))]
        return [(0, cards)]
    found: list[tuple[int, list[int]]] = []
    run = -1
    for place, card in enumerate(cards):
        word = m.state[m.code.know_at + card]
        run = run if word & BAG else place
        number = len(cards) + place if word & PIN else run
        if found and found[-1][0] == number:
            found[-1][1].append(card)
        else:
            found.append((number, [card]))
    return found


def _like(code: ProgramTables, card: int, seen: Sequence[str], kinds: int) -> int:
    """Those of some kinds (bits) of which the back shows the same as that of a card."""
    rows = code.layout.kinds
    mine, able = rows[code.kind_of[card]].attributes, (kind for kind in range(len(rows)) if kinds >> kind & 1)
    return _bits({kind for kind in able if all(rows[kind].attributes.get(key) == mine.get(key) for key in seen)})


def _bits(kinds: Collection[int]) -> int:
    return sum(1 << kind for kind in kinds)


def _free(code: ProgramTables, known: Sequence[bool]) -> Mapping[int, int]:
    """The kinds of the cards that are not known (bits), by where they began."""
    free: dict[int, set[int]] = {}
    for card, kind in enumerate(code.kind_of):
        if not known[card]:
            free.setdefault(code.layout.home[card], set()).add(kind)
    return {home: _bits(kinds) for home, kinds in free.items()}


def sample_initial_state(
    code: ProgramTables, beginning: Beginning, order: Sequence[int], kinds: Sequence[int], seat: int, seed: int
) -> Beginning:
    """A beginning with a card of these kinds in each place, other values where a seat sees none, and other random
    numbers; of one that was laid out.
    """
    m = sample_initial_table(code, beginning, order, kinds, seat, seed)
    return Beginning(seed, beginning.explicit, tuple(m.state), beginning.steps)


def sample_initial_table(
    code: ProgramTables, beginning: Beginning, order: Sequence[int], kinds: Sequence[int], seat: int, seed: int
) -> Position:
    """The same as a table of the reference executor, for a position that was laid out.

    Where a card of the same kind lies, it stays; so little changes where only a few cards are others.
    """
    assert beginning.cells is not None
    home, kind_of, now = code.layout.home, code.kind_of, list(range(len(order)))
    others = [(card, kind) for card, kind in zip(order, kinds, strict=True) if kind_of[card] != kind]
    left: dict[tuple[int, int], list[int]] = {}
    for card, _ in sorted(others, reverse=True):
        left.setdefault((home[card], kind_of[card]), []).append(card)
    for card, kind in others:
        now[card] = left[home[card], kind].pop()
    m = code.at(list(beginning.cells), explicit=True)
    replace_cards(m, now)
    if waiting(m):
        before = code.at(list(beginning.cells))
        preserve_own_picks(m, before, seat, now, RandomStream(seed, seat, 17))
    luck = [0] * (DRAWN + 1)
    luck[SEED] = seed
    redraw_variables(m, seat, luck)
    # What others have picked secretly is drawn anew from what they may pick
    for ask, pending in waiting(m):
        for index in range(min(m.state[pending.players.address], pending.capacity)):
            player = m.state[pending.players.address + 1 + index]
            if player not in (seat, NONE) and m.state[pending.base + index * pending.width]:
                asked = m.clone()
                asked.state[ask.who.address] = player
                if ask.secret is not None:
                    asked.state[ask.secret.index.address] = index
                moves = moves_now(asked, ask)
                move = moves[below(luck, len(moves))] if moves else any_move(asked, ask, luck)
                if move is not None:
                    record(m.state, ask, pending, index, move)
    return m


def hides_more(m: Position) -> bool:
    """Whether more is hidden in a position than how the cards lie."""
    return bool(waiting(m)) or not shows_all(m.code)


# What a seat has picked itself, secretly, where the cards lie otherwise: it still knows which cards it picked.
#
# A card that it knows where it lies is picked with its place. One that was shuffled away since is another card of the
# same kind, of those that the seat does not know where they lie.


def preserve_own_picks(m: Position, before: Position, seat: int, now: Sequence[int], luck: RandomStream) -> None:
    """Pick the same kinds as `before`, where the card `now[card]` lies in the place of each card; cards that another
    player has picked are any: where they lie now tells nothing.
    """
    for ask, pending in waiting(m):
        loose = {now[card] for card in range(len(now)) if not knows(before, card, seat)}
        for index in range(min(m.state[pending.players.address], pending.capacity)):
            move = recorded(before.state, ask, pending, index)
            if move is None:
                continue
            mine = m.state[pending.players.address + 1 + index] == seat
            able = loose.copy() if mine else set(now)
            picks = SecretPick(
                before=before, seat=seat, now=now, loose=able, mine=mine, luck=RandomStream(luck.seed, index)
            )
            record(m.state, ask, pending, index, picks.preserve(ask, move))


def waiting_picks(m: Position, seat: int) -> list[tuple[AskBlock, RawMove]]:
    """The secret choices of a seat that still wait, each with its decision."""
    found = []
    for ask, pending in waiting(m):
        at = pending.players.address
        for index in range(min(m.numbers[at], pending.capacity)):
            move = recorded(m.state, ask, pending, index) if m.numbers[at + 1 + index] == seat else None
            if move is not None:
                found.append((ask, move))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretPick:
    """One secret choice that is made again: `loose` may stand for a card whose place is not known."""

    before: Position
    seat: int
    now: Sequence[int]
    loose: set[int]
    mine: bool
    luck: RandomStream

    def preserve(self, ask: AskBlock, move: RawMove) -> RawMove:
        """The move with other cards that the seat cannot tell from those that were picked."""
        return with_cards(move, ask, self._card)

    def _card(self, card: int) -> int:
        if card == NONE:
            return card
        if self.mine and knows(self.before, card, self.seat):
            return self.now[card]
        code = self.before.code
        home, kind_of = code.layout.home, code.kind_of
        able = [one for one in sorted(self.loose) if home[one] == home[card]]
        if self.mine:
            able = [one for one in able if kind_of[one] == kind_of[card]]
        found = self.luck.one_of(able) if able else self.now[card]
        self.loose.discard(found)
        return found


# What a seat does not know of one position, drawn anew: which card lies where, values that it does not see, what
# others have picked secretly.
#
# What is known of a place stays with the place: who knew the card that lay there knows the one that lies there now.
# These are the parts of which determinisations are made (`determinisation`).


def moves_now(m: Position, ask: AskBlock) -> tuple[RawMove, ...]:
    """The legal moves of a decision with the cards as they lie now; none where a rule goes wrong with them."""
    try:
        return m.legal(ask)
    except PlayError:
        return ()


# Cards ------------------------------------------------------------------------------------


def named_cards(m: Position) -> dict[int, tuple[int, ...]]:
    """The cards that are chosen or remembered, each with the cells that name it."""
    named: dict[int, tuple[int, ...]] = {}
    for at, is_card in live_cells(m.code, m.state):
        if is_card and m.state[at] != NONE:
            named[m.state[at]] = (*named.get(m.state[at], ()), at)
    return named


def place_in_heap(m: Position, card: int, named: Mapping[int, Sequence[int]]) -> tuple[object, ...]:
    """A key for the place of a card in a heap: equal keys are places that are the same to all."""
    layout = m.code.layout
    own = tuple([m.state[cell.address + card] for cell in layout.card_variables.values()])
    return m.state[layout.know_at + card], named.get(card, ()), own


def replace_cards(m: Position, now: list[int]) -> None:
    """Put the card `now[card]` into the place of each card, with all that is known and stored of the place."""
    others = [card for card, other in enumerate(now) if card != other]
    if not others:
        return
    code, old = m.code, m.state.copy()
    state, layout = m.state, code.layout
    cells = live_cells(code, old)
    for start in (layout.place_at, layout.know_at, *(own.address for own in layout.card_variables.values())):
        for card in others:
            state[start + now[card]] = old[start + card]
    for at, is_card in cells:
        if is_card and old[at] != NONE:
            state[at] = now[old[at]]
    for number in {old[layout.place_at + card] for card in others}:
        first = code.zone_at[number] + 1
        end = first + state[first - 1]
        state[first:end] = [now[card] for card in old[first:end]]
        if code.heap[number]:
            state[first:end] = sorted(state[first:end])
        else:
            _sort_bags(m, first, end)


def _sort_bags(m: Position, first: int, end: int) -> None:
    """Sort the loose cards of each bag by number again."""
    state, know, cards = m.state, m.code.know_at, m.state[first:end]
    words = [state[know + card] for card in cards]
    for places in loose_places(words):
        for place, card in zip(places, sorted([cards[place] for place in places]), strict=True):
            state[first + place], state[know + card] = card, words[place]


# Variables --------------------------------------------------------------------------------


def redraw_variables(m: Position, seat: int, luck: list[int]) -> None:
    """Variables that the seat does not see get any value of their range, lists any length; all different where they
    are all different now.
    """
    layout = m.code.layout
    if shows_all(m.code):
        return
    for cell in layout.variables.values():
        hidden = [o for o in range(cell.cells) if not sees_variable(layout, cell, o, seat)]
        size = cell.high - cell.low + 1
        if hidden and 0 < size < 2**32:
            redraw = _redraw_lists if cell.room else _redraw
            redraw(m, cell, hidden, luck)
    for own in layout.card_variables.values():
        size = own.high - own.low + 1
        if own.shows in ("none", "owner") and 0 < size < 2**32:
            for card in layout.decks[own.deck]:
                seen = own in marks_on(layout, layout.zones[m.where(card)], seat)
                if m.state[own.address + card] != NONE and not seen:
                    m.state[own.address + card] = own.low + below(luck, size)


def shows_all(code: ProgramTables) -> bool:
    """Whether all see all variables, those of cards aside that only those see who know the card."""
    return code.once(_shows_all, code.program)


def _shows_all(code: ProgramTables, _program: Program) -> bool:
    layout = code.layout
    hidden = any(own.shows in ("none", "owner") for own in layout.card_variables.values())
    return not hidden and all(cell.shows == "all" for cell in layout.variables.values())


def _redraw(m: Position, cell: VariableCell, hidden: list[int], luck: list[int]) -> None:
    state, at = m.state, cell.address
    values = state[at : at + cell.cells]
    size = cell.high - cell.low + 1
    distinct = cell.cells > 1 and len(set(values)) == cell.cells <= size and NONE not in values
    if distinct and size <= 1000:
        seen = {value for owner, value in enumerate(values) if owner not in hidden}
        free = [value for value in range(cell.low, cell.high + 1) if value not in seen]
        for owner in hidden:
            state[at + owner] = free.pop(below(luck, len(free)))
        return
    for owner in hidden:
        if state[at + owner] != NONE:
            state[at + owner] = cell.low + below(luck, size)


def _redraw_lists(m: Position, cell: VariableCell, hidden: list[int], luck: list[int]) -> None:
    """Of a list that a seat does not see it does not know the length either."""
    for owner in hidden:
        many = below(luck, cell.room + 1)
        values = tuple(cell.low + below(luck, cell.high - cell.low + 1) for _ in range(many))
        m.state[cell.at(owner) : cell.at(owner + 1)] = cells_of(cell, values)


# Secret choices ---------------------------------------------------------------------------


def any_move(m: Position, ask: AskBlock, luck: list[int]) -> RawMove | None:
    """A move as somebody may have picked it before the cards of which they chose were shuffled away: of any cards, as
    many as may be chosen. None where a rule goes wrong.
    """
    number = below(luck, len(ask.choices))
    parameters = ask.choices[number].parameters
    env: Env = {}
    try:
        for parameter in parameters:
            item, name = parameter.source.type.item, parameter.local.number
            if item is not None and item.base == "card":
                source = list(m.code.layout.decks.get(item.name, range(len(m.kind_of))))
            else:
                source = list(m.value(parameter.source, env))
            source = [source.pop(below(luck, len(source))) for _ in range(len(source))]
            env[name] = source[0] if source else NONE
            if isinstance(parameter.slot, SlotList):
                low = 0 if parameter.low is None else max(m.value(parameter.low, env), 0)
                high = parameter.slot.capacity if parameter.high is None else m.value(parameter.high, env)
                many = low + below(luck, max(high - low, 0) + 1)
                env[name] = tuple(source[: min(many, parameter.slot.capacity)])
    except PlayError:
        return None
    return (number, *(env[parameter.local.number] for parameter in parameters))
