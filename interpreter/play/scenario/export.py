"""Makes a scenario of a position that was played: a file that can be read, and that passes.

The position is tried as a `given` in the phase of its decision, and in those around it; what is made is run before it
is offered. Where no `given` leads to the position, the scenario plays the game from its beginning, unless that is long.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ...diagnostics.diagnostic import Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source
from ...engines.cells import loose
from ...engines.program.layout import VariableCell, ZoneCell
from ...language.ir.types import NONE
from ...language.spec.nodes import Spec
from ...language.spec.option_values import settle_options
from ...source.shape.validation import check_scenarios
from ...source.text.files import compose_cached
from ..game.game import Game, State
from ..game.loading.rules import Rules
from ..game.notation import value_text
from .initial_state import GameCache, begin
from .nodes import ScenarioFile
from .reader import read_scenarios
from .runner import Play, run_scenario
from .values import ENTERING, TURN

LONGEST = 200
"""A scenario without a `given` plays so many moves and outcomes of chance at most."""

SHOWN = 8
"""So many legal moves are listed, at most."""

Step = tuple[str, str]
"""Who decides, a player such as p1 or `chance`, and what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The scenario that is wanted: the file that it will be in, its name, how that file names the game and its
    variants, its rules.
    """

    target: str
    name: str
    game: str
    variants: tuple[str, ...]
    rules: Rules
    paths: tuple[str, ...]


def scenario_from(
    wanted: Wanted, state: State, past: Sequence[Step] | None, steps: Sequence[Step], after: State
) -> str | None:
    """The text of a file with one scenario: the position `state`, then `steps`, which lead to `after`.

    `past` is all that was decided before, None if nobody knows. None if no scenario leads to the position. Chance must
    not decide in `state`.
    """
    endings = ([*_then(list(_changes(state, after))), *_seen(after)], _seen(after))
    for given, played in _begins(wanted, state, past, steps):
        for ending in endings:
            text = _text(wanted, state, [*given, *_when(played), *ending])
            file = _read(wanted, text)
            shelf = GameCache(wanted.paths, engine="reference")
            if file is not None and run_scenario(file.scenarios[0], file, shelf).passed:
                return text
    return None


def _begins(
    wanted: Wanted, state: State, past: Sequence[Step] | None, steps: Sequence[Step]
) -> Iterator[tuple[list[str], Sequence[Step]]]:
    """Lines of `given`, and what is played from there: the position itself first, then the beginning of the game."""
    yield from ((given, steps) for given in _givens(wanted, state))
    if past is not None and len(past) + len(steps) <= LONGEST:
        yield [], [*past, *steps]


def _givens(wanted: Wanted, state: State) -> Iterator[list[str]]:
    """Lines of `given` that lead to the position, the most readable first."""
    inner = [state.phase, *reversed(state.phases)]
    phases = list(dict.fromkeys(name for name in (*inner, *wanted.rules.spec.phases) if name))
    for in_full in (False, True):
        for phase in phases:
            lines = [at_line(state, phase), *zone_lines(state, in_full=in_full)]
            begun = _start(wanted, _text(wanted, state, [*_given(lines), "    legal: [x]"]))
            if begun is None:
                continue
            lines += variable_lines(state, begun)
            given = _given(lines)
            begun = _start(wanted, _text(wanted, state, [*given, "    legal: [x]"]))
            if begun is not None and same_position(begun, state):
                yield given


def _given(lines: Sequence[str]) -> list[str]:
    return ["    given:", *(f"      {line}" for line in lines)]


def _when(steps: Sequence[Step]) -> list[str]:
    return ["    when:", *(f"      - {who}: {_quoted(what)}" for who, what in steps)] if steps else []


def _then(checks: Sequence[str]) -> list[str]:
    return ["    then:", *(f"      {line}" for line in checks)] if checks else []


def _seen(state: State) -> list[str]:
    """What can be said of any position: what is legal, or how the game has ended."""
    if state.is_terminal:
        return [f"    end: {state.status}"]
    moves = list(dict.fromkeys(_quoted(move.text) for move in state.legal_moves))
    return ["    legal:", *(f"      - {move}" for move in moves[:SHOWN])] if moves else []


def _changes(state: State, after: State) -> Iterator[str]:
    """What the steps have changed, each as a check with a name."""
    counts = counts_of(state)
    for zone, count in counts_of(after).items():
        if counts[zone] != count:
            yield f"{_name(zone)}: count({zone}) == {count}"
    values = values_of(state)
    for variable, value in values_of(after).items():
        if values[variable] != value and not value.startswith("["):
            test = f"{variable} is none" if value == "none" else f"{variable} == {value}"
            yield f"{_name(variable)}: {test}"


def _name(path: str) -> str:
    """The name of a check about a zone or a variable: `p1.hand` is `p1_hand`, `row[2]` is `row_2`."""
    return re.sub(r"[^a-z0-9_]+", "_", path).strip("_")


def _quoted(text: str) -> str:
    """A text as it is, or in quotation marks where YAML might read something else."""
    return text if re.fullmatch(r"[\w.][\w(),=./\-]*( [\w(),=./\-]+)*", text) else json.dumps(text, ensure_ascii=False)


def _text(wanted: Wanted, state: State, lines: Sequence[str]) -> str:
    game = state.game
    name = json.dumps(wanted.name, ensure_ascii=False)
    head = [f"game: {_quoted(wanted.game)}", "scenarios:", f"  {name}:", f"    players: {game.players}"]
    options = [f"      {name}: {value}" for name, value in changed_options(game, wanted.rules.spec).items()]
    head += ["    options:", *options] if options else []
    head += ["    variants:", *(f"      - {_quoted(one)}" for one in wanted.variants)] if wanted.variants else []
    return "\n".join((*head, *lines)) + "\n"


def changed_options(game: Game, spec: Spec) -> dict[str, str]:
    """The options that are not as usual for this number of players, as they are written."""
    usual = settle_options(spec, game.players, {}, None, Report()) or {}
    return {name: str(game.options[name]).lower() for name, value in game.program.options if usual.get(name) != value}


def _read(wanted: Wanted, text: str) -> ScenarioFile | None:
    report = Report()
    tree = compose_cached(Source(wanted.target, text), report)
    if tree is None:
        return None
    tree = check_scenarios(tree, report)
    return None if report.errors else read_scenarios(tree, report)


def _start(wanted: Wanted, text: str) -> State | None:
    """The position that the scenario of a text gives; None if it gives none."""
    file = _read(wanted, text)
    if file is None:
        return None
    scenario, report = file.scenarios[0], Report()
    try:
        state = begin(scenario, wanted.rules, GameCache(wanted.paths, engine="reference"), report)
        if state is None or report.errors:
            return None
        play = Play(state, report, scenario.path, lambda state, check: None)
        play.settle()
    except SpecError:
        return None
    return play.state


# What a scenario must give so that its position is this one: `given`, as lines of text.
#
#     at: {phase: play, turn: p1}
#     p1.hand: [ace, king]
#     t1.total: 400
#
# A zone in which the cards of a deck begin is left out where the cards that are left over may lie there in any order.
# What is given is not known to be enough until it is tried: who has passed, or what has happened in this turn, cannot
# be said in a position. `same_position` tells whether another position is this one, as far as scenarios can ask.

Lines = list[str]


def at_line(state: State, phase: str) -> str:
    """Where the game is."""
    layout, cells = state.game.layout, state.machine.state
    holder = layout.variables.get(TURN[0])
    turn = NONE if holder is None else cells[holder.address]
    return f"at: {{phase: {phase}}}" if turn == NONE else f"at: {{phase: {phase}, turn: p{turn + 1}}}"


def zone_lines(state: State, *, in_full: bool) -> Iterator[str]:
    """The cards of each zone; those that lie where they begin are left out unless all is told `in_full`."""
    homes = {home: set[int]() for home in state.game.layout.home}
    for zone in state.game.layout.zones:
        cards = state.machine.cards(zone.number)
        certain = {place: card for place, card in enumerate(cards) if _is_certain(state, zone, place)}
        if zone.number in homes and not in_full:
            if certain and len(certain) < len(cards):
                places = ", ".join(f"{place + 1}: {_kind(state, card)}" for place, card in certain.items())
                yield f"{zone.full_name}: {{{places}}}"
        elif cards or zone.number in homes:
            yield f"{zone.full_name}: [{', '.join(_kind(state, card) for card in cards)}]"


def variable_lines(state: State, given: State) -> Iterator[str]:
    """The values of variables that a position which was `given` without them does not have."""
    before = values_of(given)
    for name, value in values_of(state).items():
        if before.get(name) != value:
            yield f"{name}: {value}"
    for name, cell in state.game.layout.card_variables.items():
        others = _by_kind(given, name)
        for kind, values in _by_kind(state, name).items():
            if len(set(values)) == 1 and values != others[kind]:
                yield f"{kind}.{cell.own_name}: {values[0]}"


def values_of(state: State) -> dict[str, str]:
    """The values of all variables that the rules declare, by name."""
    layout = state.game.layout
    return {
        str(full): value_text(layout, cell.type, _value(state, cell, number))
        for name, cell in layout.variables.items()
        if "." not in name and name != ENTERING
        for number, full in enumerate(cell.full_names)
    }


def counts_of(state: State) -> dict[str, int]:
    """How many cards lie in each zone, by name."""
    return {str(zone.full_name): len(state.machine.cards(zone.number)) for zone in state.game.layout.zones}


def same_position(one: State, other: State) -> bool:
    """Whether two positions of a game have the same cards, variables, decider and legal moves.

    What players know of cards that they do not see now, and the order of cards that nobody knows, may differ.
    """
    moves, others = (sorted(move.text for move in state.legal_moves) for state in (one, other))
    if one.decider != other.decider or moves != others or values_of(one) != values_of(other):
        return False
    layout = one.game.layout
    if any(_by_kind(one, name) != _by_kind(other, name) for name in layout.card_variables):
        return False
    return all(_placement(one, zone) == _placement(other, zone) for zone in layout.zones)


def _placement(state: State, zone: ZoneCell) -> tuple[Counter[str], dict[int, str]]:
    """The kinds of card in a zone, and those at certain places."""
    cards = state.machine.cards(zone.number)
    places = [place for place in range(len(cards)) if _is_certain(state, zone, place)]
    return Counter(_kind(state, card) for card in cards), {place: _kind(state, cards[place]) for place in places}


def _is_certain(state: State, zone: ZoneCell, place: int) -> bool:
    return len(loose(state.game.code, state.machine.state, zone.number, place)) == 1


def _kind(state: State, card: int) -> str:
    return state.game.layout.kinds[state.game.layout.kind_of[card]].id


def _value(state: State, cell: VariableCell, number: int) -> int | Sequence[int]:
    cells, start = state.machine.state, cell.at(number)
    return cells[start + 1 : start + 1 + cells[start]] if cell.room else cells[start]


def _by_kind(state: State, name: str) -> dict[str, list[str]]:
    """The values of a variable of cards, by the kind of the card."""
    layout, found = state.game.layout, dict[str, list[str]]()
    cell = layout.card_variables[name]
    for card in layout.decks[cell.deck]:
        value = value_text(layout, cell.type, state.machine.state[cell.address + card])
        found.setdefault(_kind(state, card), []).append(value)
    return {kind: sorted(values) for kind, values in found.items()}
