"""`cardwright diff`: what changes for players from one game or variant to another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

import click

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...play.game.phrases import VALUES, phrase
from ...play.game.texts import fill, spaced
from ...source.merge.assembly import assemble
from ...source.merge.catalogue import texts
from ...source.merge.differences import IN_WORDS, Difference, differences, generated_kinds, text_at, written_at
from ...source.merge.paths import KeyPath, node_at
from ...source.text.literals import parse_integer
from ...source.text.tree import Mapping, Node, Scalar, Sequence, items_of
from ..flags import check_language, format_flag, language_flag, path_flag, with_variants
from ..outcome import Outcome, put_json


@click.command("diff", epilog="Example: cardwright diff mille-bornes mille-bornes+parker")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@path_flag
@language_flag
@format_flag
@click.pass_obj
def command(outcome: Outcome, first: str, second: str, path: tuple[str, ...], lang: str) -> int:
    """Say what is different in B for players who know A, one sentence a line.

    A and B are games, each with variants after it: GAME+VARIANT+VARIANT.
    """
    report, line = Report(), outcome.line.source
    named = [with_variants(one) for one in (first, second)]
    before, after = (assemble(one.game, one.variants, path, report, command_line=line) for one in named)
    if before is None or after is None:
        return outcome.fail(report)
    check_language(lang, *(texts(one.tree.get("title")) for one in (before, after)))
    changes = differences(before.tree, after.tree, lang)
    words = DifferenceText(before.tree, after.tree, lang)
    outcome.show_beside(report)
    found = (path for one in changes for path in _broken_paths(one, before.tree, after.tree))
    broken = [".".join(path) for path in dict.fromkeys(found)]
    if outcome.json:
        rows = [
            {"path": ".".join(c.path), "sentence": words.sentence(c), "before": c.before, "after": c.after}
            | ({"lines": line_pairs(c, before.tree, after.tree)} if has_lines(c) else {})
            for c in changes
        ]
        digests = [before.digests[0], after.digests[0]]
        put_json({"a": first, "b": second, "digests": digests, "breaking": broken, "differences": rows})
        return 0
    for change in changes:
        click.echo(words.sentence(change))
        if has_lines(change) and (lines := line_pairs(change, before.tree, after.tree)):
            click.echo("\n".join(side_by_side(lines, lang)))
    # What the changes mean for what was written for the first game.
    if not changes:
        click.echo(phrase(lang, "same_rules"))
    elif {*before.digests} & {*after.digests}:
        click.echo("\n" + phrase(lang, "words_only"))
    elif not broken:
        click.echo("\n" + phrase(lang, "compatible"))
    else:
        click.echo("\n" + phrase(lang, "breaking", names=", ".join(broken)))
    return 0


# The differences between two games as sentences, with the names that players know ----------------

PHRASES = {
    "ends_when": "says_until",
    "repeat.until": "says_until",
    "when": "says_when",
    "turns.skip": "says_skip",
    "turns.from": "says_from",
    "repeat": "says_times",
    "offer": "says_offer",
    "steps": "says_steps",
    "by": "says_asks",
    "automatic": "says_automatic",
    "refill": "says_refill",
}
"""The phrase for a key of a phase, a reaction or a zone."""

EFFECT_KEYS = frozenset(("do", "start", "finish", "otherwise"))
"""Keys that hold lines of effects, which no sentence can repeat."""

BY_PLAYERS = re.compile(r"([0-9]+|else): ([^,]+)")
"""A default for a number of players, as `Difference` writes it: `4: false, else: true`."""


@dataclass(frozen=True, slots=True)
class DifferenceText:
    """Puts the differences between two merged specs into words, in one language."""

    before: Mapping
    after: Mapping
    lang: str

    def sentence(self, difference: Difference) -> str:
        """A difference as a sentence."""
        path, old, new = difference.path, difference.before, difference.after
        if path[-1] in IN_WORDS and path[0] != "functions":
            return self._text(path, old, new)
        match path:
            case ("options", name, "default", *rest):
                return self._default(self._named(path[:2], name), rest, old, new)
            case ("cards", _, "list", name, "copies"):
                usual = [written_at(tree, (*path[:2], "copies")) or "1" for tree in (self.before, self.after)]
                then, now = old or usual[0], new or usual[1]
                many = now if parse_integer(now) is None else int(now)
                return self._say("copies", what=self._named(path[:4], name), n=many, then=then)
            case ("cards", _, "list", name):
                return self._added_or_removed("card", path, name, new)
            case ("cards", _, "list", name, *rest):
                what = f"{self._say('kind_card').capitalize()} {self._named(path[:4], name)}"
                return self._plain(f"{what}, {'.'.join(rest)}", old, new)
            case ("actions" | "reactions", name, "when", *condition):
                return self._condition(path, name, condition, old, new)
            case (section, name) if section in NAMED_SECTIONS or section == "triggers":
                return self._added_or_removed(section[:-1], path, name, new)
            case ("actions" | "reactions" | "phases" | "zones", name, *rest):
                return self._part(path, name, rest, old, new)
            case ("scoring", _, "categories", name, *_):
                what = self._named(path[:4], name)
                return self._say("worth_nothing", what=what) if new is None else self._now("worth", what, old, new)
            case ("functions", name) if new is not None and old is not None:
                return self._now("means", name, self._truth(old), self._truth(new))
            case ("functions" | "effects", name) if new is None or old is None:
                return self._added_or_removed(path[0][:-1], path, name, new)
            case ("effects", name):
                return self._say("effect_changed", what=name)
            case _:
                return self._plain(".".join(path), old, new)

    def _say(self, name: str, **parts: object) -> str:
        return phrase(self.lang, name, **parts)

    def _truth(self, text: str) -> str:
        return self._say(text) if text in ("true", "false") else text

    def _now(self, name: str, what: str, old: str | None, new: str, **parts: object) -> str:
        """A phrase with the new value, and the old one where there was one."""
        now = new if old is None else self._say("before", now=new, then=old)
        return self._say(name, what=what, now=now, **parts)

    def _plain(self, what: str, old: str | None, new: str | None) -> str:
        if new is None:
            return self._say("gone", what=what, then=old) if old else self._say("gone_empty", what=what)
        return self._now("changed", what, old, new) if new else self._say("there_now", what=what)

    def _text(self, path: KeyPath, old: str | None, new: str | None) -> str:
        """A text about a rule that reads differently."""
        what = self._named(path[:-1], spaced(path[-2]))
        if path[-1] == "label":
            was = self._quoted(old) if old else self._say("score") if path[0] == "result" else spaced(path[-2])
            return self._say("called", what=was, now=self._quoted(new or spaced(path[-2])))
        now = self._say("no_text") if new is None else _sentence(_without_names(self._filled(new, self.after)))
        if old is None:
            return self._say("text_of", what=what, now=now)
        then = _sentence(_without_names(self._filled(old, self.before)))
        return self._say("text_before", what=what, now=now, then=then)

    def _filled(self, text: str, tree: Mapping) -> str:
        """A text with the usual values of the options that it names, where each has one for all numbers of players."""

        def usual(found: re.Match[str]) -> str:
            value = written_at(tree, ("options", found[1].strip(), "default")) or ""
            return found[0] if not value or BY_PLAYERS.search(value) else self._value(value)

        return re.sub(r"\{([^{}]*)\}", usual, text)

    def _default(self, what: str, rest: list[str], old: str | None, new: str | None) -> str:
        now = self._say("default_as_others") if new is None else self._values(new)
        then = None if old is None else self._values(old)
        if rest and rest[0] != "else":
            return self._now("default_for", what, then, now, players=self._players(rest[0]))
        return self._now("default", what, then, now)

    def _values(self, written: str) -> str:
        """A default in words: one value, or several by number of players."""
        found = BY_PLAYERS.findall(written)
        if not found:
            return self._value(written)
        return ", ".join(
            self._say("value_else", value=self._value(value))
            if players == "else"
            else self._say("value_for", value=self._value(value), players=self._players(players))
            for players, value in found
        )

    def _value(self, text: str) -> str:
        if text in VALUES:
            return self._say(VALUES[text])
        names = (text_at(tree, ("words", text), self.lang) for tree in (self.after, self.before))
        return next((name for name in names if name), text)

    def _players(self, number: str) -> str:
        return self._say("players", n=int(number))

    def _added_or_removed(self, kind: str, path: KeyPath, name: str, new: str | None) -> str:
        parts = {"kind": self._say(f"kind_{kind}"), "what": self._named(path, name)}
        if new is None:
            return self._say("removed", **parts)
        if kind == "function":
            return self._say("added_text", **parts, text=f"{new}.")
        text = text_at(self.after, (*path, "text"), self.lang)
        return self._say("added_text", **parts, text=_sentence(text)) if text else self._say("added", **parts)

    def _part(self, path: KeyPath, name: str, rest: list[str], old: str | None, new: str | None) -> str:
        """Something about an action, a reaction, a phase or a zone."""
        what = f"{self._say(f'kind_{path[0][:-1]}').capitalize()} {self._named(path[:2], name)}"
        if rest[-1] in EFFECT_KEYS:
            return self._say("no_lines" if new is None else "other_lines", what=what, key=rest[-1])
        below = ".".join(rest)
        key = next((key for key in PHRASES if f"{below}.".startswith(f"{key}.")), "")
        if not key:
            return self._plain(f"{what}, {below}", old, new)
        which = "" if below == key else self._which(rest[-1])
        if new is None:
            return self._say("no_longer", sentence=self._say(PHRASES[key], what=what, which=which, now=old))
        return self._now(PHRASES[key], what, old, new, which=which)

    def _condition(self, path: KeyPath, name: str, condition: list[str], old: str | None, new: str | None) -> str:
        what = self._named(path[:2], name)
        which = self._which(condition[0]) if condition else ""
        if new is None:
            return self._say("possible_anyway", what=what, which=which, then=old)
        reason = text_at(self.after, path, self.lang)
        why = self._say("otherwise", text=self._quoted(reason)) if reason else ""
        return self._now("possible_if", what, old, new, which=which) + why

    def _which(self, name: str) -> str:
        return self._say("which", part=spaced(name))

    def _named(self, path: KeyPath, name: str) -> str:
        """The label in quotation marks, or the name."""
        key = (*path, "title" if path[0] == "presets" else "label")
        label = text_at(self.after, key, self.lang) or text_at(self.before, key, self.lang)
        if not label and path[0] == "cards":
            label = self._generated(path[1], name)
        return self._quoted(label) if label else name

    def _generated(self, deck: str, name: str) -> str:
        """The label of a card that a deck generates, from the label of the deck; "" where there is none."""
        for tree in (self.after, self.before):
            label, values = text_at(tree, ("cards", deck, "label"), self.lang), generated_kinds(tree, deck).get(name)
            if label and values is not None:
                return fill(label, {key: self._value(value) for key, value in values.items()})
        return ""

    def _quoted(self, text: str) -> str:
        return self._say("quoted", text=_without_names(text))


def _sentence(text: str) -> str:
    """A text with a full stop at its end."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _without_names(text: str) -> str:
    """A text with … for each thing that is chosen; of a part in brackets the form that names it.

    >>> _without_names("Play {c} on {t}"), _without_names("[Keep {c}|Keep nothing]")
    ('Play … on …', 'Keep …')
    """
    return re.sub(r"\{[^{}]*\}", "…", re.sub(r"\[([^\[\]|]*)(?:\|[^\[\]]*)?\]", r"\1", text))


# The lines of an effect that differs, side by side: as they were, and as they are now ------------

WIDEST = 60
"""A line that is longer is continued below."""

CONTEXT_LINES = 1
"""So many equal lines are shown before and after those that differ."""


LinePair = tuple[str, str]


def has_lines(difference: Difference) -> bool:
    """Whether it is lines of an effect that differ."""
    section, key = difference.path[0], difference.path[-1]
    return section == "effects" or (key in EFFECT_KEYS and section in ("actions", "reactions", "phases", "triggers"))


def line_pairs(difference: Difference, before: Mapping, after: Mapping) -> list[LinePair]:
    """The lines that differ, as they were and as they are, with the equal ones around them; `…` where some are missing.

    >>> from ...diagnostics.diagnostic import Report
    >>> from ...diagnostics.span import Source
    >>> from ...source.text.composer import compose
    >>> texts = (f"effects: {{pay: \\"a = 1\\\\nb = {n}\\"}}" for n in (5, 6))
    >>> one, two = (compose(Source("a", text), Report(), mapping=True) for text in texts)
    >>> line_pairs(Difference(("effects", "pay"), "", ""), one, two)
    [('a = 1', 'a = 1'), ('b = 5', 'b = 6')]
    """
    nodes = (node_at(tree, difference.path) for tree in (before, after))
    old, new = (node.text.strip("\n").split("\n") if isinstance(node, Scalar) else [] for node in nodes)
    found: list[LinePair] = []
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT_LINES):
        if found:
            found.append(("…", "…"))
        for _, a, b, c, d in group:
            left, right = old[a:b], new[c:d]
            most = max(len(left), len(right))
            found += zip(left + [""] * (most - len(left)), right + [""] * (most - len(right)), strict=True)
    return found


def side_by_side(found: list[LinePair], lang: str) -> Iterator[str]:
    """The rows as lines of text, with a heading in a language."""
    rows = [(phrase(lang, "lines_before"), phrase(lang, "lines_now")), *found]
    width = min(max(len(left) for left, _ in rows), WIDEST)
    for left, right in rows:
        for at in range(0, max(len(left), len(right), 1), WIDEST):
            yield f"    {left[at : at + WIDEST].ljust(width)}  │ {right[at : at + WIDEST]}".rstrip()


# What another version of a game breaks: recorded games, scenarios, variants of the first ----------
#
# They name actions with what they choose, cards, phases, zones, variables, options and their values, and numbers of
# players. What any of them name must still be there, and take as much; what is new disturbs nothing.

NAMED_SECTIONS = ("actions", "reactions", "zones", "variables", "phases", "options", "presets")
"""Sections whose names scenarios and recorded games use."""


def _broken_paths(one: Difference, before: Mapping, after: Mapping) -> Iterator[KeyPath]:
    """The paths of what scenarios and recorded games may name and what is removed, or takes something else."""
    match one.path:
        case (section, name) if section in NAMED_SECTIONS and one.after is None:
            yield section, name
        case ("cards", deck, "list", kind) if one.after is None:
            yield "cards", deck, "list", kind
        case ("actions" | "reactions" as section, name, "choose", *_):
            yield section, name
        case ("variables" | "options" as section, name, "type"):
            yield section, name
        case ("zones" | "variables" as section, name, "of"):
            yield section, name
        case ("options", name, "range") if _is_narrower(one, before, after):
            yield "options", name
        case ("players",) if not _players(before) <= _players(after):
            yield ("players",)


def _is_narrower(one: Difference, before: Mapping, after: Mapping) -> bool:
    """Whether an option may have fewer values; where a bound is computed, that is supposed."""
    old, new = (_numbers(node_at(tree, one.path)) for tree in (before, after))
    return old is None or new is None or new[0] > old[0] or new[1] < old[1]


def _numbers(node: Node | None) -> tuple[int, int] | None:
    texts = [item.text for item in items_of(node)]
    if len(texts) != 2 or not all(text.lstrip("-").isdecimal() for text in texts):
        return None
    return int(texts[0]), int(texts[1])


def _players(tree: Mapping) -> set[int]:
    """The numbers of players of a game."""
    node = tree.get("players")
    if isinstance(node, Sequence):
        return {int(item.text) for item in node.items if isinstance(item, Scalar) and item.text.isdecimal()}
    low, dots, high = node.text.partition("..") if isinstance(node, Scalar) else ("", "", "")
    if not low.strip().isdecimal():
        return set()
    return set(range(int(low), int(high if dots else low) + 1))
