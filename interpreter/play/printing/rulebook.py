"""A rulebook for players, from what a spec says to people: labels, texts, reasons, cards, scoring, options.

What nobody has written a text for is told by its label and by what it consists of: a phase by its steps and by what may
be done in it. An option in braces is replaced by its value, what is chosen by what kind of thing it is (`a card`, `a
team`); other values are known only in play (`…`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...engines.program.nodes import AskBlock
from ...language.spec.nodes import About, Action, Condition, Option, Phase, Spec, Texts
from ..game.game import Game
from ..game.phrases import phrase
from ..game.texts import Wordings, spaced
from .phrases import say
from .printed import Printed, printed_cards

FEW = 6
"""So many cards without a text are told one by one."""

_WITHOUT = re.compile(r"\s*\([^()]*…[^()]*\)")
"""What is in parentheses in a title and known only in play."""

_BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph with a title: what it says, and a list below it. `key` is the same in another version of the game."""

    key: str
    title: str
    text: str = ""
    items: tuple[str, ...] = ()
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its title and its entries."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game in one language. `about` are the paragraphs before the first chapter."""

    language: str
    title: str
    about: tuple[str, ...]
    chapters: tuple[Chapter, ...]


def rulebook(spec: Spec, games: Sequence[Game], language: str) -> Rulebook:
    """The rulebook of a game in these configurations (numbers of players), whose options are those of the first."""
    words = Wordings(spec, language)
    writer = _Writer(spec, words, games[0])
    chapters = (
        ("rules_cards", list(_cards([one for one in printed_cards(games, words) if one.copies], language))),
        ("rules_course", list(writer.phases())),
        ("rules_actions", list(writer.actions())),
        ("rules_reactions", list(writer.answers())),
        ("rules_scoring", list(writer.scoring())),
        ("rules_options", list(writer.options())),
    )
    found = tuple(Chapter(say(language, name), tuple(entries)) for name, entries in chapters if entries)
    variants = f" ({', '.join(games[0].variants)})" if games[0].variants else ""
    return Rulebook(language, words.title() + variants, tuple(writer.about()), found)


def differences(book: Rulebook, base: Rulebook) -> Rulebook:
    """What a rulebook says otherwise than that of another game, and what it does not say any more."""
    before = {entry.key: entry for chapter in base.chapters for entry in chapter.entries}
    now = {entry.key for chapter in book.chapters for entry in chapter.entries}
    chapters = [
        Chapter(one.title, tuple(entry for entry in one.entries if entry != before.get(entry.key)))
        for one in book.chapters
    ]
    gone = tuple(replace(entry, text="", items=()) for key, entry in before.items() if key not in now)
    chapters += [Chapter(say(book.language, "rules_gone"), gone)]
    about = say(book.language, "rules_against", title=base.title)
    return Rulebook(book.language, book.title, (about,), tuple(one for one in chapters if one.entries))


class _Writer:
    """Writes the chapters of one game."""

    def __init__(self, spec: Spec, words: Wordings, game: Game) -> None:
        self._spec, self._words, self._options = spec, words, game.options
        self._chosen = _chosen(game)

    def about(self) -> Iterator[str]:
        """What the game is about, and for how many."""
        about = self._said(self._spec.about)
        if about:
            yield about
        *most, last = map(str, self._spec.players)
        language = self._words.language
        numbers = say(language, "rules_or", most=", ".join(most), last=last) if most else last
        yield say(language, "rules_players", numbers=numbers, n=self._spec.players[-1])

    def phases(self) -> Iterator[Entry]:
        """The phases in the order of play, from the one in which the game begins."""
        seen: list[str] = []
        waiting = [self._spec.begin.text]
        while waiting:
            name = waiting.pop(0)
            if name in self._spec.phases and name not in seen:
                seen.append(name)
                phase = self._spec.phases[name]
                waiting = [*(step.text for step in phase.steps), *waiting]
                title, text = self._words.phase(name), self._said(phase.about.text)
                yield Entry(f"phases.{name}", title, text, self._steps(phase), bool(phase.steps))

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
        """What counts, sheet by sheet."""
        for sheet in self._spec.scoring.values():
            for one in sheet.categories:
                yield self._entry(f"scoring.{sheet.name.text}.{one.name.text}", one.name.text, one.about)

    def options(self) -> Iterator[Entry]:
        """What may be agreed before the game, and what holds here."""
        for option in self._spec.options.values():
            entry = self._entry(f"options.{option.name.text}", option.name.text, option.about)
            yield replace(entry, items=(self._values(option),))

    def _entry(self, key: str, name: str, about: About, items: tuple[str, ...] = ()) -> Entry:
        title = _WITHOUT.sub("", self._said(about.label, name)) or spaced(name)
        return Entry(key, title[:1].upper() + title[1:], self._said(about.text, name), items)

    def _doing(self, section: str, name: str, about: About, when: Sequence[Condition]) -> Entry:
        reasons = [self._said(condition.why, name, "the") for condition in when]
        items = tuple(say(self._words.language, "rules_not", why=why) for why in reasons if why)
        return self._entry(f"{section}.{name}", name, about, items)

    def _steps(self, phase: Phase) -> tuple[str, ...]:
        """The steps of a phase, or what may be done in it."""
        steps = [self._words.phase(step.text) for step in phase.steps]
        offered = [self._spec.actions[word.text] for word in phase.offer if word.text in self._spec.actions]
        return (*steps, *map(self._title, offered))

    def _title(self, action: Action) -> str:
        return self._entry("", action.name.text, action.about).title

    def _values(self, option: Option) -> str:
        value = self._words.plain(self._options.get(option.name.text))
        return say(self._words.language, "rules_value", value=value)

    def _said(self, texts: Texts, action: str = "", article: str = "a") -> str:
        """A text in the language of the book, with the values of options and the kinds of what an action chooses."""
        text = self._words.texts(texts, "") if texts else ""
        chosen = self._chosen.get(action, {})

        def filled(found: re.Match[str]) -> str:
            name = found[1].strip()
            if name in self._options:
                return self._words.plain(self._options[name])
            return say(self._words.language, f"rules_{article}_{chosen[name]}") if name in chosen else "…"

        return _BRACES.sub(filled, text).strip()


def _chosen(game: Game) -> dict[str, dict[str, str]]:
    """What each action and reaction chooses, card, player or team: by its name, and the name of what is chosen."""
    found: dict[str, dict[str, str]] = {}
    for block in game.program.blocks:
        if isinstance(block.end, AskBlock):
            for choice in block.end.choices:
                kinds = {one.local.name: one.local.type.base for one in choice.parameters if one.how != "some"}
                told = {name: base for name, base in kinds.items() if base in ("card", "player", "team")}
                found.setdefault(choice.name, {}).update(told)
    return found


def _cards(cards: Sequence[Printed], language: str) -> Iterator[Entry]:
    """The cards, each by itself; many that say no more than their name are told in one entry."""
    bare = [one for one in cards if not one.text and not one.untold]
    if len(bare) > FEW:
        names = (one.label if one.copies == 1 else f"{one.label} × {one.copies}" for one in bare)
        yield Entry("cards", phrase(language, "cards", n=sum(one.copies for one in bare)), ", ".join(names))
    yield from (_card(one) for one in cards if len(bare) <= FEW or one not in bare)


def _card(one: Printed) -> Entry:
    told = "; ".join(f"{name}: {value}" for name, value in one.untold)
    return Entry(f"cards.{one.card}", f"{one.label} × {one.copies}", one.text or told)


def to_markdown(book: Rulebook) -> str:
    """The rulebook as Markdown."""
    parts = [f"# {_plain(book.title)}", *map(_plain, book.about)]
    for chapter in book.chapters:
        parts.append(f"## {_plain(chapter.title)}")
        for entry in chapter.entries:
            text = f" {_plain(entry.text)}" if entry.text else ""
            parts.append(f"**{_plain(entry.title)}**{text}")
            if entry.items:
                signs = (f"{number}." if entry.numbered else "-" for number in range(1, len(entry.items) + 1))
                parts.append("\n".join(f"{sign} {_plain(item)}" for sign, item in zip(signs, entry.items, strict=True)))
    return "\n\n".join(parts) + "\n"


def _plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))
