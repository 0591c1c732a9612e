"""What the studio tells of a game as a whole: its rulebook, what a variant changes, the study of many games."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from ..commands.descriptions.cards import variant_texts
from ..commands.descriptions.diff import DifferenceText
from ..diagnostics.diagnostic import Report
from ..documents.html import to_html
from ..play.game.game import Game
from ..play.game.loading.load import configure, load_rules
from ..play.game.loading.rules import Rules
from ..play.players.registry import make_players, rotated, seated
from ..source.merge.assembly import assemble
from ..source.merge.differences import differences
from ..studies.measures.observation import watch
from ..studies.report.study_document import study_document
from ..studies.study import Study
from ..table.printing.rulebook import compared, rulebook
from ..table.printing.rulebook_page import rulebook_page

Json = dict[str, Any]

MOST_GAMES = 100_000
"""So many games are played at most."""

MOMENT = 0.15
"""For so many seconds games are played before the next request is heard."""

WATCHED_IN_FULL = 50
"""One game in so many is watched in full, which takes fifty times as long."""

COURSES = 20
"""In so many games the chances are followed."""


def rulebook_of(rules: Rules, game: Game, language: str, paths: Sequence[str]) -> str:
    """The rulebook of a game as a page; what its variants change is marked."""
    book = rulebook(rules.spec, [game], language, variant_texts(rules), drawn=True)
    if rules.assembled.patches:
        usual = load_rules(str(rules.assembled.base_path), (), paths, Report())
        if usual is not None:
            players = game.players if game.players in usual.spec.players else None
            plain = configure(usual, players=players, engine="reference")
            book = compared(book, rulebook(usual.spec, [plain], language, drawn=True))
    return rulebook_page(book, game.words(language))


def differences_of(rules: Rules, language: str, paths: Sequence[str]) -> list[str]:
    """What the variants of some rules change for players of the game that they extend, a sentence each."""
    made = rules.assembled
    before = assemble(str(made.base_path), (), paths, Report()) if made.patches else None
    if before is None:
        return []
    words = DifferenceText(before.tree, made.tree, language)
    return [words.sentence(one) for one in differences(before.tree, made.tree, language)]


class RunningStudy:
    """A study of so many games between bots of these kinds, which change seats from game to game."""

    def __init__(self, game: Game, kinds: Sequence[str], games: int) -> None:
        self._game, self._games, self._played = game, games, 0
        self._kinds = seated(kinds[:1] if len(kinds) != game.players else kinds, game.players)
        self._study, self._seconds = Study(game), 0.0

    def go_on(self, language: str, *, ends: bool) -> Json:
        """Play on for a moment: how many games were played, `next` if there are more, else the study as a `page`.

        `ends` asks for the study of the games so far.
        """
        begun = time.perf_counter()
        while self._played < self._games and not ends and time.perf_counter() < begun + MOMENT:
            self._play(self._played)
            self._played += 1
        self._seconds += time.perf_counter() - begun
        if self._played < self._games and not ends:
            return {"played": self._played, "next": self._played}
        found = self._study.to_json(self._seconds) | {"named": self._game.words(language).title()}
        page = to_html(study_document(found, self._game.words(language), language))
        return {"played": self._played, "next": None, "page": page}

    def _play(self, seed: int) -> None:
        kinds = rotated(self._kinds, seed)
        fully, followed = seed % WATCHED_IN_FULL == 0, seed % max(1, self._games // COURSES) == 0
        players = make_players(kinds, seed)
        self._study.add(watch(self._game, players, kinds, seed=seed, fully=fully, rules=True, followed=followed))
