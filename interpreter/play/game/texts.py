"""Texts for people, in their language: labels of cards, moves, zones, phases, players, and why a move is not legal.

A thing without a label is called by its id, with blanks for underscores. Nothing here changes how a game is played.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Set
from functools import cached_property, wraps
from typing import Any, TypeVar, assert_never

from ...diagnostics.suggest import suggest
from ...diagnostics.text import DEFAULT_LANGUAGE, localized, nearest
from ...engines.program.layout import EntityName, own_name, side_of
from ...language.spec.nodes import About, ConditionSpec, DeckSpec, KindSpec, Spec, Texts, WrittenValue
from ...language.spec.texts import (
    BRACES,
    FACE,
    chosen_symbols,
    counts_against,
    printed_attributes,
    score_variable,
    unusual,
)
from .move import Move, Refusal
from .phrases import VALUES, phrase

Json = dict[str, Any]
T = TypeVar("T")

BACKS = ("blue", "green", "violet", "orange", "cyan", "brown", "pink", "grey")
"""The colours of the backs of several decks, one after the other."""

OPEN = "…"
"""Stands for what is still to be chosen in the label of an action."""

_OPEN = re.compile(rf" \([^()]*{OPEN}[^()]*\)|(?<={OPEN})[^\w{OPEN}]*{OPEN}")
"""What more is told in brackets, and what follows directly on something else that is open."""

FilledTexts = tuple[tuple[str, str, str], ...]
"""What a text names in braces: as it is written there, the text of its value, and its type."""


def _once(tell: Callable[[Wordings, str], T]) -> Callable[[Wordings, str], T]:
    """Put each card into words only once: its words never change."""

    def cached(words: Wordings, kind: str) -> T:
        key = (tell.__name__, kind)
        if key not in words._told:
            words._told[key] = tell(words, kind)
        found: T = words._told[key]
        return found

    return wraps(tell)(cached)


class Wordings:
    """The words of one game in one language.

    With the `encoding` of a screen, cards that have signs are told by these: `10♠` instead of `ten of spades`.
    """

    def __init__(self, spec: Spec | None, language: str = DEFAULT_LANGUAGE, *, encoding: str = "") -> None:
        self.spec = spec
        self.language = language
        self.encoding = encoding
        self._told: dict[tuple[str, str], Any] = {}

    @property
    def drawings(self) -> Mapping[str, str]:
        """The symbols of the icons that the game brings itself, by their names."""
        return self.spec.drawings if self.spec else {}

    def say(self, name: str, /, **parts: object) -> str:
        """One of the tool's own phrases."""
        return phrase(self.language, name, **parts)

    def title(self) -> str:
        """The title of the game."""
        return localized(self.spec.title, self.language, self.spec.name) if self.spec else ""

    def player(self, seat: int) -> str:
        """A player, by the seat from 0."""
        return self.say("player", n=seat + 1)

    def value(self, text: str) -> str:
        """A value of a move or a view (`ace`, `p1`, `t2`, `yes`, `[a, b]`, `red`) in words; `?` is a hidden card."""
        if text.startswith("["):
            inside = [part.strip() for part in text.strip("[]").split(",") if part.strip()]
            known = [self.value(part) for part in inside if part != "?"]
            hidden = [self.say("hidden", n=inside.count("?"))] if "?" in inside else []
            return ", ".join([*known, *hidden]) or self.say("none")
        if text == "?":
            return self.say("hidden", n=1)
        if side := side_of(text):
            return self.say(side[0], n=side[1] + 1)
        if text in self.kinds:
            return self.card(text)
        return self.say(VALUES[text]) if text in VALUES else self.symbol(own_name(text))

    def plain(self, value: Any, of: str = "") -> str:
        """A value as JSON has it, in words: `true` is yes, null is –, a list is told element by element.

        `of` is the deck of a kind of card, or the enumeration of a symbol.
        """
        match value:
            case bool():
                return self.value("yes" if value else "no")
            case None:
                return "–"
            case str():
                return self.value(f"{of}.{value}" if of else value)
            case list():
                return ", ".join(self.plain(one, of) for one in value) or "–"
            case _:
                return str(value)

    @_once
    def card(self, kind: str) -> str:
        """The label of a kind of card, by its id or, as `main.ace`, with its deck; `?` stays as it is.

        An id that cards of several decks have is told as it is.
        """
        return self.signs.get(kind) or self.in_full(kind)

    def in_full(self, kind: str) -> str:
        """The same, and never signs in its place."""
        found = self.kinds.get(kind)
        return self._filled(*found) if found else spaced(kind)

    @cached_property
    def signs(self) -> Mapping[str, str]:
        """Kinds of card by signs: those whose corners have nothing but signs of symbols, which no other card has, and
        which can be written; empty without an encoding.
        """
        looks = self.spec.table.looks.values() if self.spec and self.encoding else ()
        known = {localized(look.sign, self.language) for look in looks}
        found: dict[str, str] = {}
        for kind in self.kinds if known else ():
            runs = [run["text"] for run in self.runs(self.face_part(kind, "corner") or "", kind)]
            sign = "".join(runs)
            if runs and known.issuperset(runs) and sign.encode(self.encoding, "ignore").decode(self.encoding) == sign:
                found[kind] = sign
        times = Counter(sign for kind, sign in found.items() if kind == self.key(kind))
        return {kind: sign for kind, sign in found.items() if times[sign] == 1}

    def key(self, kind: str) -> str:
        """What a card with its deck, `main.ace`, is called for short: its id, if no card of another deck has it."""
        id = own_name(kind)
        return id if id in self.kinds else kind

    def card_text(self, kind: str) -> str:
        """The text of a kind of card, or the empty text."""
        found = self.kinds.get(kind)
        return self.fill_card_text(localized(found[1].about.text, self.language), *found) if found else ""

    def card_text_of(self, called: str) -> str:
        """The label and the text of a card that was typed by its id or its label.

        Case, accents, the form of apostrophes and the width of blanks do not matter.
        """
        wanted = as_typed(called)
        told = {
            one: (*one.split("."), one, as_typed(self.card(one)), as_typed(self.in_full(one))) for one in self.kinds
        }
        found = {self.key(one) for one, names in told.items() if wanted in names}
        if not found:
            near = suggest(wanted.replace(" ", "_"), list(self.kinds))
            return self.say("no_card", called=called) + (self.say("meant", near=near) if near else "")
        return self.say("semicolon").join(map(self.whole_card, sorted(found)))

    @_once
    def short_card(self, kind: str) -> str:
        """What a card says in a list: its face on the table, else its label; `?` stays as it is."""
        found = self.kinds.get(kind)
        if found is None:
            return spaced(kind)
        label, text = self.card(kind), self.face_part(kind, "texts") if kind not in self.signs else None
        return self.fill_card_text(text, *found, label=label) if text else label

    def face_part(self, kind: str, part: str) -> str | None:
        """A part of the face of a kind of card, as it is written: its own, else that of its deck, else None."""
        found, faces = self.kinds.get(kind), self.spec.table.faces if self.spec else {}
        names = (found[1].id.text, found[0].name.text) if found else ()
        written = (getattr(faces[name], part) for name in names if name in faces)
        told = next((one for one in written if one), None)
        return told.text if isinstance(told, WrittenValue) else localized(told, self.language) if told else None

    @_once
    def face(self, kind: str) -> Json:
        """What is drawn on a kind of card: words, then signs and icons in runs, and the colour of its background.

        docs/table.md tells each of them in full.
        """
        written = {part: self.face_part(kind, part) or "" for part in FACE}
        runs = {part: self.runs(text, kind) for part, text in written.items()}
        bare, title = not any(written[part] for part in FACE[1:]), self.in_full(kind)
        if written["title"]:
            title = self.fill_card_text(written["title"], *self.kinds[kind], label=title)
        elif runs["corner"]:
            title = ""
        if "{" not in written["icon"]:
            runs["icon"] = [{**run, "icon": run["text"]} for run in runs["icon"]]
        told = "colour" if "{" in written["colour"] else "text"
        ground = next((run[told] for run in runs["colour"]), None)
        return {
            "title": title,
            "text": self.printed_text(kind) if kind in self.kinds and bare else self.card_text(kind),
            **{part: runs[part] for part in ("corner", "icon", "line")},
            "large": runs["sign"],
            "ground": ground,
            "colour": self.colour(kind) or ground,
        }

    def runs(self, text: str, kind: str) -> list[Json]:
        """A text on a card in runs: what stands between braces as it is, and each value as its symbol looks."""
        if not text:
            return []
        deck, one = self.kinds[kind]
        values = printed_attributes(deck, one)
        runs: list[Json] = []
        told = with_parts(text, {attribute.name.text for attribute in deck.attributes} - values.keys())
        before, *pairs = BRACES.split(told)
        for name, after in zip(pairs[::2], pairs[1::2], strict=True):
            written = values.get(name.strip())
            if written is None:  # an attribute that this card has not is not drawn
                before += {"label": self.in_full(kind), "kind": spaced(one.id.text)}.get(name.strip(), "")
            else:
                first, *rest = (_run(value, self) for value in written.strip("[]").split(", "))
                runs += [*_beside(before, first), *rest]
                before = ""
            before += after
        last = runs.pop() if before.strip() and runs and not runs[-1]["icon"] else None
        return [*runs, {**last, "text": last["text"] + before.rstrip()}] if last else [*runs, *_beside(before)]

    def colour(self, kind: str) -> str | None:
        """The colour of a kind of card: that of the first of its attributes whose symbol has one, or None."""
        deck, one = self.kinds.get(kind, (None, None))
        values = printed_attributes(deck, one) if deck and one else {}
        found = (colour_of(values.get(attribute.name.text, ""), self) for attribute in deck.attributes) if deck else ()
        return next(filter(None, found), None)

    def back_colour(self, deck: str) -> str | None:
        """The colour of the backs of a deck: of several decks each has another; None where there is one alone."""
        decks = [*self.spec.decks] if self.spec else []
        return BACKS[decks.index(deck) % len(BACKS)] if len(decks) > 1 and deck in decks else None

    @_once
    def whole_card(self, kind: str) -> str:
        """All that a card says: its label, and its text; without a text, its attributes in words."""
        text = self.printed_text(kind)
        return f"{self.in_full(kind)} – {text}" if text else self.in_full(kind)

    def printed_text(self, kind: str) -> str:
        """The text of a kind of card; without one, its attributes in words."""
        return self.card_text(kind) or self._attributes(kind)

    def _attributes(self, kind: str) -> str:
        """The attributes of a card in words: `colours: green, red; stops: neutral, ace`.

        Left out are those that its label names, and those with the value that all cards have unless they say otherwise.
        """
        deck, one = self.kinds[kind]
        label = self._label_of(deck, one)
        values = unusual(deck, one).items()
        told = [
            self.say("sum", what=self.symbol(name)) + " " + self.printed(text)
            for name, text in values
            if f"{{{name}}}" not in label
        ]
        return self.say("semicolon").join(told)

    def printed(self, text: str) -> str:
        """The value of an attribute in words: a number, a symbol, or a list of them."""
        parts = text.strip("[]").split(", ")
        return ", ".join(self.say(VALUES[part]) if part in VALUES else self.symbol(part) for part in parts)

    def named_in_words(self, kind: str, *, on_the_face: bool) -> set[str]:
        """The attributes that label or text of a kind of card name, or its face: `{"colour"}` for `{colour} card`."""
        deck, one = self.kinds[kind]
        face = (self.face_part(kind, part) or "" for part in FACE if on_the_face)
        text = " ".join((self._label_of(deck, one), localized(one.about.text, self.language), *face))
        return set(re.findall(r"\{(\w+)\}", text))

    def _filled(self, deck: DeckSpec, kind: KindSpec) -> str:
        """The label of a kind, else of its deck, else the id."""
        return self.fill_card_text(self._label_of(deck, kind), deck, kind) or spaced(kind.id.text)

    def _label_of(self, deck: DeckSpec, kind: KindSpec) -> str:
        return localized(kind.about.label, self.language, localized(deck.label, self.language))

    @cached_property
    def tints(self) -> Mapping[str, str]:
        """The colours of signs of cards that have one."""
        return {sign: colour for kind, sign in self.signs.items() if (colour := self.colour(kind))}

    def fill_card_text(self, text: str, deck: DeckSpec, kind: KindSpec, **more: str) -> str:
        """A text about a card with its attributes filled in, its kind, and what `more` there is to name."""
        values = {name: self.printed(value) for name, value in printed_attributes(deck, kind).items()}
        values = {"kind": spaced(kind.id.text), **more, **values}
        return fill(with_parts(text, {attribute.name.text for attribute in deck.attributes} - values.keys()), values)

    def symbol(self, name: str) -> str:
        """A symbol of an enumeration: what `words` call it, else its name."""
        found = self.spec.words.get(name) if self.spec else None
        return localized(found.texts, self.language, spaced(name)) if found else spaced(name)

    def zone(self, name: str) -> str:
        """A zone as the view names it, `p1.hand`: its label, with its owner."""
        abouts = {key: zone.about for key, zone in self.spec.zones.items()} if self.spec else {}
        return self._owned(EntityName.of(name), abouts)

    def variable(self, name: str) -> str:
        """A variable as the view names it, `t1.total`."""
        abouts = {key: one.about for key, one in self.spec.variables.items()} if self.spec else {}
        return self._owned(EntityName.of(name), abouts)

    def mark(self, deck: str, name: str, value: Any) -> str:
        """A mark on a card: its value, or its label where it is just there."""
        found = self.spec.decks.get(deck) if self.spec else None
        about = next((one.about for one in found.variables if one.name.text == name), None) if found else None
        return self._label(name, about) if value is True else self.plain(value)

    def texts(self, texts: Texts, name: str) -> str:
        """A label that stands by itself, else the id of the thing with blanks."""
        return localized(texts, self.language, spaced(name))

    def phase(self, name: str) -> str:
        """The label of a phase."""
        return self._label(name, self.spec.phases[name].about if self.spec and name in self.spec.phases else None)

    def option(self, name: str) -> str:
        """The label of an option."""
        return self._label(name, self.spec.options[name].about if self.spec and name in self.spec.options else None)

    def score(self) -> str:
        """What the score counts: its own label, else that of the variable that is reported, else just `score`."""
        result = self.spec.result if self.spec else None
        if result and result.label:
            return localized(result.label, self.language)
        found = score_variable(self.spec) if self.spec else None
        return self._label(found.name.text, found.about) if found else self.say("score")

    def points(self, score: int) -> int:
        """A score as people read it: without its sign where less is better."""
        return -score if self.spec and counts_against(self.spec) else score

    def nobody_wins(self) -> str:
        """The sentence for a game that no player has won."""
        result = self.spec.result if self.spec else None
        return localized(result.nobody, self.language, self.say("nobody_wins")) if result else self.say("nobody_wins")

    def is_translated(self) -> bool:
        """Whether the game has any texts in this language; texts without a language count as English."""
        titles = [self.spec.title, *(one.about.label for one in self.spec.actions.values())] if self.spec else []
        return not titles or any(
            nearest(self.language, (language or DEFAULT_LANGUAGE,)) for texts in titles for language in texts
        )

    def category(self, scoring: str, name: str) -> str:
        """The label of a category of a score sheet."""
        sheet = self.spec.scoring.get(scoring) if self.spec else None
        about = next((c.about for c in sheet.categories if c.name.text == name), None) if sheet else None
        return self._label(name, about)

    def move(self, move: Move, told: FilledTexts = ()) -> str:
        """A move in words: its label with the arguments filled in, and what else it names (`disclosure.fill_label`)."""
        arguments = dict(zip(move.parameters, move.whole, strict=True)) if move.parameters else {}
        return self.action(move.action, arguments, told, move.path)

    def open_move(self, move: Move, told: FilledTexts = ()) -> str:
        """The label of the action of a move, with `…` for what it names; else what is `told` is said, unless it depends
        on that.
        """
        named = set(move.parameters)
        plain = tuple(one for one in told if named.isdisjoint(re.findall(r"\w+", one[0])))
        return _OPEN.sub("", self.action(move.action, dict.fromkeys(move.parameters, OPEN), plain, move.path))

    def action(self, name: str, arguments: Mapping[str, str], told: FilledTexts = (), path: str = "") -> str:
        """An action, reaction or choice in words: `arguments` by name, and `told` what else its label names. Cards and
        symbols have what they belong to before them, `main.ace`, `colour.red`.

        The `path` tells whose label it is where that is not clear from the name: that of declining a reaction.
        """
        symbols = chosen_symbols(self.spec, name) if self.spec else ()
        bare = {key for key in symbols if arguments.get(key, ".").isidentifier() and arguments[key] != "none"}
        own = {key: self.symbol(text) if key in bare else self.value(text) for key, text in arguments.items()}
        values = own | self._spoken(told)
        without = absent({**arguments, **{written: text for written, text, _ in told}})
        label = localized(self._action_label(name, path), self.language)
        if label:
            return fill(with_parts(label, without), values)
        if not own:
            return spaced(name)
        if self.spec and (name in self.spec.actions or name in self.spec.reactions):
            return f"{spaced(name)}: {', '.join(own.values())}"
        return ", ".join(self._chosen(key, values, without) for key in own)

    def text(self, name: str, told: FilledTexts) -> str:
        """A text of `words` that the rules tell the table, with what it names filled in."""
        found = self.spec.words.get(name) if self.spec else None
        label = localized(found.texts, self.language, spaced(name)) if found else spaced(name)
        return fill(with_parts(label, absent({written: text for written, text, _ in told})), self._spoken(told))

    def _spoken(self, told: FilledTexts) -> dict[str, str]:
        """The values that a text names, in words."""
        found = {}
        for name, text, type in told:
            base, _, of = type.partition(" ")
            whole = re.sub(r"\b(?!none\b)\w+", rf"{of}.\g<0>", text) if of else text
            found[name] = "?" if text == "?" and base not in ("card", "kind") else self.value(whole)
        return found

    def _chosen(self, name: str, told: Mapping[str, str], without: Set[str]) -> str:
        """What was chosen inside an effect: in the words of the spec (`Extend the race: {extend}`), or by its name."""
        found = self.spec.words.get(name) if self.spec else None
        words = localized(found.texts, self.language) if found else ""
        return fill(with_parts(words, without), told) if "{" in words else f"{words or spaced(name)}: {told[name]}"

    def _action_label(self, name: str, path: str) -> Texts:
        if self.spec is None:
            return {}
        if path.startswith("reactions.") and path.endswith(".decline"):
            reaction = self.spec.reactions.get(path.removesuffix(".decline").removeprefix("reactions."))
            return reaction.decline if reaction else {}
        if name in self.spec.actions:
            return self.spec.actions[name].about.label
        if name in self.spec.reactions:
            return self.spec.reactions[name].about.label
        declines = [reaction.decline for reaction in self.spec.reactions.values() if reaction.decline]
        return declines[0] if name == "decline" and declines else {}

    def reason(self, refusal: Refusal) -> str:
        """Why a move is not legal: what the spec says of the condition that fails, or a phrase of the tool's own."""
        match refusal.reason:
            case "condition":
                name = spaced(refusal.condition)
                return self._condition_text(refusal) or self.say("refused_condition", name=name)
            case "filter":
                return self.say("refused_filter", name=spaced(refusal.name), rule=refusal.rule)
            case "offer":
                return self.say("refused_offer", name=refusal.name, possible=", ".join(refusal.possible))
            case "arity":
                return self.say("refused_arity", name=refusal.name, n=refusal.needs, got=refusal.got)
            case "choice":
                told = self.value(refusal.given)
                given = refusal.given if told == spaced(refusal.given) else told
                possible = ", ".join(map(self.value, refusal.possible)) or self.say("none")
                low, high = refusal.least, refusal.most
                n = self.say("range", low=low, high=high) if low < high else low
                return self.say("refused_choice_of" if high else "refused_choice", given=given, possible=possible, n=n)
            case "chance" | "over" | "hidden" | "unclear":
                return self.say(f"refused_{refusal.reason}")
            case _:
                assert_never(refusal.reason)

    def reasons(self, refusal: Refusal) -> str:
        """All that stands against a move."""
        return " · ".join(dict.fromkeys(map(self.reason, (refusal, *refusal.more))))

    def _condition_text(self, refusal: Refusal) -> str:
        """The reason that the spec gives for the condition that fails, or the empty text."""
        found = self._conditions.get(refusal.path)
        arguments = {name: self.value(text) for name, text in refusal.arguments.items()}
        values = arguments | self._spoken(refusal.told)
        without = absent({**refusal.arguments, **{written: text for written, text, _ in refusal.told}})
        return fill(with_parts(localized(found.why, self.language), without), values) if found else ""

    @cached_property
    def kinds(self) -> dict[str, tuple[DeckSpec, KindSpec]]:
        """Every kind by `main.ace`, its deck and its id, and by its id alone if no other deck has it, with its deck."""
        found = [(deck, kind) for deck in (self.spec.decks.values() if self.spec else ()) for kind in deck.kinds]
        many = Counter(kind.id.text for _, kind in found)
        alone = {kind.id.text: (deck, kind) for deck, kind in found if many[kind.id.text] == 1}
        return alone | {f"{deck.name.text}.{kind.id.text}": (deck, kind) for deck, kind in found}

    @cached_property
    def _conditions(self) -> dict[str, ConditionSpec]:
        if self.spec is None:
            return {}
        found = [condition for action in self.spec.actions.values() for condition in action.when]
        found += [condition for reaction in self.spec.reactions.values() for condition in reaction.when]
        return {condition.path: condition for condition in found}

    def _owned(self, name: EntityName, abouts: Mapping[str, About]) -> str:
        if name.owner and not side_of(name.owner):
            return spaced(name)
        numbers = [one for one in name.members if one.lstrip("-").isdigit()]
        whose = [self.value(one) for one in (name.owner, *name.members) if one and one not in numbers]
        label = " ".join([self._label(name.name, abouts.get(name.name)), *numbers])
        return f"{label} ({', '.join(whose)})" if whose else label

    def _label(self, name: str, about: About | None) -> str:
        return localized(about.label, self.language, spaced(name)) if about else spaced(name)


def spaced(name: str) -> str:
    """An id as a person would write it.

    >>> spaced("two_pairs")
    'two pairs'
    """
    return name.replace("_", " ").replace(".", " ")


def as_typed(name: str) -> str:
    """A name as somebody would type it who cares for letters only: no case, accents, or kinds of blank and apostrophe.

    >>> as_typed("Coup\\N{NO-BREAK SPACE}d’Éclat"), as_typed("coup  d'eclat")
    ("coup d'eclat", "coup d'eclat")
    """
    letters = unicodedata.normalize("NFD", name.lower().replace("’", "'"))
    return " ".join("".join(char for char in letters if not unicodedata.combining(char)).split())


def absent(arguments: Mapping[str, str]) -> frozenset[str]:
    """The names of the arguments that are none, or an empty list."""
    return frozenset(name for name, text in arguments.items() if text in ("none", "[]"))


_PARTS = re.compile(r"\{[^{}]*\}|\[((?:\{[^{}]*\}|[^\[\]{}])*)\]")
"""A part in brackets; a list in braces is none."""


def with_parts(label: str, without: Set[str]) -> str:
    """A label with each part in brackets left out if it names something absent; what follows `|` in it takes its place.

    >>> keep = "[Keep {c}|Keep nothing]"
    >>> with_parts("Pay {paid}[ for {s}]", {"s"}), with_parts(keep, {"c"}), with_parts(keep, set())
    ('Pay {paid}', 'Keep nothing', 'Keep {c}')
    """

    def part(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        full, _, otherwise = found[1].partition("|")
        return otherwise if without & set(map(str.strip, BRACES.findall(full))) else full

    return _PARTS.sub(part, label)


def fill(label: str, values: Mapping[str, str]) -> str:
    """A label with what stands in braces replaced by its value, or by `…` where it has none."""
    return BRACES.sub(lambda found: values.get(found[1].strip(), "…"), label)


# Numbers of cards in words, by what the spec calls the cards of a deck: `2 dice`, `1 domino`, else `5 cards`.

Things = Mapping[str, str]
"""What cards are called, `one` and `many` of them; empty if they are just cards."""


def things(deck: str, words: Wordings) -> Things:
    """What the cards of a deck are called.

    >>> things("die", load_game("liars-dice").words("fr"))
    {'one': 'dé', 'many': 'dés'}
    """
    found = words.spec.table.called.get(deck) if words.spec else None
    return {} if found is None else {"one": words.texts(found.one, deck), "many": words.texts(found.many, deck)}


def number_of(number: int, called: Things, words: Wordings) -> str:
    """So many cards of a deck."""
    return words.say("things", n=number, **called) if called else words.say("cards", n=number)


def number_in(number: int, zone: EntityName, words: Wordings) -> str:
    """So many cards of a zone."""
    found = words.spec.zones.get(zone.name) if words.spec else None
    return number_of(number, things(found.holds.text, words) if found else {}, words)


# How symbols and cards look: a colour, and a sign of a character or two where there is little room.
#
# A symbol without a sign of its own has the first letters of its word, as many as tell it from the other symbols of its
# enumeration. A card has the colour of the first of its attributes whose symbol has one.


def colour_of(symbol: str, words: Wordings) -> str | None:
    """The colour of a symbol, or None."""
    look = words.spec.table.looks.get(symbol) if words.spec else None
    return look.colour if look else None


def sign_of(symbol: str, enumeration: tuple[str, ...], words: Wordings) -> str:
    """The sign of a symbol: its own, else the beginning of its word.

    >>> sign_of("red", ("red", "rose"), Wordings(None)), sign_of("blue", ("red", "blue"), Wordings(None))
    ('Re', 'B')
    """
    look = words.spec.table.looks.get(symbol) if words.spec else None
    sign = localized(look.sign, words.language) if look else ""
    if sign:
        return sign
    word, others = words.symbol(symbol), [words.symbol(other) for other in enumeration if other != symbol]
    lengths = range(1, len(word) + 1)
    long = next((n for n in lengths if not any(other[:n] == word[:n] for other in others)), len(word))
    return word[:long].capitalize()


# What is drawn on a card: texts in which the values of attributes may be signs and icons.


def _beside(text: str, run: Json | None = None) -> list[Json]:
    """Words, and a run after them: one run, `+4`, unless that is drawn."""
    if run and not run["icon"]:
        return [{**run, "text": text.lstrip() + run["text"]}]
    words = [{"text": text.strip(), "icon": None, "colour": None}] if text.strip() else []
    return [*words, run] if run else words


def _run(value: str, words: Wordings) -> Json:
    """How a value looks on a card: the icon of a symbol with its colour, else its sign, else the value in words."""
    look = words.spec.table.looks.get(value) if words.spec else None
    sign = localized(look.sign, words.language) if look else ""
    icon = look.icon.text if look and look.icon else None
    return {"text": sign or words.printed(value), "icon": icon, "colour": look.colour if look else None}
