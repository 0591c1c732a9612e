"""What the studio tells of a game as a whole: its rulebook, what a variant changes, the study of many games."""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from textwrap import dedent, indent
from typing import Any

from ..commands.descriptions.cards import variant_texts
from ..commands.descriptions.diff import DifferenceText
from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source
from ..diagnostics.text import LANGUAGES
from ..documents.document import Document
from ..documents.html import to_html
from ..play.game.game import Game
from ..play.game.loading.load import configure, load_rules
from ..play.game.loading.rules import Rules
from ..play.players.registry import make_players, rotated, seated
from ..source.merge.assembly import assemble
from ..source.merge.differences import differences
from ..source.merge.paths import node_at
from ..source.text.composer import compose
from ..source.text.tree import Node, Scalar
from ..studies.comparison import Comparison
from ..studies.measures.observation import ObservedGame, watch
from ..studies.outcomes import LOT, first_seat
from ..studies.report.comparison_document import called_in, comparison_document
from ..studies.report.study_document import study_document
from ..studies.study import Study
from ..table.printing.rulebook import compared, rulebook
from ..table.printing.rulebook_page import rulebook_page

Json = dict[str, Any]

MOST_GAMES = 100_000
"""So many games are played at most."""

MOMENT = 0.08
"""For so many seconds games are played before the next request is heard."""

WATCHED_IN_FULL = 50
"""One game in so many is watched in full, which takes fifty times as long."""

COURSES = 20
"""In so many games the chances are followed."""

SMALLEST = 0.01
"""The smallest difference that matters when a variant is compared with its game, as for `cardwright compare`."""


def rulebook_of(rules: Rules, game: Game, language: str, paths: Sequence[str]) -> str:
    """The rulebook of a game as a page; what its variants change is marked."""
    book = rulebook(rules.spec, [game], language, variant_texts(rules), drawn=True)
    if rules.assembled.patches:
        plain = base_of(rules, game, paths)
        if plain is not None and plain.spec is not None:
            book = compared(book, rulebook(plain.spec, [plain], language, drawn=True))
    return rulebook_page(book, game.words(language))


def base_of(rules: Rules, game: Game, paths: Sequence[str]) -> Game | None:
    """The game that variants change, for as many players if it is for so many; None if it has mistakes."""
    usual = load_rules(str(rules.assembled.base_path), (), paths, Report())
    if usual is None:
        return None
    players = game.players if game.players in usual.spec.players else None
    return configure(usual, players=players, engine=game.engine)


def differences_of(rules: Rules, language: str, paths: Sequence[str]) -> list[str]:
    """What the variants of some rules change for players of the game that they extend, a sentence each."""
    made = rules.assembled
    before = assemble(str(made.base_path), (), paths, Report()) if made.patches else None
    if before is None:
        return []
    words = DifferenceText(before.tree, made.tree, language)
    return [words.sentence(one) for one in differences(before.tree, made.tree, language)]


def with_changes(variant: str, before: str, after: str) -> str:
    """A new variant with what was changed in the text of its game: so it is saved by whoever may not save the game."""
    old, new = (compose(Source("", text), Report(), mapping=True) for text in (before, after))
    if old is None or new is None:
        return variant
    found = {"override": "", "add": "", "remove": ""}
    changed = (one.path for language in LANGUAGES for one in differences(old, new, language, apart=frozenset()))
    for path in dict.fromkeys(path for path in changed if path[0] != "title"):  # a variant has its own
        node, name = node_at(new, path), ".".join(path)
        if node is None:
            found["remove"] += f"  - {name}\n"
        else:
            found["override" if node_at(old, path) else "add"] += f"  {name}:{_as_entry(node)}\n"
    for key, entries in found.items():
        if entries:
            put = f"{key}:\n{entries}".replace("\\", r"\\")
            variant = re.sub(rf"^(# )?{key}:.*\n", put, variant, flags=re.MULTILINE)
    return variant


def _as_entry(node: Node) -> str:
    """A value as it is written, behind a key that is indented by two."""
    text = node.span.source.text[node.span.start : node.span.end].rstrip()
    if isinstance(node, Scalar) or text[:1] in "{[":
        first, _, rest = text.partition("\n")
        return f" {first}" + (f"\n{indent(dedent(rest), '    ')}" if rest else "")
    return "\n" + indent(dedent(" " * (node.span.column - 1) + text), "    ")


class ManyGames(ABC):
    """So many games between bots of these kinds, which change seats from game to game."""

    def __init__(self, game: Game, kinds: Sequence[str], games: int) -> None:
        self._game, self._games, self._played, self._seconds = game, games, 0, 0.0
        self._kinds = seated(kinds[:1] if len(kinds) != game.players else kinds, game.players)

    def go_on(self, language: str, *, ends: bool) -> Json:
        """Play on for a moment: how many games were played, `next` if there are more, else what they tell as a `page`.

        `ends` asks for the page of the games so far.
        """
        begun = time.perf_counter()
        while self._played < self._games and not ends and time.perf_counter() < begun + MOMENT:
            self.play(self._played)
            self._played += 1
        self._seconds += time.perf_counter() - begun
        if self._played < self._games and not ends:
            return {"played": self._played, "next": self._played}
        return {"played": self._played, "next": None, "page": to_html(self.document(language))}

    def watched(self, game: Game, seed: int, *, fully: bool = False, followed: bool = False) -> ObservedGame:
        """A game that was played and watched."""
        kinds = rotated(self._kinds, seed)
        players = make_players(kinds, seed)
        return watch(game, players, kinds, seed=seed, fully=fully, rules=True, followed=followed)

    @abstractmethod
    def play(self, seed: int) -> None:
        """Play the game with this seed."""

    @abstractmethod
    def document(self, language: str) -> Document:
        """What the games so far tell."""


class RunningStudy(ManyGames):
    """A study of games."""

    def __init__(self, game: Game, kinds: Sequence[str], games: int) -> None:
        super().__init__(game, kinds, games)
        self._study = Study(game)

    def play(self, seed: int) -> None:
        """Play a game and take it into account."""
        fully, followed = seed % WATCHED_IN_FULL == 0, seed % max(1, self._games // COURSES) == 0
        self._study.add(self.watched(self._game, seed, fully=fully, followed=followed))

    def document(self, language: str) -> Document:
        """The study of the games so far."""
        words = self._game.words(language)
        return study_document(self._study.to_json(self._seconds), words, language)


class RunningComparison(ManyGames):
    """A game compared with another one on the same deals."""

    def __init__(self, games: tuple[Game, Game], kinds: Sequence[str], many: int) -> None:
        super().__init__(games[1], kinds, many)
        self._both = games
        self._comparison = Comparison(games, self._kinds, duel=False, watched=True)

    def play(self, seed: int) -> None:
        """Play a deal in both games, and take the pair into account."""
        a, b = (self.watched(game, seed) for game in self._both)
        if self._comparison.begins == LOT:
            a, b = (replace(one, first=first_seat(game, seed)) for one, game in zip((a, b), self._both, strict=True))
        self._comparison.add(a, b)
        self._comparison.look(a, b)

    def document(self, language: str) -> Document:
        """What is different so far."""
        titles = [game.words(language).title() for game in self._both]
        names = (titles[0], " + ".join((titles[0], *self._both[1].variants)))
        found = {"a": names[0], "b": names[1], "duel": False, "luck": False, **self._comparison.to_json(SMALLEST)}
        called = called_in(self._both, found.get("use"), language)
        return comparison_document(found, names, titles[0], language, called=called)
