"""What `test` reports besides failures: coverage of the rules by scenarios, a page of results, JUnit XML.

A phase, an action, a reaction, a trigger, a named effect and a line count if they were played in some scenario; the
other way of an `if` without an `else` where its condition did not hold; an operand of `and` or `or`, and the test of an
`if` within an expression, if it was true somewhere and false somewhere; a condition if a scenario shows under `illegal`
a move that it forbids; a card if a scenario names it. What a game and its variants share is counted once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

import click

from ...diagnostics.record import dataclass
from ...diagnostics.render import render_one
from ...diagnostics.span import Span
from ...diagnostics.text import how_many
from ...documents.document import Alert, Document, Folded, Heading, Items, Note, Part, Preformatted, Table
from ...language.ir.game import TypedGame as CheckedGame
from ...language.spec.nodes import Spec
from ...play.game.game import Game
from ...play.game.loading.rules import Rules
from ...play.game.move import Refusal
from ...play.scenario.nodes import Scenario
from ...play.scenario.runner import ScenarioResult
from ...play.trial.coverage import (
    CoveragePoint,
    Operand,
    coverage_points,
    marked,
    marks_in,
    operands_of,
    others_of,
    rules_of,
    watched_in,
)

Kind = Literal["phase", "action", "reaction", "trigger", "effect", "condition", "line", "branch", "operand", "card"]

PHRASES: dict[Kind, str] = {
    "phase": "the phase '{}' is never played",
    "action": "the action '{}' is never played",
    "reaction": "nobody ever reacts with '{}'",
    "trigger": "the trigger '{}' is never set off",
    "effect": "the effect '{}' never happens",
    "condition": "no scenario shows what '{}' forbids",
    "line": "this line of '{}' is never reached",
    "branch": "the condition of this `if` of '{}' always holds",
    "operand": "`{}` was never looked at",
    "card": "no scenario names the card '{}'",
}
"""What is said of each kind that is not covered, with its name."""

MOST_NAMED_CARDS = 3
"""So many cards that stand in one line are shown one by one; of more the first ones are named."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")

Key = tuple[Kind, str, int, str]
"""What something is, the file and the offset where it stands, and its name."""


@dataclass(frozen=True, slots=True)
class CoverageItem:
    """Something that scenarios may come to. It is not shown if what it is `inside` of is not covered either.

    `said` is what is said of it, unless that is what is said of all of its kind.
    """

    kind: Kind
    name: str
    path: str
    span: Span
    inside: Key | None = None
    said: str = ""

    @property
    def key(self) -> Key:
        """The same for a game and its variants."""
        return (self.kind, self.span.source.file, self.span.start, self.name)

    @property
    def text(self) -> str:
        """What is said of it if it is not covered."""
        return self.said or PHRASES[self.kind].format(self.name)


@dataclass(slots=True)
class Coverage:
    """What the scenarios of one run come to. It is an `Observer` of them."""

    items: dict[Key, CoverageItem] = field(default_factory=dict)
    covered: set[Key] = field(default_factory=set)
    _places: dict[str, list[CoveragePoint]] = field(default_factory=dict)
    _operands: dict[str, list[Operand]] = field(default_factory=dict)
    _games: list[tuple[str, Game]] = field(default_factory=list)
    _refused: set[tuple[str, str]] = field(default_factory=set)

    def watched(self, rules: Rules, game: CheckedGame) -> CheckedGame:
        """The game with a mark at each place."""
        return marked(game, self._places_of(rules))

    def made(self, rules: Rules, game: Game) -> None:
        """Remember the game, whose marks tell later where play has come."""
        self._games.append((rules.digest, game))

    def run(self, rules: Rules, scenario: Scenario) -> None:
        """The cards that the scenario names, and the game that it is about, even if nothing was played of it."""
        self._places_of(rules)
        source = scenario.span.source.text
        words = set(_WORD.findall(source))
        self.covered |= {item.key for item in _cards(rules.spec) if item.name in words}

    def refused(self, rules: Rules, refusal: Refusal) -> None:
        """The conditions that forbid the move."""
        forbidding = set(refusal.conditions)
        name = refusal.move.partition("(")[0].strip()
        self.covered |= {
            item.key for item in _conditions(rules.spec) if item.name in forbidding and item.path.split(".")[1] == name
        }

    def missing(self) -> list[CoverageItem]:
        """What is not covered, without what is inside of it, by file and line."""
        self._collect()
        left = [item for key, item in self.items.items() if key not in self.covered]
        outer = [item for item in left if item.inside is None or item.inside in self.covered]
        return sorted(outer, key=lambda item: (item.span.source.name, item.span.start, item.kind))

    def counts(self) -> dict[Kind, tuple[int, int]]:
        """How many of each kind are covered, and how many there are."""
        self._collect()
        found: dict[Kind, tuple[int, int]] = {}
        for kind in PHRASES:
            keys = [key for key in self.items if key[0] == kind]
            if keys:
                found[kind] = (sum(key in self.covered for key in keys), len(keys))
        return found

    @property
    def percent(self) -> float:
        """The share of all that there is that is covered."""
        counts = self.counts().values()
        there = sum(many for _, many in counts)
        return 100 * sum(some for some, _ in counts) / there if there else 100.0

    def _places_of(self, rules: Rules) -> list[CoveragePoint]:
        digest = rules.digest
        if digest not in self._places:
            spec = rules.spec
            found = coverage_points(spec)
            self._places[digest] = [*found, *others_of(found, rules_of(spec))]
            self._operands[digest] = operands_of(spec, found)
            self.items |= {item.key: item for item in (*_conditions(spec), *_cards(spec))}
        return self._places[digest]

    def _collect(self) -> None:
        """The places that there are in some game, and those to which play has come."""
        for digest, game in self._games:
            places = self._places[digest]
            played = {number for number in game.code.marks if number < len(places)}
            for number in marks_in(game.code.program) | played:
                item = _item(places[number])
                self.items[item.key] = item
                if number in played:
                    self.covered |= {item.key, *_around(places[number])}
            items = (_item(place) for place in places if place.kind in ("trigger", "effect"))
            self.items |= {item.key: item for item in items}
        # The operands that there are in some game; covered are those that were true somewhere and false somewhere.
        seen: dict[Key, set[bool]] = {}
        found: dict[Key, Operand] = {}
        for digest, game in self._games:
            there, truths = watched_in(game.code.program), game.code.truths or {}
            for operand in self._operands[digest]:
                if operand.span in there:
                    key = _operand_key(operand)
                    found[key] = operand
                    seen.setdefault(key, set()).update(truths.get(operand.span, ()))
        for key, operand in found.items():
            inside: Key | None = None
            if not seen[key] and operand.before is not None:  # it was never looked at, which has its reason there
                inside = _operand_key(operand.before)
            elif not seen[key] and operand.inside is not None:
                inside = _item_key(operand.inside)
            said = "" if len(seen[key]) != 1 else f"`{key[3]}` was never {'false' if True in seen[key] else 'true'}"
            self.items[key] = CoverageItem("operand", key[3], operand.path, operand.span, inside, said)
            if len(seen[key]) == 2:
                self.covered.add(key)


def _around(place: CoveragePoint) -> Iterator[Key]:
    """All that a place is inside of: play that comes to a line of a trigger has come to the trigger."""
    while place.inside is not None:
        place = place.inside
        yield _item(place).key


def _item(place: CoveragePoint) -> CoverageItem:
    kind: Kind = "branch" if place.kind == "else" else place.kind
    inside = place.below if place.below is not None else place.inside
    return CoverageItem(kind, place.name, place.path, place.span, None if inside is None else _item_key(inside))


def _item_key(place: CoveragePoint) -> Key:
    return ("branch" if place.kind == "else" else place.kind, place.span.source.file, place.span.start, place.name)


def _operand_key(operand: Operand) -> Key:
    line = " ".join(operand.span.written.split())
    short = line if len(line) <= 60 else f"{line[:59]}…"
    return ("operand", operand.span.source.file, operand.span.start, short)


def _conditions(spec: Spec) -> Iterator[CoverageItem]:
    found = [one.when for one in spec.actions.values()]
    for when in (*found, *(one.when for one in spec.reactions.values())):
        for condition in when:
            yield CoverageItem("condition", condition.name.text, condition.path, condition.test.span)


def _cards(spec: Spec) -> Iterator[CoverageItem]:
    for deck in spec.decks.values():
        for kind in deck.kinds:
            yield CoverageItem("card", kind.id.text, kind.path, kind.id.span)


def print_coverage(found: Coverage) -> None:
    """Print what is covered, kind by kind, and what is not, by line."""
    click.echo(f"coverage: {found.percent:.0f} %")
    for kind, (some, many) in found.counts().items():
        click.echo(f"  {plural(kind):<11} {some} of {many}")
    for file, line, text in uncovered_lines(found):
        click.echo(f"{file}:{line}: {text}")


def plural(kind: Kind) -> str:
    """What several of a kind are called."""
    return "branches" if kind == "branch" else f"{kind}s"


def uncovered_lines(found: Coverage) -> Iterator[tuple[str, int, str]]:
    """What people read of what is not covered: the file, the line, and what is said; many cards in one line."""
    for (file, line, kind), alike in groupby(found.missing(), lambda item: (*_place(item), item.kind)):
        items = list(alike)
        if kind == "card" and len(items) > MOST_NAMED_CARDS:
            names = ", ".join(f"'{item.name}'" for item in items[:MOST_NAMED_CARDS])
            yield file, line, f"no scenario names {len(items)} of the cards: {names} …"
        else:
            yield from ((file, line, item.text) for item in items)


def _place(item: CoverageItem) -> tuple[str, int]:
    return item.span.source.name, item.span.source.place(item.span.start)[0]


def as_json(found: Coverage) -> dict[str, Any]:
    """The same for programs."""
    kinds = {kind: {"covered": some, "of": many} for kind, (some, many) in found.counts().items()}
    missing = []
    for one in found.missing():
        (file, line), what = _place(one), {"kind": one.kind, "name": one.name, "path": one.path}
        missing.append({**what, "file": file, "line": line, "text": one.text})
    return {"percent": round(found.percent, 1), "kinds": kinds, "missing": missing}


# The results as a page that needs no other file: what failed and why, and what is covered --------


def results_document(results: Sequence[ScenarioResult], seen: Coverage | None) -> Document:
    """The page: scenarios that fail come first, each with its message; those that pass are folded away by file.

    With `seen` the coverage follows, kind by kind, and each line that no scenario comes to.
    """
    failed = [one for one in results if not one.passed]
    passed = f"{len(results) - len(failed)} passed"
    lead = Alert(f"{len(failed)} failed, {passed}") if failed else passed
    return Document(title="Scenarios", lead=[lead], sections=[*_sections(results, failed, seen)])


def _sections(
    results: Sequence[ScenarioResult], failed: Sequence[ScenarioResult], seen: Coverage | None
) -> Iterator[Sequence[Part]]:
    for one in failed:
        said = "\n".join(render_one(found, width=100) for found in one.report.diagnostics)
        yield [Alert("Failed"), Heading(one.name), Note(f"`{one.file}`"), Preformatted(said)]
    for file, found in groupby(results, key=lambda one: one.file):
        if passed := [one.name for one in found if one.passed]:
            yield [Folded(f"{file}: {how_many(len(passed), 'scenario')} passed", [Items(passed)])]
    if seen is None:
        return
    kinds = [(plural(kind), str(some), str(many)) for kind, (some, many) in seen.counts().items()]
    yield [Heading(f"Coverage: {seen.percent:.1f} %"), Table([("", "covered", "of"), *kinds])]
    for file, missing in groupby(uncovered_lines(seen), key=itemgetter(0)):
        yield [Heading(file), Items([f"line {line}: {text}" for _, line, text in missing])]


# The results as JUnit XML, which servers that run tests show -------------------------------------

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def to_junit(results: Sequence[ScenarioResult]) -> str:
    """A suite for each file, a case for each scenario, and for one that fails what is wrong."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    failed = sum(not one.passed for one in results)
    lines.append(f'<testsuites tests="{len(results)}" failures="{failed}">')
    for file, found in groupby(results, key=lambda one: one.file):
        cases = list(found)
        failed = sum(not one.passed for one in cases)
        lines.append(f'  <testsuite name={_attribute(file)} tests="{len(cases)}" failures="{failed}">')
        for one in cases:
            head = f"    <testcase classname={_attribute(file)} name={_attribute(one.name)}"
            if one.passed:
                lines.append(f"{head}/>")
                continue
            wrong = one.report.diagnostics
            lines += [f"{head}>", f"      <failure message={_attribute(wrong[0].message)}>"]
            lines.append(_text("\n".join(map(render_one, wrong))))
            lines += ["      </failure>", "    </testcase>"]
        lines.append("  </testsuite>")
    return _NOT_IN_XML.sub("\ufffd", "\n".join([*lines, "</testsuites>", ""]))


def _text(text: str) -> str:
    return escape(text, quote=False)


def _attribute(text: str) -> str:
    return '"' + _text(text).translate({ord(sign): f"&#{ord(sign)};" for sign in '"\n\r\t'}) + '"'
