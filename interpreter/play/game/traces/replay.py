"""Plays a trace again, without random numbers, and reports where it differs.

A trace belongs to the rules that it names: the digest in its first line is theirs. Where the rules are still the same,
all that the trace says is compared, and whatever the game contradicts is a difference. Where they have changed since,
its moves can be played as far as they are possible, each by its seat, and no more is asked of it, unless somebody wants
to see all that differs (`verify`). Only then must a trace also be whole.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....diagnostics.diagnostic import Diagnostic, Report, SpecError
from ....diagnostics.record import dataclass
from ....diagnostics.span import Source, Span
from ....source.merge.catalogue import find_games, may_be_read
from ..game import Game, State
from ..loading.load import configure, load_rules
from ..loading.rules import Rules
from ..move import IllegalMove
from .reader import line_of
from .recorder import Line, Recorder, first_line, last_line


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The result: the last position, how many lines were played, and each difference as (line, text).

    Lines count from 1; line 1 says what is played. `same_rules` says whether the rules are those of the trace; if not,
    only a replay that verifies has compared more than who moved.
    """

    state: State
    lines: int
    differences: tuple[tuple[int, str], ...]
    same_rules: bool


def game_of(
    lines: Sequence[Line], paths: Sequence[str] = (), source: Source | None = None, game: str | None = None
) -> Game:
    """Load the game that a trace was recorded from.

    Raises SpecError if that fails; its diagnostics point into `source` if that is given.
    """
    first = lines[0]
    try:
        return configure(rules_of(lines, paths, source, game), players=first["players"], options=first["options"])
    except SpecError as error:
        if source is None:
            raise
        raise SpecError(Report([in_the_trace(found, source) for found in error.report.diagnostics])) from None


def rules_of(
    lines: Sequence[Line], paths: Sequence[str] = (), source: Source | None = None, game: str | None = None
) -> Rules:
    """Load the rules that a trace names, for any players and options. Raises SpecError if that fails.

    A game or a variant that is known nowhere else may lie beside the trace, which is in `source`. Of several games with
    this name it is the one whose rules are those of the trace; `game` is another name or path to take.
    """
    report = Report()
    name, variants = game or lines[0]["game"], [str(name) for name in lines[0]["variants"]]
    beside = paths if source is None else (*paths, str(Path(source.name).parent))
    if game is None and not find_games(paths).games_called(name):
        paths = beside
    here = Span(Source("", name), 0, len(name)) if source is None else line_of(source, 1)
    named = [(name, "game"), *((one, "variant") for one in variants)][game is not None :]
    if not all([may_be_read(one, kind, here, paths, report) for one, kind in named]):
        raise SpecError(report)
    for one in find_games(paths).games_called(name)[:MOST_NAMESAKES] if game is None else ():
        namesake = load_rules(one.path, variants, paths, Report())
        if namesake is not None and lines[0]["digest"] in namesake.playable.digests:
            return namesake
    rules = load_rules(name, variants, paths, report) or load_rules(name, variants, beside, Report())
    if rules is None:
        raise SpecError(report)
    return rules


ELSEWHERE = "if it is in a folder of your own, name it: `--path DIR`; `replay` and `eval` also take `--game PATH`"

MOST_NAMESAKES = 8
"""Of so many games with the same name it is looked which one was played."""


def in_the_trace(found: Diagnostic, source: Source) -> Diagnostic:
    """Move a diagnostic about a name or value that was asked for to the first line of the trace, which asks for it."""
    if found.span is not None and Path(found.span.source.name).exists():
        return found
    line = line_of(source, 1)
    at = -1 if found.span is None or not found.span.text else line.text.find(found.span.text)
    span = (
        line if at < 0 or found.span is None else Span(source, line.start + at, line.start + at + len(found.span.text))
    )
    more = (ELSEWHERE,) if found.code in ("E400", "E401") else ()
    if found.code == "E413":
        return replace(
            found, span=span, helps=("say which one: `--game FILE` of `replay`, `eval`, `console`, `explain`",)
        )
    return replace(found, span=span, helps=(*(help for help in found.helps if "--path" not in help), *more))


def replay(
    lines: Sequence[Line], game: Game | None = None, *, verify: bool = True, paths: Sequence[str] = ()
) -> ReplayResult:
    """Play a trace again, up to the first line that cannot be played.

    Everything that the trace says is compared if its rules are still the same. With `verify` it is compared in any
    case, and both other rules and a trace that stops before its end are differences. Pass `game` if it is already
    loaded. Raises SpecError if the game of the trace cannot be loaded.
    """
    game = game or game_of(lines, paths)
    state = game.initial_state(seed=0, chance="explicit")
    happened = _ReplayedEvents(state, events=any("event" in line for line in lines))
    same_rules = lines[0]["digest"] in game.digests
    compares = same_rules or verify
    differences = _head(lines, game) if compares else []
    counted = True
    number = 1
    for number, line in enumerate(lines[1:], start=2):
        if compares:
            wrong, goes_on = _step(state, line, happened)
        else:  # no more is asked of a line than that it is possible for its seat
            why = play_line(state, line)
            wrong, goes_on = [why] if why else [], not why
        if counted and line.get("n", number - 1) != number - 1:
            wrong.insert(0, f"`n` is {number - 1}, but the trace says {json.dumps(line['n'])}")
            counted = False  # every line after it would differ as well
        if compares or not goes_on:
            differences += [(number, text) for text in wrong]
        if not goes_on:
            break
    else:
        if verify and not any("end" in line for line in lines[-1:]):
            differences.append((number, "the trace stops before the end of the game"))
    return ReplayResult(state, number, tuple(differences), same_rules)


def _head(lines: Sequence[Line], game: Game) -> list[tuple[int, str]]:
    """What the first line says of the game that is not so, and what chance has dealt otherwise."""
    said = lines[0]
    if said["digest"] not in game.digests:
        return [(1, "the rules have changed since: the digests differ")]
    now = _without(first_line(game, None), "trace", "seed", "options", "digest")
    wrong = _compare(now, _without(said, "trace", "seed", "options", "digest"))
    wrong += _compare(dict(game.options), said["options"])
    return [*((1, text) for text in wrong), *_different_deals(lines, game)]


def _different_deals(lines: Sequence[Line], game: Game) -> list[tuple[int, str]]:
    """The first line in which chance gives something else by the seed that the trace names, after the same moves."""
    seed = lines[0].get("seed")
    if seed is None:
        return []
    state = game.initial_state(seed)
    for line in lines[1:]:
        if "move" in line:
            try:
                state.apply(line["move"])
            except (IllegalMove, TypeError, ValueError):
                break  # told where the trace is played
    dealt = (line for line in Recorder(state).lines(state) if "chance" in line)
    said = ((number, line) for number, line in enumerate(lines[1:], start=2) if "chance" in line)
    for (number, line), now in zip(said, dealt, strict=False):
        if line["chance"] == now["chance"] and line.get("outcome") != now["outcome"]:
            return [(number, f"by the seed {seed}, chance gives {now['outcome']} here")]
    return []


class _ReplayedEvents:
    """What happens while a trace is played, to be compared with what the trace says."""

    def __init__(self, state: State, *, events: bool) -> None:
        self._recorder = Recorder(state, events=events)
        self._next: deque[Line] = deque()
        self._lost = False
        self.look(state)

    def look(self, state: State) -> None:
        """Note what has happened since the last call."""
        self._next += (line for line in self._recorder.lines(state) if "event" in line or "chance" in line)

    def event(self, line: Line) -> list[str]:
        """Compare a line about an event with what happened.

        After the first difference events are no longer compared, because the rest would differ as well.
        """
        now = _without(self._next.popleft(), "n") if self._next else None
        if self._lost or _exact(now) == _exact(_without(line, "n")):
            return []
        self._lost = True
        return [f"what happens here is {json.dumps(now)}"]

    def settled(self, state: State) -> Line:
        """What chance has just decided."""
        self.look(state)
        return _without(self._next.popleft(), "n") if self._next else {}

    def missed(self) -> list[str]:
        """Report if something happened that the trace does not mention before the next decision."""
        missed = (
            []
            if self._lost or not self._next
            else [f"before this, the trace lacks {json.dumps(_without(self._next[0], 'n'))}"]
        )
        self._lost = self._lost or bool(missed)
        self._next.clear()
        return missed


def _step(state: State, line: Line, happened: _ReplayedEvents) -> tuple[list[str], bool]:
    """Play one line: the differences, and whether it could be played."""
    if "event" in line:
        return happened.event(line), True
    missed = happened.missed()
    if "end" in line:
        last = last_line(state)
        older = _without(last, "winners") if "winners" not in line else last  # older traces do not name the winners
        return missed + _compare(older, line), True
    if "chance" in line:
        wrong, goes_on = _chance(state, line, happened)
    elif "move" in line:
        wrong, goes_on = _decision(state, line)
        happened.look(state)
    else:
        wrong, goes_on = ["this line has none of the known keys: event, chance, move, end"], True
    return missed + wrong, goes_on


def _chance(state: State, line: Line, happened: _ReplayedEvents) -> tuple[list[str], bool]:
    if state.decider.kind != "chance":
        return [f"chance does not decide here: {decider_in_words(state)}"], False
    outcomes = state.chance_outcomes
    weight = next((w for move, w in outcomes if move.text == line.get("outcome")), None)
    if weight is None:
        return [f"{line.get('outcome')} is not a possible outcome here"], False
    state.apply(str(line["outcome"]))
    return _compare(happened.settled(state), _without(line, "n")), True


def _decision(state: State, line: Line) -> tuple[list[str], bool]:
    if state.decider.kind != "seat":
        return [f"no player decides here: {decider_in_words(state)}"], False
    now: dict[str, Any] = {"seat": str(state.decider), "phase": state.phase}
    if "legal" in line:
        now["legal"] = [move.text for move in state.legal_moves]
    wrong = _compare(now, _without(line, "n", "move"))
    try:
        state.apply(str(line["move"]))
    except IllegalMove as error:
        return [*wrong, f"not legal now: {error}"], False
    return wrong, True


def _without(line: Line, *keys: str) -> Line:
    return {key: value for key, value in line.items() if key not in keys}


def _compare(now: dict[str, Any], then: dict[str, Any]) -> list[str]:
    """The differences between what is the case now and what the trace says; 1, 1.0 and true are not the same."""
    keys: Iterable[str] = dict.fromkeys((*now, *then))
    return [
        f"`{key}` is {json.dumps(now.get(key))}, but the trace says {json.dumps(then.get(key))}"
        for key in keys
        if _exact(now.get(key)) != _exact(then.get(key))
    ]


def _exact(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


# Plays the moves of a trace under other rules, up to the first that fails there.


@dataclass(frozen=True, slots=True)
class TransplantedGame:
    """How far the moves can be played: the position behind the last of them, how many moves players have made, and the
    first line that fails with the reason, if any does. Lines count from 1, which says what is played.
    """

    state: State
    moves: int
    fails: tuple[int, str] | None


def play_under_rules(lines: Sequence[Line], game: Game) -> TransplantedGame:
    """Play the moves and the outcomes of chance in a trace under the rules of `game`.

    Each must be possible, for the same player. Legal moves, events and the end are not compared: under other rules
    they may well differ.
    """
    state = game.initial_state(seed=0, chance="explicit")
    moves = 0
    for number, line in enumerate(lines[1:], start=2):
        why = play_line(state, line)
        if why:
            return TransplantedGame(state, moves, (number, why))
        moves += "move" in line
    return TransplantedGame(state, moves, None)


def play_line(state: State, line: Line) -> str:
    """Play what was decided in a line, if anything was; why that is impossible, or an empty text."""
    if "event" in line or "end" in line:
        return ""
    if "chance" in line:
        # Play an outcome of chance; why that is impossible, or an empty text
        outcome = str(line.get("outcome"))
        if state.decider.kind != "chance":
            return f"chance decides in the trace, but here {decider_in_words(state)}"
        if all(move.text != outcome for move in state.legal_moves):
            return f"chance cannot give {outcome} here"
        state.apply(outcome)
        return ""
    return _play_move(state, line) if "move" in line else ""


def _play_move(state: State, line: Line) -> str:
    """Play a move of a player; why that is impossible, or an empty text."""
    seat, move = line.get("seat", str(state.decider)), str(line["move"])
    if state.decider.kind != "seat" or str(state.decider) != seat:
        return f"{seat} plays {move} in the trace, but here {decider_in_words(state)}"
    try:
        state.apply(move)
    except IllegalMove as error:
        return f"{seat} may not play {error}"
    return ""


def decider_in_words(state: State) -> str:
    """Who decides, in words."""
    match state.decider.kind:
        case "nobody":
            return f"the game is over ({state.status})"
        case "chance" | "seat":
            return f"{state.decider} decides"
