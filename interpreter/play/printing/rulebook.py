"""A rulebook for players, from what a spec says to people: labels, texts, reasons, cards, scoring, options.

What nobody has written a text for is told by its label and by what it consists of: a phase by its steps and by what may
be done in it. An option in braces is replaced by its value, what is chosen by what kind of thing it is (`a card`, `a
team`); other values are known only in play (`…`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from ...language.spec.check_unlabelled import is_told
from ...language.spec.labels import said
from ...language.spec.nodes import About, Action, ChapterName, Condition, Phase, Spec, Texts
from ...language.spec.winning import fixed_points, most_wins
from ..game.game import Game
from ..game.texts import Wordings
from .entries import EXAMPLE, Chapter, Entry, Rulebook
from .phrases import any_number, say
from .printed import printed_cards
from .rule_cards import Pack, by_an_option, card_entries
from .rule_choices import choice_entries
from .rule_options import option_entries
from .rule_words import RuleWords
from .rule_zones import zone_entries


def rulebook(
    spec: Spec,
    games: Sequence[Game],
    language: str,
    variants: Sequence[tuple[Texts, Texts]] = (),
    examples: Sequence[Entry] = (),
) -> Rulebook:
    """The rulebook of a game in these configurations, one for each number of players.

    `variants` are the titles of its variants, which stand beside that of the game, and what they are about; `examples`
    are positions and moves that were tried.
    """
    words = Wordings(spec, language)
    told = RuleWords(words, games)
    writer = _Writer(spec, words, told)
    cards = [one for one in printed_cards(games, words) if one.copies or by_an_option(one, spec)]
    chapters: tuple[tuple[str, ChapterName | None, Iterable[Entry]], ...] = (
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
    told_of = [(name, (*entries, *writer.passages(own))) for name, own, entries in chapters]
    found = tuple(Chapter(say(language, name), entries) for name, entries in told_of if entries)
    titles = [said(title, language) for title, _ in variants]
    about = [text for _, texts in variants if (text := said(texts, language))]
    title = words.title() + (f" – {', '.join(titles)}" if titles else "")
    return Rulebook(language, title, (*writer.about(), *about), found)


def differences(book: Rulebook, base: Rulebook) -> Rulebook:
    """What a rulebook says otherwise than that of another game, and what it does not say any more."""
    before = {entry.key: entry for chapter in base.chapters for entry in chapter.entries}
    now = {entry.key for chapter in book.chapters for entry in chapter.entries}
    chapters = [
        Chapter(one.title, tuple(entry for entry in one.entries if entry != before.get(entry.key)))
        for one in book.chapters
    ]
    missed = [entry for key, entry in before.items() if key not in now and not key.startswith(EXAMPLE)]
    gone = tuple(replace(entry, text="", items=(), rows=()) for entry in missed)
    chapters += [Chapter(say(book.language, "rules_gone"), gone)]
    about = say(book.language, "rules_against", title=base.title)
    own = tuple(text for text in book.about if text not in base.about)
    return Rulebook(book.language, book.title, (*own, about), tuple(one for one in chapters if one.entries))


class _Writer:
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

    def winning(self) -> Iterator[Entry]:
        """Who wins: in the words of the spec, or, where whoever has most of something wins, by its label."""
        result = self._spec.result
        if result is None:
            return
        text = self._told.text(result.text) if result.text else self._most()
        if text:
            yield Entry("result", "", text)

    def _most(self) -> str:
        """Who wins by `best(p for p in players by p.points)`."""
        found = most_wins(self._spec)
        if found is None:
            return ""
        variable, least = found
        what = self._told.title(variable.about.label, variable.name.text)
        return say(self._language, "rules_least_wins" if least else "rules_most_wins", what=what)

    def passages(self, chapter: ChapterName | None) -> Iterator[Entry]:
        """What the spec itself tells in a chapter."""
        for one in self._spec.rulebook.values():
            if one.chapter == chapter:
                steps = tuple(self._told.text(step) for step in one.steps)
                title = self._told.title(one.about.label, "") if one.about.label else ""
                yield Entry(f"rulebook.{one.name.text}", title, self._told.text(one.about.text), steps, bool(steps))

    def phases(self) -> Iterator[Entry]:
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
                    yield Entry(f"phases.{name}", title, text, items, len(phase.steps) > 1)

    def actions(self) -> Iterator[Entry]:
        """What players may do, and what stands against it."""
        for action in self._spec.actions.values():
            yield self._doing("actions", action.name.text, action.about, action.when)

    def answers(self) -> Iterator[Entry]:
        """Reactions, and what happens by itself."""
        for reaction in self._spec.reactions.values():
            yield self._doing("reactions", reaction.name.text, reaction.about, reaction.when)
        for trigger in self._spec.triggers.values():
            if trigger.about.text:
                yield self._doing("triggers", trigger.name.text, trigger.about, ())

    def scoring(self) -> Iterator[Entry]:
        """What counts, sheet by sheet; a number that always counts is told where nobody has written a text."""
        for sheet in self._spec.scoring.values():
            for one in sheet.categories:
                entry = self._entry(f"scoring.{sheet.name.text}.{one.name.text}", one.name.text, one.about)
                points = fixed_points(one)
                if not entry.text and points is not None:
                    entry = replace(entry, text=say(self._language, "rules_points", n=points))
                yield entry

    def _entry(self, key: str, name: str, about: About, items: tuple[str, ...] = ()) -> Entry:
        return Entry(key, self._told.title(about.label, name), self._told.text(about.text, name), items)

    def _doing(self, section: str, name: str, about: About, when: Sequence[Condition]) -> Entry:
        items = tuple(dict.fromkeys(one for condition in when if (one := self._against(condition, name))))
        return self._entry(f"{section}.{name}", name, about, items)

    def _against(self, condition: Condition, name: str) -> str:
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
        return phase is not None and bool(phase.about.label or phase.about.text or is_told(phase, self._spec))

    def _title(self, action: Action) -> str:
        return self._told.title(action.about.label, action.name.text)


def to_markdown(book: Rulebook) -> str:
    """The rulebook as Markdown."""
    parts = [f"# {_plain(book.title)}", *map(_plain, book.about)]
    for chapter in book.chapters:
        parts.append(f"## {_plain(chapter.title)}")
        for entry in chapter.entries:
            heading = f"**{_plain(entry.title)}**" if entry.title else ""
            told = f"{heading} {_plain(entry.text)}".strip()
            parts += [told] if told else []
            if entry.items:
                signs = (f"{number}." if entry.numbered else "-" for number in range(1, len(entry.items) + 1))
                parts.append("\n".join(f"{sign} {_plain(item)}" for sign, item in zip(signs, entry.items, strict=True)))
            if entry.rows:
                parts.append(_table(entry.rows))
    return "\n\n".join(parts) + "\n"


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    """A table of Markdown, whose first row is the head."""
    head, *others = (f"| {' | '.join(map(_plain, row))} |" for row in rows)
    return "\n".join([head, f"|{'---|' * len(rows[0])}", *others])


def _plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))
