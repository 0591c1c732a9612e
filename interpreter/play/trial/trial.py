"""Trial play: what only play can find in a spec, found by playing it at random."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suppression import without_suppressed
from ...diagnostics.text import how_many
from ...engines.program.make import make_program
from ...language.ir.nodes import AttributeOf, Condition
from ...language.ir.traversal import records
from ...language.spec.nodes import Refill, Spec
from ...language.syntax import nodes as syn
from ..game.cycle_detection import LONG, DecisionCycle, cycle_of
from ..game.game import Game, State
from ..game.loading.rules import Rules
from .coverage import CoveragePoint, coverage_points, marked
from .simulation import Configuration, Endless, Failure, MoveStatistics, Trial, play_on_trial


def try_out(
    rules: Rules, settings: Iterable[Configuration], seconds: float, path: str, report: Report, *, patient: bool = False
) -> Trial:
    """Play a game at random for about so many seconds, and report what goes wrong (W780 to W782, W660).

    `settings` are the configurations to play, in their order; `path` is how commands call the spec. The same number of
    seconds finds the same on every machine, unless it is extremely slow. `patient` as for `play_on_trial`.
    """
    places = coverage_points(rules.spec)
    trial = play_on_trial(marked(rules.game, places), settings, seconds, patient=patient)
    report_findings(trial, rules, places, path, report)
    return trial


def _circle(rules: Rules, found: Endless) -> DecisionCycle:
    """Play a game without an end once more, and watch what goes round in it."""
    setting = found.setting
    program = make_program(rules.game, players=setting.players, options=setting.options)
    state = Game(program, spec=rules.spec, engine="reference").initial_state(seed=found.seed, record=False)
    return cycle_of(state, State.random_move, lambda state: state.decisions <= found.decisions)


# Tells an author what games on trial have shown: errors, games without an end, and what never came to pass.
#
#     W780  a rule failed                    the rule, how often, and the command that shows the first such game
#     W781  a game has no end                the decisions that come again and again, and the command
#     W660  none has come to its end, or one is far longer than all others: how long the longest was when it was
# stopped
#     W782  something never came to pass     an action, a phase, a line, and in how many games it might have
#     W413  the machine was too slow         how many games were played; what the clock has cut off is not judged
#
# What never came to pass is only told after `MANY` games in which it might have: a rare thing takes many games.

MANY = 200
"""So many games are needed to say of something that it never came to pass."""

FEWER, OFTEN = 5, 200
"""So many games are enough of an action that was on offer so often, and had always the same condition against it
that does not ask for cards: a hand that it needs may just be rare."""

FAR = 20
"""A game that takes so many times as long as the others is told, though it was only stopped."""

MOST_BARRED = 3
"""Of so many actions that are not legal it is shown why."""

SHOWN = 6
"""How many different decisions of a game without an end are told."""


def report_findings(trial: Trial, rules: Rules, places: Sequence[CoveragePoint], path: str, report: Report) -> None:
    """Report all that was found; `path` is how the spec is called in a command."""
    unset = _unset(rules.spec, report)
    lasting = any(
        one in unset for phase in rules.spec.phases.values() for one in _words(phase.ends_when, phase.repeat_until)
    )
    for failure in trial.failures.values():
        error = failure.error
        if lasting and error.code == "R701":
            continue  # games go on for ever where what ends them never changes, and all is counted
        ranged = rules.spec.variables.get(error.message.split("'")[1]) if error.code == "R701" else None
        ends = ranged and ranged.low and ranged.high and ranged.low.span.until(ranged.high.span)
        report.add(
            "W780",
            f"in a game at random, {error.message} ({error.code})",
            error.span,
            label="the rule that failed",
            others=(Label(ends, "its range"),) if ends else failure.barred[:MOST_BARRED],
            notes=(
                *error.notes,
                f"with {failure.setting.name}, after {how_many(failure.decisions, 'decision')};"
                f" {failure.times} of {how_many(trial.games, 'game')} ended like this",
            ),
            helps=(*(error.helps or _instead(failure, rules.spec)), _again(path, failure)),
            path=error.path,
        )
    never = [
        place
        for place in _unreached(trial, rules.spec, places)
        if not any(one in unset for one in _words(*(c.test for c in _unmet(trial.asked.get(place.path)))))
    ]
    told_why = any(place.kind == "action" for place in never)
    if rules.spec.actions and trial.games and not trial.decisions and not trial.failures and not told_why:
        message = f"nobody had anything to decide in {how_many(trial.games, 'game')} at random"
        helps = ("look at what passes players over (`skip`, `when`) and what ends the first phase",)
        report.add("W782", message, rules.spec.begin.span, label="here it begins", helps=helps, path="begin")
        never = []  # it follows from that
    if trial.endless:
        _never_ends(trial, rules, path, report)
    elif trial.unfinished is not None and trial.unfinished.decisions >= max(LONG, FAR * trial.usual):
        _unfinished(trial.unfinished, trial, rules, path, report)
    for place in never:
        _never(place, trial, places, report)
    if trial.cut:
        report.add(
            "W413",
            "some of the games that were to be played at random were left out",
            rules.spec.span,
            notes=(f"{how_many(trial.games, 'game')} had been played when the time was up",),
            helps=("`--play SECONDS` plays longer",),
        )


def _instead(failure: Failure, spec: Spec) -> tuple[str, ...]:
    """What to do about a rule that fails, where it does not say itself: what is mostly meant comes first."""
    code = failure.error.code
    phase = next((one for one in spec.phases.values() if one.name.span == failure.error.span), None)
    if code == "R705":
        return ("ask for fewer cards, for one after the other, or choose one of a list of the selections that fit",)
    if code == "R701":
        back = _set_back(failure.error.message.split("'")[1], spec) or "look at what should have come before"
        return (f"if it may be so, make the range larger; if not, {back}",)
    if code != "R704":
        return ()
    otherwise = (
        "say what happens then: `otherwise:` of the phase, an `else:` of the choice, or a move that is always legal"
    )
    if phase is None or phase.turns is None:
        return (otherwise,)
    own = next((f"me.{name}.empty" for name, zone in spec.zones.items() if zone.of and zone.of.text == "player"), "…")
    skip = f"let them have what they can play, pass over who has nothing, `turns: {{skip: {own}}}`, or end the phase"
    begun = ("let players have what they need before the first turn: `start: …`",)
    return (*(_taken_back(spec) if failure.decisions else begun), skip, otherwise)


def _taken_back(spec: Spec) -> tuple[str, ...]:
    """That cards which are dealt again and again have to be taken back first, as a help, if no rule does that."""
    stock = next((one for one in spec.zones.values() if one.start and not one.of), None)
    if stock is None or any(isinstance(one, syn.Gather | Refill) for one in records(spec)):
        return ()
    again = {step.text for one in spec.phases.values() if one.repeat for step in one.steps}
    while more := {step.text for name in again if name in spec.phases for step in spec.phases[name].steps} - again:
        again |= more
    dealt = any(
        isinstance(one, syn.Draw) and stock.name.text in one.source.span.text
        for name in again & {*spec.phases}
        if spec.phases[name].turns is None and not spec.phases[name].offer
        for one in records(spec.phases[name])
    )
    back = f"gather {stock.holds.text} to {stock.name.text}"
    said = f"where cards are dealt again, take them back first: `{back}`, `shuffle {stock.name.text}`"
    return (said,) if dealt else ()


def _set_back(name: str, spec: Spec) -> str:
    """What is probably meant with a variable that is only counted up, or only down; empty for any other."""
    own = spec.variables.get(name)
    sets = [one for one in records(spec) if isinstance(one, syn.Assign)]
    signs = {one.operator for one in sets if one.target.span.text.rpartition(".")[2] == name}
    if own is None or own.room is not None or len(signs) != 1 or "=" in signs:
        return ""
    way, back = ("up", "down") if "+=" in signs else ("down", "up")
    each = Counter(one.each.text for one in spec.variables.values() if one.each is not None)
    turn = "turn" if any(phase.turns for phase in spec.phases.values()) else "…"
    usual = next((name for name, _ in each.most_common(1)), turn)
    anew = f"let it begin anew (`each: {usual}`), or " if own.each is None else ""
    return f"{anew}count it {back}: it is only counted {way}"


def _set_once(spec: Spec) -> tuple[str, ...]:
    """The booleans that rules set, but never back: a game may come to a stop by that, as a help."""
    sets = [one for one in records(spec) if isinstance(one, syn.Assign)]
    ways: dict[str, set[str]] = {name: set() for name, one in spec.variables.items() if one.each is None}
    for one in sets:
        name = one.target.span.text.rpartition(".")[2]
        if name in ways and isinstance(one.value, syn.Boolean):
            ways[name].add(one.value.span.text)
    once = [f"'{name}' is set to {way}" for name, (way, *more) in ((n, [*w]) for n, w in ways.items() if w) if not more]
    return (f"{', '.join(once[:MOST_BARRED])}, and never back: is that meant?",) if once else ()


def _again(path: str, found: Failure | Endless) -> str:
    """The command that shows a game."""
    return f"`cardwright run {path} {found.setting.flags} --seed {found.seed}` shows this game"


def _never_ends(trial: Trial, rules: Rules, path: str, report: Report) -> None:
    """Report one game without an end: one that certainly has none, if there is one."""
    found = min(trial.endless, key=lambda one: not one.certain)
    circle = _circle(rules, found)
    rows = sorted(circle.made, key=lambda row: -row[1])
    why = (
        "the same decisions come again and again, with one legal move at each of them:"
        if circle.certain
        else f"it had been in most of its positions before; its last {sum(times for _, times in rows)} decisions:"
    )
    report.add(
        "W781",
        "a game at random never ends"
        if circle.certain
        else f"a game at random had not ended after {how_many(found.decisions, 'decision')}",
        _where(circle, rules.spec),
        label="here play goes round" if circle.certain else "here most decisions were made",
        notes=(
            f"{why} {_cycle_text(circle)}",
            f"with {found.setting.name}; {len(trial.endless)} of {how_many(trial.games, 'game')} had no end",
        ),
        helps=("end the game by a rule: `end game`, or `until` in a phase that repeats", _again(path, found)),
    )


def _where(circle: DecisionCycle, spec: Spec) -> Span:
    """The phase of most of the decisions that came again."""
    phase = max(circle.made, key=lambda row: row[1])[0].phase if circle.made else ""
    return spec.phases[phase].name.span if phase in spec.phases else spec.begin.span


def _cycle_text(circle: DecisionCycle) -> str:
    """The decisions that came again, the most frequent first."""
    rows = sorted(circle.made, key=lambda row: -row[1])
    told = [f"p{made.seat + 1} {made.action}" + (f" × {times}" if times > 1 else "") for made, times in rows]
    return ", ".join([*told[:SHOWN], *([f"{len(told) - SHOWN} others"] if len(told) > SHOWN else [])])


def _unfinished(found: Endless, trial: Trial, rules: Rules, path: str, report: Report) -> None:
    """Report that no game has come to its end, or one far from it, though it may be that games are just long."""
    circle = _circle(rules, found)
    others = f"one of {how_many(trial.games, 'game')} at random had not ended after"
    none = "no game at random has ended, not even after"
    report.add(
        "W660",
        f"{others if trial.ended else none} {how_many(found.decisions, 'decision')}",
        _where(circle, rules.spec),
        label="here most decisions were made",
        notes=(
            f"its last {sum(times for _, times in circle.made)} decisions: {_cycle_text(circle)}",
            *((f"the others took {how_many(trial.usual, 'decision')} on average",) if trial.ended else ()),
            f"with {found.setting.name}; at random it may take longer than among people",
        ),
        helps=(
            *_set_once(rules.spec),
            "look at what ends the game, or the phase that repeats: it may never come true",
            "`--play 5` plays longer, and tells whether anything new comes up",
            _again(path, found),
        ),
    )


# What never came to pass ----------------------------------------------------------------------


def _unreached(trial: Trial, spec: Spec, places: Sequence[CoveragePoint]) -> Iterator[CoveragePoint]:
    """The places to which play never came, though it might have; of those that depend on each other, the first."""
    numbers = {place: number for number, place in enumerate(places)}

    def present(place: CoveragePoint) -> bool:
        return numbers[place] in trial.games_with

    def reached(place: CoveragePoint | None) -> bool:
        return place is None or numbers[place] in trial.marks or not present(place)

    for place in places:
        asked = trial.asked.get(place.path)
        barred = asked and place.kind in ("action", "reaction") and asked.decisions >= OFTEN
        barred = barred and any(not _by_chance(one) for one in _unmet(asked))
        many = FEWER if barred else MANY
        if trial.games_with.get(numbers[place], 0) < many or reached(place):
            continue
        match place.kind:
            case "phase":
                if all(not _played(name, trial, places) for name in _around(place.name, spec)):
                    continue
            case "action" | "reaction":
                if asked.legal if asked else not _passed_over(place.name, trial, spec, places):
                    continue
            case "line":
                starts = place.below is None and place.inside is not None and place.inside.kind == "effect"
                if starts or not reached(place.below) or not reached(place.inside):
                    continue
                if place.below is None and place.inside is not None and place.inside.kind == "trigger":
                    place = place.inside
            case "trigger" | "effect" | "else":
                continue
        yield place


def _passed_over(name: str, trial: Trial, spec: Spec, places: Iterable[CoveragePoint]) -> bool:
    """Whether a phase was played that offers this, and goes on without asking who has no move."""
    offering = [one for one in spec.phases.values() if any(word.text == name for word in one.offer)]
    return any(
        _played(one.name.text, trial, places)
        for one in offering
        if one.together is not None or one.otherwise is not None
    )


def _around(name: str, spec: Spec) -> list[str]:
    """The phases of which one is a step."""
    return [one.name.text for one in spec.phases.values() if any(step.text == name for step in one.steps)]


def _played(name: str, trial: Trial, places: Iterable[CoveragePoint]) -> bool:
    return any(
        place.kind == "phase" and place.name == name and number in trial.marks for number, place in enumerate(places)
    )


def _never(place: CoveragePoint, trial: Trial, places: Sequence[CoveragePoint], report: Report) -> None:
    number = places.index(place) + (place.kind == "trigger")  # what a trigger does begins with its first line
    games = how_many(trial.games_with[number], "game")
    asks = place.kind in ("action", "reaction")
    asked = trial.asked.get(place.path) if asks else None
    match place.kind:
        case "action" | "reaction":
            message, label = f"{place.kind} '{place.name}' was never legal in {games} at random", "never legal"
        case "trigger":
            message, label = f"trigger '{place.name}' was never set off in {games} at random", "never set off"
        case "phase":
            message, label = f"phase '{place.name}' was never played in {games} at random", "never played"
        case _:
            message, label = f"this line was never reached in {games} at random", "never reached"
    report.add(
        "W782",
        message,
        _head(place.span),
        label=label,
        others=tuple(Label(one.test.span, "never held") for one in _unmet(asked)),
        notes=tuple(_conditions(asked)) if asked else ("whoever has no move is not asked",) if asks else (),
        helps=(
            "it may be impossible, or just rare: a scenario that comes here shows that it is possible",
            "`--play SECONDS` plays longer",
        ),
        path=place.path,
    )


def _unmet(asked: MoveStatistics | None) -> list[Condition]:
    """Its conditions that never held, of those that need no argument."""
    return [one for one in asked.choice.conditions if one.name not in asked.held] if asked else []


def _by_chance(condition: Condition) -> bool:
    """Whether it asks which cards there are, so that it may hold rarely."""
    return any(isinstance(one, AttributeOf) for one in records(condition))


def _unset(spec: Spec, report: Report) -> set[str]:
    """The variables of which it is told that they never change."""
    told = [one for one in without_suppressed(report).diagnostics if one.code == "W342"]
    return {
        name for one in told if (name := one.message.split("'")[1]) in spec.variables and "never gets" in one.message
    }


def _words(*rules: object) -> set[str]:
    """The names in some conditions."""
    spans = (getattr(one, "span", None) for rule in rules for one in records(rule))
    return {word for span in spans if isinstance(span, Span) for word in re.findall(r"\w+", span.text)}


def _conditions(asked: MoveStatistics) -> Iterator[str]:
    """How often it was on offer, and which of its conditions never held."""
    yield f"it was on offer at {how_many(asked.decisions, 'decision')}"
    names = [one.name for one in _unmet(asked)]
    if names:
        several = "these conditions" if len(names) > 1 else "this condition"
        yield f"{several} never held there: {', '.join(f'`{name}`' for name in names)}"


def _head(span: Span) -> Span:
    """The first line of a block of lines."""
    return Span(span.source, span.start, span.start + len(span.text.splitlines()[0])) if span.text else span
