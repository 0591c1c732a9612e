"""What is chosen on the page for a new table: the game, its variants, preset, options, who sits where, the language.

    {"game": "love-letter", "variants": [], "preset": "", "options": {"tokens": "3"}, "players": 2,
     "seats": ["human", "search:playouts=200"], "language": "en", "pace": "calm"}

The form follows from the rules, with the variants that are chosen; what cannot be is told in the words of the loader.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...diagnostics.diagnostic import Diagnostic, Report, SpecError
from ...diagnostics.record import dataclass
from ...diagnostics.suggest import is_language
from ...diagnostics.text import LANGUAGES, localized, shown_in
from ...language.spec.nodes import OptionSpec, Preset, Texts
from ...play.game.game import Game
from ...play.game.loading.load import configure, load_rules, without_command_line
from ...play.game.loading.rules import Rules
from ...play.game.phrases import players_text
from ...play.game.texts import Wordings
from ...play.players.registry import PARAMETERS, PLAYERS, UnknownPlayer, maker
from ...source.merge.catalogue import GameCatalogue
from ..page.phrases import say
from .connection import BadMessage

Json = dict[str, Any]

HUMAN = "human"

MOST = 20
"""So many variants, options and seats at most may be named."""

STRONGEST = {"playouts": 20_000, "time": 10}
"""The largest strength of a bot that can be chosen on the page; time is in seconds."""


PACES = {"at-once": 0.1, "brisk": 1.0, "calm": 2.0}
"""How many seconds a bot takes for a move at least, by what the host calls it."""

USUAL_PACE = "brisk"
"""Where three bots play with one person, a round takes four seconds: three moves, and one more to look at all four."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChoice:
    """What was chosen. `players` is 0 and `seats` may be empty before anything is known of the game."""

    game: str
    variants: tuple[str, ...]
    preset: str
    options: Mapping[str, str]
    players: int
    seats: tuple[str, ...]
    language: str
    pace: str = ""


@dataclass(frozen=True, slots=True)
class CheckedChoice:
    """A choice that was looked at: the rules, the game if it is one, and what is wrong otherwise."""

    choice: TableChoice
    rules: Rules | None
    game: Game | None
    problems: tuple[Json, ...]


def read_choice(given: Json) -> TableChoice:
    """A choice as the page sends it. Raises BadMessage for anything else."""
    lists = {"variants": list, "seats": list}
    names = {**dict.fromkeys(("game", "preset", "language", "pace"), str), "players": int, "options": dict, **lists}
    if {key: type(value) for key, value in given.items()} != names:
        raise BadMessage
    if given["pace"] not in PACES:
        raise BadMessage
    texts = [*given["variants"], *given["seats"], *given["options"], *given["options"].values()]
    if not all(isinstance(text, str) for text in texts) or len(texts) > 4 * MOST or not is_language(given["language"]):
        raise BadMessage
    return TableChoice(**given | {name: tuple(given[name]) for name in lists})


class Chooser:
    """Looks at choices among the games that are known. `own` are games by other paths than the catalogue's.

    `titles` are those of games that the catalogue does not know.
    """

    def __init__(self, known: GameCatalogue, paths: Sequence[str], own: Mapping[str, str]) -> None:
        self.known, self._paths, self._own = known, tuple(paths), dict(own)
        self.titles: dict[str, Texts] = {}
        self._rules: dict[tuple[str, tuple[str, ...]], Rules] = {}

    def games(self, language: str) -> list[Json]:
        """The games that can be chosen, by title."""
        found = {game.name: localized(game.title, language, game.name) for game in self.known.games}
        own = {name: localized(self.titles.get(name, {}), language, name) for name in self._own}
        names = {**own, **found}
        listed = [{"name": name, "title": title or name} for name, title in names.items()]
        return sorted(listed, key=lambda one: str(one["title"]).casefold())

    def forget(self) -> None:
        """Read the files anew the next time."""
        self._rules.clear()

    def look(self, choice: TableChoice) -> CheckedChoice:
        """Load what was chosen, as far as it can be loaded."""
        names = {game.name for game in self.known.games} | self._own.keys()
        found = self.known.variants_of(choice.game)
        if choice.game not in names or not {variant.name for variant in found}.issuperset(choice.variants):
            wrong_game = {"text": say(choice.language, "no_game", game=choice.game), "more": []}
            return CheckedChoice(choice, None, None, (wrong_game,))
        rules = None
        try:
            rules = self._load(choice)
            game = configure(
                rules, players=choice.players or None, options=choice.options, preset=choice.preset or None
            )
        except SpecError as error:
            titles = {one.name: localized(one.title, choice.language) for one in self.known.games}
            titles |= {one.name: localized(one.title, choice.language) for one in found}
            return CheckedChoice(choice, rules, None, _problems(error, titles))
        # What is wrong with who sits where
        language, wrong = choice.language, list[str]()
        if choice.seats and len(choice.seats) != game.players:
            wrong.append(say(language, "seats_wrong", n=game.players))
        wrong += [say(language, "no_bot", kind=kind) for kind in choice.seats if kind != HUMAN and not known_bot(kind)]
        if choice.seats and HUMAN not in choice.seats:
            wrong.append(say(language, "nobody_human"))
        return CheckedChoice(choice, rules, game, tuple({"text": text, "more": []} for text in dict.fromkeys(wrong)))

    def _load(self, choice: TableChoice) -> Rules:
        key = (choice.game, choice.variants)
        if key not in self._rules:
            report = Report()
            rules = load_rules(self._own.get(choice.game, choice.game), choice.variants, self._paths, report)
            if rules is None:
                raise SpecError(report)
            self._rules[key] = rules
        return self._rules[key]

    def form(self, looked: CheckedChoice) -> Json:
        """What can be chosen about a game: its variants, and what its rules leave open (`choices_of`)."""
        choice, rules = looked.choice, looked.rules
        variants = [
            {"name": one.name, "title": localized(one.title, choice.language, one.name)}
            | {"text": localized(one.about, choice.language), "players": players_text(one.players, choice.language)}
            for one in self.known.variants_of(choice.game)
        ]
        if rules is None:
            nothing: Json = {"players": [], "presets": [], "options": []}
            return {"text": "", "variants": variants, **nothing, "languages": LANGUAGES}
        return {"variants": variants, **choices_of(rules, looked.game, choice.language)}


def choices_of(rules: Rules, game: Game | None, language: str) -> Json:
    """What can be chosen by some rules: numbers of players, presets, options with the values that they have in a game.

    Each has a `text` that says what it is about or what it changes.
    """
    spec, words = rules.spec, Wordings(rules.spec, language)
    settled = dict(game.options) if game is not None else {}
    players = game.players if game is not None else min(spec.players)
    presets = [
        {"name": name, "title": localized(one.title, language, name), "players": one.players}
        | {"text": _preset(one, words)}
        for name, one in spec.presets.items()
    ]
    options = [_option(one, words, settled, players) for one in spec.options.values()]
    listed = {"players": list(spec.players), "presets": presets, "options": options}
    return {"text": localized(spec.about, language), **listed, "languages": shown_in(spec.title)}


def _preset(preset: Preset, words: Wordings) -> str:
    """What a preset sets: `Kilometres that win a hand: 1000; …`."""
    told = [words.say("players", n=preset.players)] if preset.players else []
    told += [f"{words.say('sum', what=words.option(name.text))} {words.value(to.text)}" for name, to in preset.values]
    return words.say("semicolon").join(told)


def _option(option: OptionSpec, words: Wordings, settled: Json, players: int) -> Json:
    name = option.name.text
    default = option.default.get(players) or option.default.get(None)
    symbols = [{"value": word.text, "text": words.value(word.text)} for word in option.symbols]
    value = settled.get(name, default.text if default else "")
    usual = say(words.language, "usually", value=words.value(default.text) if default else "")
    return {
        "name": name,
        "label": words.option(name),
        "text": f"{localized(option.about.text, words.language)} {usual}".strip(),
        "type": option.type,
        "low": option.low,
        "high": option.high,
        "step": option.step,
        "choices": symbols,
        "value": str(value).lower() if isinstance(value, bool) else str(value),
    }


def _problems(error: SpecError, titles: Mapping[str, str]) -> tuple[Json, ...]:
    """What is wrong, with games and variants by their titles, as the page shows them."""
    found = [_problem(one) for one in without_command_line(error.report).diagnostics if one.code.startswith("E")]
    told = re.compile("'([^']+)'")
    return tuple(
        {**one, "text": told.sub(lambda name: f"'{titles.get(name[1]) or name[1]}'", one["text"])} for one in found
    )


def _problem(one: Diagnostic) -> Json:
    where = "" if one.span is None else f"{one.span.source.name}:{one.span.line}"
    return {"text": one.message, "more": [*filter(None, (where, one.label)), *one.notes, *one.helps]}


def known_bot(kind: str) -> bool:
    """Whether this is a bot that may be chosen on the page: one by its name, and not stronger than `STRONGEST`."""
    name, colon, strength = kind.partition(":")
    found = re.fullmatch(r"(playouts|time)=([0-9]{1,9})(ms|s)?", strength, re.ASCII)
    if name not in PLAYERS or (colon and found is None):
        return False
    try:
        maker(kind)
    except UnknownPlayer:
        return False
    return found is None or int(found[2]) <= STRONGEST[found[1]] * (1000 if found[3] == "ms" else 1)


def bots(language: str) -> list[Json]:
    """The bots that can sit on a seat, what they are called, and whether they have a strength."""
    return [
        {"name": name, "text": say(language, f"bot_{name}"), "strength": "playouts" in PARAMETERS.get(name, ())}
        for name in PLAYERS
    ]
