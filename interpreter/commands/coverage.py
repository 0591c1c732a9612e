"""What the scenarios of a game never come to: its phases, actions, conditions, lines, other ways of an `if`, and cards.

A phase, an action, a reaction, a trigger, a named effect and a line count if they were played in some scenario; the
other way of an `if` without an `else` where its condition did not hold; an operand of `and` or `or`, and the test of an
`if` within an expression, if it was true somewhere and false somewhere; a condition if a scenario shows under `illegal`
a move that it forbids; a card if a scenario names it. What a game and its variants share is counted once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import groupby
from typing import Any, Literal

import click

from ..diagnostics.record import dataclass
from ..diagnostics.span import Span
from ..language.ir.game import Game as CheckedGame
from ..language.spec.nodes import Spec
from ..play.game.game import Game
from ..play.game.refusal import Refusal
from ..play.game.rules import Rules
from ..play.scenario.nodes import Scenario
from ..play.trial.marking import marked, marks_in
from ..play.trial.operands import Operand, operands_of, watched_in
from ..play.trial.places import Place, others_of, places_of, rules_of

Kind = Literal["phase", "action", "reaction", "trigger", "effect", "condition", "line", "branch", "operand", "card"]

SAID: dict[Kind, str] = {
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

FEW = 3
"""So many cards that stand in one line are told one by one; of more the first ones are named."""

_WORD = re.compile(r"[a-z][a-z0-9_]*")

Key = tuple[Kind, str, int, str]
"""What something is, the file and the offset where it stands, and its name."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something that scenarios may come to. It is not told of if what it is `inside` of is not covered either.

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
        return self.said or SAID[self.kind].format(self.name)


@dataclass(slots=True)
class Coverage:
    """What the scenarios of one run come to. It is an `Observer` of them."""

    items: dict[Key, Item] = field(default_factory=dict)
    covered: set[Key] = field(default_factory=set)
    _places: dict[str, list[Place]] = field(default_factory=dict)
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

    def missing(self) -> list[Item]:
        """What is not covered, without what is inside of it, by file and line."""
        self._collect()
        left = [item for key, item in self.items.items() if key not in self.covered]
        outer = [item for item in left if item.inside is None or item.inside in self.covered]
        return sorted(outer, key=lambda item: (item.span.source.name, item.span.start, item.kind))

    def counts(self) -> dict[Kind, tuple[int, int]]:
        """How many of each kind are covered, and how many there are."""
        self._collect()
        found: dict[Kind, tuple[int, int]] = {}
        for kind in SAID:
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

    def _places_of(self, rules: Rules) -> list[Place]:
        digest = rules.digest
        if digest not in self._places:
            spec = rules.spec
            found = places_of(spec)
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
            for place in places:
                if place.kind in ("trigger", "effect"):
                    item = _item(place)
                    self.items[item.key] = item
        self._collect_operands()

    def _collect_operands(self) -> None:
        """The operands that there are in some game, and those that were true in some position and false in another."""
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
            self.items[key] = _operand_item(key, operand, seen[key])
            if len(seen[key]) == 2:
                self.covered.add(key)


def _around(place: Place) -> Iterator[Key]:
    """All that a place is inside of: play that comes to a line of a trigger has come to the trigger."""
    while place.inside is not None:
        place = place.inside
        yield _item(place).key


def _item(place: Place) -> Item:
    kind: Kind = "branch" if place.kind == "else" else place.kind
    inside = place.below if place.below is not None else place.inside
    return Item(kind, place.name, place.path, place.span, None if inside is None else _item_key(inside))


def _item_key(place: Place) -> Key:
    return ("branch" if place.kind == "else" else place.kind, place.span.source.file, place.span.start, place.name)


def _operand_key(operand: Operand) -> Key:
    return ("operand", operand.span.source.file, operand.span.start, _short(operand.span.written))


def _operand_item(key: Key, operand: Operand, seen: set[bool]) -> Item:
    """An operand that was only true, only false, or never looked at, which has its reason elsewhere as a rule."""
    inside: Key | None = None
    if not seen and operand.before is not None:
        inside = _operand_key(operand.before)
    elif not seen and operand.inside is not None:
        inside = _item_key(operand.inside)
    said = "" if len(seen) != 1 else f"`{key[3]}` was never {'false' if True in seen else 'true'}"
    return Item("operand", key[3], operand.path, operand.span, inside, said)


def _short(text: str) -> str:
    """An expression on one line of at most 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"


def _conditions(spec: Spec) -> Iterator[Item]:
    found = [one.when for one in spec.actions.values()]
    for when in (*found, *(one.when for one in spec.reactions.values())):
        for condition in when:
            yield Item("condition", condition.name.text, condition.path, condition.test.span)


def _cards(spec: Spec) -> Iterator[Item]:
    for deck in spec.decks.values():
        for kind in deck.kinds:
            yield Item("card", kind.id.text, kind.path, kind.id.span)


def tell(found: Coverage) -> None:
    """Print what is covered, kind by kind, and what is not, by line."""
    click.echo(f"coverage: {found.percent:.0f} %")
    for kind, (some, many) in found.counts().items():
        click.echo(f"  {plural(kind):<11} {some} of {many}")
    for file, line, text in told(found):
        click.echo(f"{file}:{line}: {text}")


def plural(kind: Kind) -> str:
    """What several of a kind are called."""
    return "branches" if kind == "branch" else f"{kind}s"


def told(found: Coverage) -> Iterator[tuple[str, int, str]]:
    """What people are told of what is not covered: the file, the line, and what is said; many cards at once."""
    for (file, line, kind), alike in groupby(found.missing(), lambda item: (*_place(item), item.kind)):
        items = list(alike)
        if kind == "card" and len(items) > FEW:
            names = ", ".join(f"'{item.name}'" for item in items[:FEW])
            yield file, line, f"no scenario names {len(items)} of the cards: {names} …"
        else:
            yield from ((file, line, item.text) for item in items)


def _place(item: Item) -> tuple[str, int]:
    return item.span.source.name, item.span.source.place(item.span.start)[0]


def as_json(found: Coverage) -> dict[str, Any]:
    """The same for programs."""
    return {
        "percent": round(found.percent, 1),
        "kinds": {kind: {"covered": some, "of": many} for kind, (some, many) in found.counts().items()},
        "missing": list(_missing(found.missing())),
    }


def _missing(items: Iterable[Item]) -> Iterator[dict[str, Any]]:
    for item in items:
        file, line = _place(item)
        yield {
            "kind": item.kind,
            "name": item.name,
            "path": item.path,
            "file": file,
            "line": line,
            "text": item.text,
        }
