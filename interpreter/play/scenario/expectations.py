"""Checks what must hold in a position: expressions, what a player sees, and how the game ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import did_you_mean
from ...engines.cells import loose
from ...engines.events import PlayError
from ...engines.position import Position
from ...engines.program.layout import EntityName, Layout
from ...engines.program.traversal import every, parts
from ...language.builtins.table import ROWS
from ...language.ir import nodes as ir
from ...language.ir.types import BOOLEAN
from ...language.syntax.parse import parse_expression
from ...language.typing.entry_points import Typed
from ...source.text.tree import Scalar
from ..game.explanation import culprit, facts, seen
from ..game.game import State
from ..game.notation import value_text
from ..game.setup import code_with
from .nodes import Check, Scenario, ViewCheck
from .values import is_strange, no_player, player_seat, side, the_players, what_there_is


class CheckEvaluator:
    """Evaluates checks, and reports those that do not hold or are wrong themselves."""

    def __init__(self, checked: Typed, report: Report, path: str) -> None:
        self._checked, self._report, self._path = checked, report, path

    def understand(self, check: Check) -> tuple[ir.Expr, dict[str, ir.Function]] | None:
        """Parse and type a check: the expression, and the functions it may call. None with errors in the report."""
        node = parse_expression(check.test, self._report, self._place(check))
        if node is None:
            return None
        own = Report()  # what another check has reported is wrong here, too
        test, game = self._checked.expression(node, own, BOOLEAN)
        for one in own.diagnostics:
            self._report.again(one)
        return None if own.errors else (test, game.functions)

    def _place(self, check: Check) -> str:
        return ".".join(part for part in (self._path, "then", check.name) if part)

    def names(self, check: Check, test: ir.Expr, layout: Layout) -> None:
        """Report a player or a team that is named but does not play here (E811)."""
        try:
            check_names(test, layout)
        except PlayError as error:
            name, text = str(error).partition(" ")[0], check.test
            at = text.text.find(name)
            span = text.at(at, at + len(name)) if at >= 0 else text.span
            helps = (the_players(layout),)
            self._report.add("E811", no_player(name), span, helps=helps, path=self._place(check))

    def check(self, state: State, check: Check) -> None:
        """Check one position (E850 if the check does not hold)."""
        understood, path = self.understand(check), self._place(check)
        if understood is None:
            return
        test, functions = understood
        position = EvaluatedPosition(state, functions)
        try:
            holds = position.value(test)
        except PlayError as error:
            self._report.add("E850", f"this cannot be computed: {error}", check.test.span, path=path)
            return
        if report_unsettled(self._report, position, test, check.test.span, path):
            return
        if not holds:
            name = f"'{check.name}' does not hold" if check.name else "this does not hold"
            culprit = position.culprit(test)
            values = tuple(Label(*one) for one in position.explain(culprit))
            others = (*values, *self._starting_again(culprit)) if state.decisions else values
            notes = unanswered(state)
            self._report.add("E850", name, check.test.span, label="is false", others=others, notes=notes, path=path)

    def _starting_again(self, test: ir.Expr) -> Iterator[Label]:
        """Where it is said that a variable has lost its value by now: at the beginning of a phase, turn or round."""
        declared = self._checked.root.world.spec.variables
        for name in dict.fromkeys(one.name for one in every(test) if isinstance(one, ir.Variable)):
            if name in declared and (each := declared[name].each):
                yield Label(each.span, f"'{name}' starts again with each `{each.text}`")


def unanswered(state: State) -> tuple[str, ...]:
    """That somebody is still asked whether to react, so that what was played has not happened yet; else nothing."""
    asked = [] if state.is_terminal else [move.text for move in state.legal_moves]
    if DECLINE not in asked:
        return ()
    return (
        f"{state.decider} is still asked: {', '.join(asked[:MOST_NAMED])}; until then what was played has no effect",
    )


def report_unsettled(report: Report, position: EvaluatedPosition, expr: ir.Expr, span: Span, path: str = "") -> bool:
    """Whether a value hangs on an order of cards that is not settled; then it is reported (E817)."""
    zone = position.unsettled(expr)
    if zone:
        report.add(
            "E817",
            f"the order of '{zone}' is not settled, so this has no answer yet",
            span,
            label=f"depends on which card lies where in '{zone}'",
            helps=(
                "ask for something that holds in any order, or when the card has been drawn",
                f"`given: {{{zone}: {{1: CARD}}}}` lets a card lie at a place",
            ),
            path=path,
        )
    return bool(zone)


def check_names(expr: ir.Expr, layout: Layout) -> None:
    """Raise PlayError where a player or a team is named whom this game does not have."""
    here = {"player": layout.players, "team": layout.team_count}
    for part in every(expr):
        if not isinstance(part, ir.Const) or not isinstance(part.value, int):
            continue
        kind, letter = part.type.base, part.type.base[:1]
        if kind in here and part.value >= here[kind]:
            name, last = f"{letter}{part.value + 1}", f"{letter}{here[kind]}"
            raise PlayError("R709", f"{name} is not a {kind} of this game, which has {letter}1 to {last}", part.span)


DECLINE = "decline"
"""What is played by a player who does not react."""

MOST_NAMED = 4


class EvaluatedPosition:
    """A position in which expressions have values; `functions` are those that they may call."""

    def __init__(self, state: State, functions: dict[str, ir.Function]) -> None:
        self._code = code_with(state.game.program, functions)
        self._machine = self._code.at(state.machine.state)
        self._machine.limit = max(self._machine.limit, 1_000_000)

    def value(self, expr: ir.Expr) -> Any:
        """Compute the value of an expression without free locals. Raises PlayError, also where it names nobody here."""
        check_names(expr, self._code.layout)
        return self._machine.value(expr, {})

    def unsettled(self, expr: ir.Expr) -> str:
        """The zone on whose order a value hangs though chance has not decided about it; empty if there is none."""
        m = self._code.at(list(self._machine.state))
        m.limit = self._machine.limit

        def value() -> object:
            m.steps = 0
            try:
                found = m.value(expr, {})
            except PlayError as error:
                return str(error)
            return found if expr.type.base == "zone" else value_text(self._code.layout, expr.type, found)

        return unsettled(m, expr, value)

    def cards(self, zone: int) -> tuple[int, ...]:
        """The cards of a zone."""
        return tuple(self._machine.cards(zone))

    def seen(self, expr: ir.Expr, seat: int) -> bool:
        """Whether a seat sees the value of an expression (or EVERYTHING)."""
        return seen(self._machine, seat, expr, {})

    def facts(self, expr: ir.Expr, seat: int) -> tuple[tuple[str, str], ...]:
        """What decides the value, as (source text, value), as far as a seat may know."""
        return facts(self._machine, seat, culprit(self._machine, expr, {}, seat), {})

    def answer(self, expr: ir.Expr) -> tuple[Any, str]:
        """The value of an expression without free locals, or why it cannot be computed."""
        try:
            return self.value(expr), ""
        except PlayError as error:
            return None, str(error)

    def culprit(self, test: ir.Expr) -> ir.Expr:
        """The first part that does not hold, if `test` joins several by `and`; else `test` itself."""
        while isinstance(test, ir.Apply) and test.op == "and":
            test = test.args[1] if self.value(test.args[0]) else test.args[0]
        return test

    def explain(self, expr: ir.Expr) -> Iterator[tuple[Span, str]]:
        """The parts whose values explain the result, each with its span and its value as a text."""
        operator = isinstance(expr, ir.Apply) and ROWS[expr.op].form == "operator"
        if operator or isinstance(expr, ir.If | ir.ListOf):
            for part in parts(expr):
                yield from self.explain(part)
        elif not isinstance(expr, ir.Const | ir.Local):
            try:
                text = value_text(self._code.layout, expr.type, self.value(expr))
            except (PlayError, KeyError):
                return
            yield expr.span, f"is {text}"


# Whether a value hangs on the order of shuffled cards, which chance has not decided yet.
#
# It is looked at by trying: the loose cards of one zone change places, so that each comes to lie at each of them (in a
# large pile at some); where a value changes with that, it is not settled. Cards of one kind are alike.

MOST = 60
"""So many ways to lie are tried."""


def unsettled(m: Position, expr: ir.Expr, value: Callable[[], object]) -> str:
    """The name of a zone on whose order a value hangs, though it is not settled; empty if there is none.

    `value` computes the value of the expression in the position `m`, which is as before in the end.
    """
    state = m.state
    for zone in _zones(m.code.layout, expr):
        bags = list(_bags(m, zone))
        if not bags:
            continue
        kept = list(state)
        found, largest = value(), max(map(len, bags))
        for turns in sorted({1 + n * (largest - 1) // MOST for n in range(MOST)} & set(range(1, largest))):
            for bag in bags:
                # Let each card of a bag lie so many places further down; what is known of a place stays with the place
                know = m.code.know_at
                for n, at in enumerate(bag):
                    card = kept[bag[(n - turns) % len(bag)]]
                    m.state[at] = card
                    m.state[know + card] = kept[know + kept[at]]
            other = value()
            state[:] = kept
            if other != found:
                return m.code.layout.zones[zone].name
    return ""


def _zones(layout: Layout, expr: ir.Expr) -> list[int]:
    """The zones that an expression may name."""
    inside = list(every(expr))
    if any(isinstance(part, ir.Call) for part in inside):
        return [zone.number for zone in layout.zones]
    names = {part.name for part in inside if isinstance(part, ir.ZoneOf)}
    return [zone.number for zone in layout.zones if zone.name in names]


def _bags(m: Position, zone: int) -> Iterator[list[int]]:
    """The cells of the cards in each bag of a zone, but for those at certain places."""
    cell = m.code.layout.zones[zone]
    if cell.order == "heap":
        return
    met = set[int]()
    for place, card in enumerate(m.cards(zone)):
        cards = loose(m.code, m.state, zone, place)
        if len(cards) > 1 and card in cards and card not in met:
            met.update(cards)
            first = cell.address + 1
            yield [first + n for n, one in enumerate(m.cards(zone)) if one in cards]


# Checks whether a player sees what a scenario says: the cards of a zone, only their number, or a variable.
#
# This compares the player's view. A list names the cards, from the top if the zone has an order; `back` is an unknown
# card, `back(red)` one whose back shows `red`. Of a variable that holds a list it names the elements. A number is a
# number of unknown cards. `nothing` is what the view leaves out.

NOTHING = "nothing"
BACK = "back"


def check_view(seen: ViewCheck, state: State, report: Report, path: str) -> None:
    """Compare one line of `sees` with the view of its player; E806 and E811 for unknown names, E855 if they differ."""
    layout, name = state.game.layout, seen.name.text
    who = side(seen.seat.text, layout)
    path = f"{path}.{seen.seat.text}.{name}"
    if not check_view_names(seen, layout, report, path) or who is None:
        return
    orders = {str(zone.full_name): zone.order for zone in layout.zones}
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


def check_view_names(seen: ViewCheck, layout: Layout, report: Report, path: str) -> bool:
    """Whether the player, and the zone or variable, of a line of `sees` exist; if not, E811 or E806 is reported."""
    if player_seat(seen.seat, layout, report, path) is None:
        return False
    name = EntityName.of(seen.name.text)
    names = [zone.full_name for zone in layout.zones]
    names += [one for cell in layout.variables.values() for one in cell.full_names]
    if name in names:
        return True
    owner = name.owner or name.name
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


def _zone(seen: ViewCheck, shown: dict[str, Any] | None, order: str) -> tuple[bool, str]:
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


def _variable(seen: ViewCheck, variables: dict[str, Any], name: str) -> tuple[bool, str]:
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


# Checks how a scenario says that the game ends: its status, who has won, and the returns.
#
# `winners: [p1]` names the winning sides, in any order: players, or teams where teams win; `none` is a side without
# players, and `[]` says that the game is over and nobody has won. A game may have returns of its own, which say nothing
# about who has won.

NOBODY = "none"
"""A side without players, such as a bot that the rules play."""


def check_ending(scenario: Scenario, state: State, report: Report) -> None:
    """Compare the end of the game with what the scenario says of it (E854)."""
    if scenario.end is not None and scenario.end.text != state.status:
        now = "the game is still running" if state.status == "running" else f"the game has ended: {state.status}"
        report.add("E854", f"{now}, not {scenario.end.text}", scenario.end.span, path=f"{scenario.path}.end")
    _compare_winners(scenario, state, report)
    if scenario.returns:
        _compare_returns(scenario.returns, state, report, f"{scenario.path}.returns")


def check_winners(scenario: Scenario, layout: Layout, report: Report) -> None:
    """Report winners that are neither players nor teams of the game (E811)."""
    for one in _named(scenario):
        if one.text != NOBODY and side(one.text, layout) is None:
            path = f"{scenario.path}.winners"
            report.add("E811", no_player(one.text), one.span, path=path, helps=(the_players(layout),))


def _named(scenario: Scenario) -> list[Scalar]:
    sides = () if scenario.winners is None else scenario.winners.items
    return [one for one in sides if isinstance(one, Scalar)]


def _compare_winners(scenario: Scenario, state: State, report: Report) -> None:
    layout, wanted = state.game.layout, scenario.winners
    if wanted is None:
        return
    asked = [_seats(one.text, layout) for one in _named(scenario)]
    if state.status == "running" or sorted(asked) != sorted(state.winners):
        told = ", ".join(_name(seats, layout) for seats in state.winners)
        message = "the game is still running" if state.status == "running" else f"the winners are [{told}]"
        report.add("E854", message, wanted.span, path=f"{scenario.path}.winners")


def _seats(name: str, layout: Layout) -> tuple[int, ...]:
    """The seats of a side by its name."""
    found = side(name, layout)
    if found is None:
        return ()
    what, number = found
    return (number,) if what == "player" else tuple(seat for seat, team in enumerate(layout.teams) if team == number)


def _name(seats: tuple[int, ...], layout: Layout) -> str:
    if len(seats) > 1 and seats == _seats(team := f"t{layout.teams[seats[0]] + 1}", layout):
        return team
    return "+".join(f"p{seat + 1}" for seat in seats) or NOBODY


def _compare_returns(wanted: tuple[Scalar, ...], state: State, report: Report, path: str) -> None:
    from fractions import Fraction  # loads decimals: 2 ms of checking a file

    numbers = [float(Fraction(value.text)) for value in wanted]
    same = len(numbers) == len(state.returns)
    if not same or any(abs(a - b) > 1e-9 for a, b in zip(numbers, state.returns, strict=True)):
        given = ", ".join(f"{value:g}" for value in state.returns)
        report.add("E854", f"the returns are [{given}]", wanted[0].span.until(wanted[-1].span), path=path)
