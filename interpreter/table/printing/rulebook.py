"""A rulebook for players, from what a spec says to people: labels, texts, reasons, cards, scoring, options.

What nobody has written a text for is told by its label and by what it consists of: a phase by its steps and by what may
be done in it. An option in braces is replaced by its value, what is chosen by what kind of thing it is (`a card`, `a
team`); other values are known only in play (`…`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import assert_never

from ...diagnostics.text import localized
from ...documents.document import Document, Entry, Heading, Items, Part, Table
from ...language.spec.lint import choices, is_announced
from ...language.spec.nodes import About, Action, ChapterName, ConditionSpec, OptionSpec, Phase, Spec, Texts, ZoneSpec
from ...language.spec.texts import fixed_points, most_wins
from ...language.syntax import nodes as syn
from ...play.game.game import Game
from ...play.game.phrases import phrase
from ...play.game.texts import Wordings
from .phrases import any_number, any_of, say
from .printed_cards import printed_cards
from .rulebook_cards import Pack, by_an_option, card_entries
from .rulebook_entries import EXAMPLE, GAP, Chapter, Rulebook, RulebookEntry, RuleWords


def rulebook(
    spec: Spec,
    games: Sequence[Game],
    language: str,
    variants: Sequence[tuple[Texts, Texts]] = (),
    examples: Sequence[RulebookEntry] = (),
    *,
    drawn: bool = False,
) -> Rulebook:
    """The rulebook of a game in these configurations, one for each number of players.

    `variants` are the titles of its variants, which stand beside that of the game, and what they are about; `examples`
    are positions and moves that were tried. With `drawn` it shows the table as it is set up.
    """
    words = Wordings(spec, language)
    told = RuleWords(words, games)
    writer = _RulebookWriter(spec, words, told)
    cards = [one for one in printed_cards(games, words) if one.copies or by_an_option(one, spec)]
    chapters: tuple[tuple[str, ChapterName | None, Iterable[RulebookEntry]], ...] = (
        ("rules_winning", None, writer.winning()),
        ("rules_setup", "setup", ()),
        ("rules_cards", "cards", card_entries(cards, Pack(games, spec), spec, words)),
        ("rules_zones", None, zone_entries(spec, told)),
        ("rules_course", "course", writer.phases()),
        ("rules_actions", "moves", chain(writer.actions(), choice_entries(spec, told))),
        ("rules_reactions", None, writer.answers()),
        ("rules_special", "special", ()),
        ("rules_scoring", "scoring", writer.scoring()),
        ("rules_examples", None, examples),
        ("rules_options", None, option_entries(spec, told)),
        ("rules_glossary", "glossary", ()),
    )
    after = {"rules_setup": tuple(_set_up(games, language)) if drawn else ()}
    told_of = [(name, (*entries, *writer.passages(own), *after.get(name, ()))) for name, own, entries in chapters]
    found = tuple(Chapter(say(language, name), entries) for name, entries in told_of if entries)
    titles = [one for title, _ in variants if (one := localized(title, language)) != words.title()]
    about = [text for _, texts in variants if (text := localized(texts, language))]
    title = words.title() + (f" – {', '.join(titles)}" if titles else "")
    return Rulebook(language, title, (*writer.about(), *about), found)


def _set_up(games: Sequence[Game], language: str) -> Iterator[RulebookEntry]:
    """The table before the first decision, as a player sees it."""
    game = games[(len(games) - 1) // 2]
    state = game.initial_state(
        seed=int(game.digest[:15] or "1", 16)
    )  # not a seed of somebody's game, whose cards it would show
    if state.status == "running":
        title = say(language, "rules_set_up", n=game.players)
        yield RulebookEntry("table", title, table=state.table(0, language))


def compared(book: Rulebook, base: Rulebook) -> Rulebook:
    """A rulebook in which each entry tells how it differs from that of another game; at the end, what is gone."""
    before = {entry.key: entry for chapter in base.chapters for entry in chapter.entries}
    now = {entry.key for chapter in book.chapters for entry in chapter.entries}
    missed = [entry for key, entry in before.items() if key not in now and not key.startswith(EXAMPLE)]
    gone = tuple(replace(entry, text="", items=(), rows=(), change="gone") for entry in missed)

    def beside_old(entry: RulebookEntry) -> RulebookEntry:
        old = before.get(entry.key)
        return entry if entry == old else replace(entry, change="changed" if old else "new", before=old)

    chapters = [Chapter(one.title, tuple(map(beside_old, one.entries))) for one in book.chapters]
    return replace(book, chapters=(*chapters, *([Chapter(say(book.language, "rules_gone"), gone)] if gone else ())))


def differences(book: Rulebook, base: Rulebook) -> Rulebook:
    """What a rulebook says otherwise than that of another game, and what it does not say any more."""
    chapters = compared(book, base).chapters
    differing = [replace(one, entries=tuple(entry for entry in one.entries if entry.change)) for one in chapters]
    about = say(book.language, "rules_against", title=base.title)
    own = tuple(text for text in book.about if text not in base.about)
    return Rulebook(book.language, book.title, (*own, about), tuple(one for one in differing if one.entries))


class _RulebookWriter:
    """Writes the chapters of one game."""

    def __init__(self, spec: Spec, words: Wordings, told: RuleWords) -> None:
        self._spec, self._words, self._told = spec, words, told
        self._language = words.language

    def about(self) -> Iterator[str]:
        """What the game is about, and for how many."""
        about = self._told.text(self._spec.about)
        if about:
            yield about
        numbers = any_number(self._spec.players, self._language)
        yield say(self._language, "rules_players", numbers=numbers, n=self._spec.players[-1])
        for players in self._spec.players:
            teams = self._spec.teams.get(players, self._spec.teams.get(None, players))
            if teams < players:
                seats = " ".join(chr(ord("A") + seat % teams) for seat in range(players))
                yield say(self._language, "rules_teams", players=players, teams=teams, seats=seats)

    def winning(self) -> Iterator[RulebookEntry]:
        """Who wins: in the words of the spec, or, where whoever has most of something wins, by its label."""
        result = self._spec.result
        if result is None:
            return
        text = self._told.text(result.text) if result.text else self._most()
        if text:
            yield RulebookEntry("result", "", text)

    def _most(self) -> str:
        """Who wins by `best(p for p in players by p.points)`."""
        found = most_wins(self._spec)
        if found is None:
            return ""
        variable, least = found
        what = self._told.title(variable.about.label, variable.name.text)
        return say(self._language, "rules_least_wins" if least else "rules_most_wins", what=what)

    def passages(self, chapter: ChapterName | None) -> Iterator[RulebookEntry]:
        """What the spec itself tells in a chapter."""
        for one in self._spec.rulebook.values():
            if one.chapter == chapter:
                steps = tuple(self._told.text(step) for step in one.steps)
                title = self._told.title(one.about.label, "") if one.about.label else ""
                yield RulebookEntry(
                    f"rulebook.{one.name.text}", title, self._told.text(one.about.text), steps, bool(steps)
                )

    def phases(self) -> Iterator[RulebookEntry]:
        """The phases in the order of play, from the one in which the game begins; those without words are left out."""
        seen: list[str] = []
        waiting = [self._spec.begin.text]
        while waiting:
            name = waiting.pop(0)
            if name in self._spec.phases and name not in seen:
                seen.append(name)
                phase = self._spec.phases[name]
                waiting = [*(step.text for step in phase.steps), *waiting]
                title, text = self._told.title(phase.about.label, name), self._told.text(phase.about.text)
                items = self._steps(phase)
                told = [step.text for step in phase.steps if self._has_words(step.text)]
                if items == (title,) and len(told) == 1 and not self._spec.phases[told[0]].about.text:
                    seen.append(told[0])  # it says nothing but what may be done
                    items = self._steps(self._spec.phases[told[0]])
                items = () if items == (title,) else items
                if text or len(items) > 1 or (items and phase.about.label):
                    yield RulebookEntry(f"phases.{name}", title, text, items, len(phase.steps) > 1)

    def actions(self) -> Iterator[RulebookEntry]:
        """What players may do, and what stands against it."""
        for action in self._spec.actions.values():
            yield self._doing("actions", action.name.text, action.about, action.when)

    def answers(self) -> Iterator[RulebookEntry]:
        """Reactions, and what happens by itself."""
        for reaction in self._spec.reactions.values():
            yield self._doing("reactions", reaction.name.text, reaction.about, reaction.when)
        for trigger in self._spec.triggers.values():
            if trigger.about.text:
                yield self._doing("triggers", trigger.name.text, trigger.about, ())

    def scoring(self) -> Iterator[RulebookEntry]:
        """What counts, sheet by sheet; a number that always counts is told where nobody has written a text."""
        for sheet in self._spec.scoring.values():
            for one in sheet.categories:
                entry = self._entry(f"scoring.{sheet.name.text}.{one.name.text}", one.name.text, one.about)
                points = fixed_points(one)
                if not entry.text and points is not None:
                    entry = replace(entry, text=say(self._language, "rules_points", n=points))
                yield entry

    def _entry(self, key: str, name: str, about: About, items: tuple[str, ...] = ()) -> RulebookEntry:
        return RulebookEntry(key, self._told.title(about.label, name), self._told.text(about.text, name), items)

    def _doing(self, section: str, name: str, about: About, when: Sequence[ConditionSpec]) -> RulebookEntry:
        items = tuple(dict.fromkeys(one for condition in when if (one := self._against(condition, name))))
        return self._entry(f"{section}.{name}", name, about, items)

    def _against(self, condition: ConditionSpec, name: str) -> str:
        """What stands against a move: its reason, or, where that names what only play knows, what must hold."""
        why = self._told.reason(condition.why, name)
        if why:
            return say(self._language, "rules_not", why=why)
        rule = " ".join(condition.test.span.text.split())
        return say(self._language, "rules_only_if", rule=rule) if condition.why else ""

    def _steps(self, phase: Phase) -> tuple[str, ...]:
        """The steps of a phase that people are told of, or what may be done in it."""
        steps = [self._words.phase(step.text) for step in phase.steps if self._has_words(step.text)]
        offered = [self._spec.actions[word.text] for word in phase.offer if word.text in self._spec.actions]
        return (*steps, *map(self._title, offered))

    def _has_words(self, name: str) -> bool:
        phase = self._spec.phases.get(name)
        return phase is not None and bool(phase.about.label or phase.about.text or is_announced(phase, self._spec))

    def _title(self, action: Action) -> str:
        return self._told.title(action.about.label, action.name.text)


def rulebook_document(book: Rulebook) -> Document:
    """A rulebook as a document without pictures: what it is about, and a section for each chapter."""
    sections: list[Sequence[Part]] = [book.about]
    told = [(one.title, [entry for entry in one.entries if entry.key != "table"]) for one in book.chapters]
    sections += [[Heading(title), *map(_entry, entries)] for title, entries in told if entries]
    return Document(title=book.title, sections=sections, lang=book.language)


def _entry(entry: RulebookEntry) -> Entry:
    items = [Items(entry.items, entry.numbered)] if entry.items else []
    return Entry(entry.title, entry.text, [*items, *([Table(entry.rows)] if entry.rows else [])])


# Where the cards lie, in a rulebook: whose each zone is, who sees its cards, and where new ones come from.


def zone_entries(spec: Spec, told: RuleWords) -> Iterator[RulebookEntry]:
    """The zones in the order of the spec, but for those that the table leaves out."""
    off = {word.text for word in spec.table.without}
    for zone in spec.zones.values():
        if zone.name.text not in off:
            parts = (
                *_whose(zone, spec, told),
                _seen(zone, told),
                _refilled(zone, spec, told),
                told.text(zone.about.text),
            )
            text = " ".join(part for part in parts if part)
            yield RulebookEntry(f"zones.{zone.name.text}", told.title(zone.about.label, zone.name.text), text)


def _whose(zone: ZoneSpec, spec: Spec, told: RuleWords) -> Iterator[str]:
    """Before whom a zone lies, and of which things there is one each."""
    owner = zone.of.text if zone.of and zone.of.text in ("player", "team") else "table"
    yield say(told.language, f"rules_of_{owner}")
    for axis in zone.along:
        match axis:
            case syn.Name(id=name) if name in spec.types:
                names = ", ".join(told.symbol(symbol.text) for symbol in spec.types[name].symbols)
                yield say(told.language, "rules_members", names=names)
            case syn.Binary(operator="..", left=first, right=last):
                low, high = _end(first, spec, told), _end(last, spec, told)
                if low and high:
                    yield say(told.language, "rules_numbers", low=low, high=high)
            case _:
                pass


def _end(expr: syn.Expr, spec: Spec, told: RuleWords) -> str:
    """One end of a range of numbers, if it is a number or an option; else nothing."""
    match expr:
        case syn.Integer(value=value):
            return str(value)
        case syn.Name(id=name) if name in spec.options:
            return told.option(name)
        case _:
            return ""


def _seen(zone: ZoneSpec, told: RuleWords) -> str:
    """Who sees the cards: everybody, only their owner or that team, some players, all but their owner; the back."""
    shows = {viewer: what.text for viewer, what in zone.shows}
    others = shows.get("all", "count" if shows or zone.to else "all")
    owner = shows.get("owner", others)
    if others == "all":
        return say(told.language, "rules_all_see" if owner == "all" else "rules_others_see")
    match zone.to:
        case None:
            sees = "rules_owner_sees" if owner == "all" else "rules_face_down"
        case syn.AttributeAccess(target=syn.AttributeAccess(name=syn.Word(text="team")), name=syn.Word(text="members")):
            sees = "rules_team_sees"
        case _:
            sees = "rules_some_see"
    if others in ("count", "none"):
        return say(told.language, sees)
    back = told.symbol(others)
    return say(told.language, "rules_owner_sees_back" if owner == "all" or zone.to else "rules_back", what=back)


def _refilled(zone: ZoneSpec, spec: Spec, told: RuleWords) -> str:
    """What becomes of an empty pile: the cards of another zone are shuffled and put there."""
    if zone.refill is None or zone.refill.zone.text not in spec.zones:
        return ""
    source = spec.zones[zone.refill.zone.text]
    return say(told.language, "rules_refilled", zone=told.title(source.about.label, source.name.text))


# What may be agreed before a game, in a rulebook: what holds in these rules, and what else is possible.


def option_entries(spec: Spec, told: RuleWords) -> Iterator[RulebookEntry]:
    """The options in the order of the spec."""
    for option in spec.options.values():
        name = option.name.text
        title, text = told.title(option.about.label, name), told.text(option.about.text, name)
        here, others = say(told.language, "rules_value", value=told.option(name)), _others(option, told)
        yield RulebookEntry(f"options.{name}", title, text, (here, others) if others else (here,))


def _others(option: OptionSpec, told: RuleWords) -> str:
    """What else is possible; the empty text if there is nothing to tell."""
    match option.type:
        case "integer":
            if option.low is None or option.high is None:
                return ""
            reach = say(told.language, "rules_range", low=option.low, high=option.high)
            steps = f", {say(told.language, 'rules_steps_of', step=option.step)}" if option.step > 1 else ""
            return say(told.language, "rules_possible", others=reach + steps)
        case "symbols" if len(option.symbols) > 1:
            names = [told.symbol(word.text) for word in option.symbols]
        case "boolean":
            names = [told.truth(value) for value in (True, False)]
        case "symbols":
            return ""
        case _:
            assert_never(option.type)
    listed = (
        phrase(told.language, "semicolon").join(names)
        if any("," in name for name in names)
        else any_of(names, told.language)
    )
    return say(told.language, "rules_possible", others=listed)


# What players decide inside effects, in a rulebook: what `words` calls it, and a passage of the same name tells.


def choice_entries(spec: Spec, told: RuleWords) -> Iterator[RulebookEntry]:
    """Each choice that has words and no passage of its own, in the order of the spec."""
    places = (spec.phases, spec.actions, spec.reactions, spec.triggers, spec.effects, spec.decks)
    names = dict.fromkeys(pick.name.text for one in choices(tuple(places)) for pick in one.picks)
    for name in names:
        if name in spec.words and name not in spec.rulebook and name not in spec.actions:
            title = told.title(spec.words[name].texts, name)
            if GAP not in title:
                yield RulebookEntry(f"words.{name}", title)
