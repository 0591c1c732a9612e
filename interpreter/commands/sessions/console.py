"""`cardwright console`: expressions and moves tried out on a position, and taken back."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from os.path import exists
from pathlib import Path
from shlex import quote

import click

from ...diagnostics.diagnostic import SpecError
from ...diagnostics.suggest import suggest
from ...language.builtins.table import ROWS
from ...play.game.decider import EVERYTHING
from ...play.game.game import State
from ...play.game.move import key_of
from ...play.game.texts import Wordings
from ...play.players.human import reasons
from ...play.players.prompt import by_label
from ..failure import CommandError
from ..flags import GameFlags, play_flags, seed_or_random, trace_rules_flag
from ..match_setup import configured_game, open_rules
from ..outcome import FINE, Outcome
from ..output_file import write_whole
from ..positions import TracePosition, is_position, position_of, seat_number
from ..sources.new import scenario_of, steps_of_state
from .eval import evaluate_at

PLAIN_NAMES = frozenset(row.spelling for row in ROWS.values() if row.form in ("function", "name"))
"""Names of the language itself that begin an expression."""

_WORDS = re.compile(r"[^\s,:()]+")
_NAME = re.compile(r"[a-z_][a-z0-9_]*")
_CALL = re.compile(r"[a-z_][a-z0-9_]*\s*(\(.*\))?")
_CHOICE = re.compile(r"[a-z_]\w*\s*=(?!=).*")

THEIRS = "{who} decides, and only they know what they may do"
"""What a seat is told of the moves of another: they may name cards that it does not see."""

HELP = """an expression       its value: count(p1.hand), top(pile), p1.total + 3
a move              plays it: discard(go); where chance decides, an outcome
moves               what can be played now
why MOVE            why a move is or is not legal
undo                takes back the last move
save FILE.yaml      makes a scenario of the position and of the moves since
quit                ends this, as does the end of the input"""


@click.command("console", epilog="Example: cardwright console game.jsonl@12")
@click.option("--seat", metavar="p1|p2|…", help="Answer only what this player may know.")
@trace_rules_flag
@play_flags
@click.pass_obj
def command(outcome: Outcome, flags: GameFlags, seat: str | None, rules: str | None) -> int:
    """Try out expressions and moves on a position: of a game, or TRACE@N of a
    recorded one.

    A line is an expression, whose value is printed, or a move, which is played
    and can be taken back with `undo`. `?` lists what else can be typed.
    """
    if outcome.json:
        raise CommandError("E013", "console has no JSON", "json", "`cardwright eval` answers in JSON")
    here = position_of(flags.game, flags.path, rules) if is_position(flags.game) else _beginning(flags, outcome)
    _Console(outcome, flags, here, seat_number(seat, here.state.game)).run()
    return FINE


def _beginning(flags: GameFlags, outcome: Outcome) -> TracePosition:
    rules = open_rules(flags, outcome)
    game = configured_game(rules, flags, outcome=outcome)
    return TracePosition(game.initial_state(seed=seed_or_random(flags)), rules)


class _Console:
    """The positions so far: the last one is that which lines are about."""

    def __init__(self, outcome: Outcome, flags: GameFlags, here: TracePosition, seat: int) -> None:
        self._outcome, self._here, self._seat, self._paths = outcome, here, seat, flags.path
        self._words = Wordings(here.state.game.spec, flags.lang)
        self._states: list[State] = [here.state]

    @property
    def _state(self) -> State:
        return self._states[-1]

    def run(self) -> None:
        """Answer lines until `quit` or the end of the input."""
        while True:
            click.echo(f"{self._state.decider}> ", nl=False)
            line = sys.stdin.readline() if sys.stdin else ""
            if not line:
                click.echo("")
                return
            text = " ".join(line.split())
            if text in ("quit", "exit", "q"):
                return
            if text:
                text = by_label(self._state, text, self._words)
                for answer in self._answers(text):
                    click.echo(answer)

    def _answers(self, text: str) -> Iterator[str]:
        first, _, rest = text.partition(" ")
        moves, seat = {key_of(move.text): move for move in self._state.legal_moves}, self._state.current_seat
        theirs = self._seat not in (EVERYTHING, seat) and seat >= 0
        match first:
            case "?" | "help" if not rest:
                yield HELP
            case "moves" | "why" if theirs:
                yield THEIRS.format(who=self._state.decider)
            case "moves" if not rest:
                yield "\n".join(move.text for move in self._state.legal_moves) or str(self._state.status)
            case "undo" if not rest:
                if len(self._states) == 1:
                    yield "nothing was played here yet"
                else:
                    self._states.pop()
            case "save" if rest.endswith((".yaml", ".yml")):
                yield self._saved(Path(rest))
            case "why" if rest:
                yield from reasons(self._state, rest, self._words)
            case _ if key_of(move := self._attempt(text) or text) in moves:
                after = self._state.clone()
                after.apply(moves[key_of(move)])
                self._states.append(after)
            case _ if theirs and self._attempt(text):
                yield THEIRS.format(who=self._state.decider)
            case _ if self._attempt(text):
                yield from reasons(self._state, move, self._words)
            case _:
                yield from self._value(text)

    def _saved(self, target: Path) -> str:
        """Write the position where the console began, and the moves since, as a scenario; what is said of that."""
        if exists(target):
            return f"'{target}' is there already; choose another name"
        if self._seat != EVERYTHING:
            return "a scenario tells all cards: leave `--seat` out"
        began = next((one for one in self._states if one.decider.kind != "chance"), None)
        if began is None or self._state.decider.kind == "chance":
            return "chance decides here, and a scenario gives a position in which a player does"
        past = steps_of_state(began)
        played = (began, steps_of_state(self._state)[len(past) :], self._state)
        try:
            write_whole(str(target), scenario_of(target, self._here.rules, played, past, self._paths))
        except CommandError as error:
            return error.message
        return f"wrote {target}; `cardwright test {quote(str(target))}` runs it"

    def _attempt(self, text: str) -> str:
        """The move that a line tries to make and cannot, with its brackets; empty if it tries none.

        `bid 3` and `bid(3)` name an action, `extend=yes` something that is chosen; what a mistyped word means is only
        asked where it has no value.
        """
        spec, name = self._here.rules.spec, key_of(text).name
        actions = [*spec.actions, *spec.reactions, "decline"]
        if name in actions:
            return text
        first, *arguments = _WORDS.findall(text) or ("",)
        if first in actions:
            return f"{first}({', '.join(arguments)})"
        if _CHOICE.fullmatch(text):
            return text
        near = suggest(name, actions) if _NAME.fullmatch(name) and _CALL.fullmatch(text) else None
        return text if near is not None and not self._has_meaning(name) else ""

    def _has_meaning(self, name: str) -> bool:
        """Whether expressions may use this name."""
        spec = self._here.rules.spec
        return any(name in names for names in (spec.zones, spec.variables, spec.functions, spec.options, PLAIN_NAMES))

    def _value(self, text: str) -> Iterator[str]:
        try:
            found = evaluate_at(replace(self._here, state=self._state), text, self._seat)
        except SpecError as error:
            self._outcome.show(error.report)
        except CommandError as error:
            yield error.message
        else:
            yield found.text
            yield from (f"  {what}: {value}" for what, value in found.facts)
