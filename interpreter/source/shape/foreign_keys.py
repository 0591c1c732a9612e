"""Keys and values as other languages write them, or that belong elsewhere in a spec, and how they are written here."""

from __future__ import annotations

import re
from functools import cache

from ...diagnostics.suggest import as_name, instead, is_language, suggest, synonyms
from ..text.tree import Mapping, Node, Scalar, Sequence, entries_of, items_of
from .schema import MappingShape, Shape, shape_of


def patch_key(word: str, keys: MappingShape) -> tuple[str, ...]:
    """What a variant calls a way to change its game, as helps."""
    return tuple(f"did you mean '{meant}'?" for meant in instead("change of a game", word) if meant in keys.fixed)


_LOW, _HIGH = ("min", "from", "least"), ("max", "to", "most")

OF_RANGES, BOTH_ENDS = (*_LOW, *_HIGH), "write both ends as"
"""Keys that others have for the ends of a range, and how it is told what to write instead."""


def option_range(word: str, title: str, node: Mapping) -> tuple[str, ...]:
    """How the values that an option can have are written, as helps: `min: 2`, `values: [a, b]`."""
    if title not in ("an option", "a variable"):
        return ()
    given = {key: entry for key, entry in node}
    values = given.get(word)
    if instead("key of an option", word) == ("type",) and isinstance(values, Sequence):
        texts = [one.text for one in items_of(values)]
        return (f"write `type: [{', '.join(texts)}]`",) if texts else ()
    if word in OF_RANGES:
        ends = [next((given[key] for key in keys if key in given), None) for keys in (_LOW, _HIGH)]
        low, high = (one.text if isinstance(one, Scalar) else "…" for one in ends)
        return (f"{BOTH_ENDS} `range: {low}..{high}`",)
    return ()


def key_synonym(word: str, title: str, node: Mapping, keys: MappingShape) -> tuple[str, ...]:
    """The key of a thing for which this is another word, as helps."""
    found = []
    for key in meant_keys(word, title, keys):
        there = node.get(key) is not None
        if there and owning_section(word, title):
            return ()
        found.append(f"did you mean '{key}'{'? It is there already: put this below it' if there else '?'}")
    return tuple(found[:1])


TEXTS = ("label", "text", "title", "about")
"""Keys of texts for people."""


def of_a_language(word: str, keys: MappingShape) -> tuple[str, ...]:
    """The key of a text to which another language was added: `label_fr`."""
    match = re.fullmatch(r"([a-z]+)[_.-]?([a-z]{2})", word)
    if match is None or match[1] not in TEXTS or match[1] not in keys.fixed or not is_language(match[2]):
        return ()
    return (f"languages stand below '{match[1]}': `{match[1]}: {{en: …, {match[2]}: …}}`",)


def meant_keys(word: str, title: str, keys: MappingShape) -> list[str]:
    """The keys of a thing for which this is another word, in English or in French."""
    plain = as_name(word)
    written = {**synonyms("key"), **(synonyms("language") if keys.by_language else {})}
    others = [key for key, words in written.items() if plain in words] + [plain] * (word != plain)
    known = [key for key in others if key in keys.fixed or (keys.by_language and is_language(key))]
    return [*instead(f"key of {title}", word), *known]


# Keys that are written in a wrong place of a spec, but exist in another: `after` is one of triggers, not of reactions.
#
# Told are the things that have the key, if there are only a few: a `label` is nearly everywhere.

FEW = 2
"""At most this many things with a key are told."""

DEPTH = 5
"""How deep below a section a key is looked for; deeper things are the same again."""


def patch_path(key: str, title: str) -> tuple[str, ...]:
    """Where in a variant a part of its game is changed, as helps; none if the key is no path of a game.

    >>> patch_path("options.target.default", "a variant")
    ('changes stand under `override`, `add`, `remove` or `insert`: `override: {options.target.default: …}`',)
    """
    sections = shape_of("spec").mapping
    if title == shape_of("variant").title and key in ("spec", "game"):
        return (f"leave it out: {'`extends` says which game' if key == 'game' else 'only a game says `spec`'}",)
    if title == shape_of("spec").title and "." in key and sections and key.partition(".")[0] in sections.fixed:
        return (f"what a part brings is changed under `override`, and added to under `add`: `add: {{{key}: …}}`",)
    if title == "changes" and "." in key:
        return (f"put it under `override:`, or `add:` if it is new: `override: {{{key}: …}}`",)
    if title == "a scenario" and "." in key:
        return ("what lies where stands under `given`: indent it deeper than that",)
    if title != shape_of("variant").title or sections is None or key.partition(".")[0] not in sections.fixed:
        return ()
    if "." not in key:
        return (f"changes stand under `add`, `override`, `remove` or `insert`; what is new: `add: {{{key}: …}}`",)
    return (f"changes stand under `override`, `add`, `remove` or `insert`: `override: {{{key}: …}}`",)


def own_section(key: str, title: str, node: Mapping) -> tuple[str, ...]:
    """That a key is a section of a spec, which stands in the first column, as helps; none if it is no such key."""
    spec, files = shape_of("spec"), ("spec", "variant", "part", "scenario")
    if title in ("changes", *(shape_of(file).title for file in files)) or not isinstance(node.get(key), Mapping):
        return ()
    known = spec.mapping is not None and key in spec.mapping.fixed
    return (f"'{key}' is a section of its own: start it in the first column",) if known else ()


def kind_of_card(key: str, title: str, node: Mapping, keys: list[str]) -> tuple[str, ...]:
    """That the kinds of cards stand below a key of their deck, as helps; none for what is no such kind, or a slip."""
    value = node.get(key)
    kind = title == "a deck" and isinstance(value, Mapping) and suggest(key, keys) is None
    if kind and isinstance(value, Mapping) and value.get("type") is not None:
        return ("an attribute stands below `attributes`: indent it by two more spaces",)
    return (f"a kind of card stands below `list`: `list: {{{key}: …}}`",) if kind else ()


def owning_file(key: str, title: str) -> tuple[str, ...]:
    """In which file a key stands that a spec does not have, as helps; none if it is no such key."""
    return instead("key of another file", key) if title == shape_of("spec").title else ()


@cache
def owning_section(key: str, title: str) -> tuple[str, ...]:
    """Where a key belongs that a thing of this title does not have, as helps; none if it is nowhere, or everywhere.

    >>> owning_section("after", "a reaction")
    ("'after' is a key of a kind of card (in 'cards') or a trigger (in 'triggers')",)
    >>> owning_section("label", "a spec"), owning_section("nowhere", "a spec")
    ((), ())
    """
    file = shape_of("scenario")
    every = file.mapping.fixed["scenarios"].mapping if title == file.title and file.mapping else None
    if every is not None and every.rest is not None and every.rest.mapping and key in every.rest.mapping.fixed:
        return (f"'{key}' stands in each scenario, below its name",)
    found: dict[str, str] = {}
    sections = shape_of("spec").mapping
    for section, shape in sections.fixed.items() if sections else ():
        _search_sections(key, shape, section, found, 0)
    for section, shape in sections.fixed.items() if sections else ():
        if shape.mapping and shape.mapping.rest and shape.mapping.rest.title in found:
            found[shape.mapping.rest.title] = section
    found.pop(title, None)
    if not 0 < len(found) <= FEW:
        return ()
    places = " or ".join(f"{thing} (in '{section}')" for thing, section in found.items())
    return (f"'{key}' is a key of {places}",)


def other_section(keys: list[str], title: str) -> str:
    """What a mapping with these keys is, which stands where a thing of this title should: a help; empty if that is no
    one thing.

    >>> other_section(["of", "type", "range"], "a zone")
    'this is a variable: it belongs under `variables`'
    """
    sections = shape_of("spec").mapping
    rests = (
        ((section, shape.mapping.rest) for section, shape in sections.fixed.items() if shape.mapping)
        if sections
        else ()
    )
    things = [(section, one, one.mapping) for section, one in rests if one and one.mapping and one.mapping.required]
    found = [
        f"this is {one.title}: it belongs under `{section}`"
        for section, one, keyed in things
        if {*keyed.required} <= {*keys} <= keyed.fixed.keys()
    ]
    lacks = not any(one.title == title and {*keyed.required} <= {*keys} for _, one, keyed in things)
    return found[0] if lacks and len(found) == 1 else ""


def _search_sections(key: str, shape: Shape, section: str, found: dict[str, str], depth: int) -> None:
    """Note each thing below a section that has the key, by its title."""
    if shape.mapping is None or depth > DEPTH:
        return
    if key in shape.mapping.fixed:
        found.setdefault(shape.title, section)
    below = [*shape.mapping.fixed.values(), *([shape.mapping.rest] if shape.mapping.rest else [])]
    for one in below:
        _search_sections(key, one, section, found, depth + 1)


# Values as other languages write them, `2-4` or `shows: self`, and how they are written here.

_RANGE = re.compile(r"(-?\d+)\s*(?:\.+|-|–|to|à|,)\s*(-?\d+)")
_EFFECT = re.compile(r"(?:move|draw|say|show|shuffle|end|gather|swap)\b|[\w.]+ ?[-+]?=(?!=)")
_APART = re.compile(r"\s*(?:\||,|/|\bor\b|\band\b)\s*|\s+")
_PICK = re.compile(r"([a-z][a-z0-9_]*) in (.+)")
_NUMBER = re.compile(r"-?\d+")
_NAME = re.compile(r"[a-z][a-z0-9_]*")

VALUES = "[short, long]"
"""An example of values that have names."""


MOST_NUMBERS = 12
"""So many numbers of a range are written out in a help."""

MOST_DIGITS = 18
"""Nor are those with more signs than this."""

WRITTEN_IN_LINES = ("an effect", "a type", "a range", "a value")
"""What never begins with a bracket, so that quotes around it would not help."""


STARTS = {"a variable": "start", "an option": "default", "an attribute": "default"}
"""Things with a type, and the key of their first value."""


def is_effect(text: str) -> bool:
    """Whether a text begins as a line of an effect does."""
    return _EFFECT.match(text) is not None


def is_number(text: str) -> bool:
    """Whether a text is a whole number: `4`, `-1`."""
    return _NUMBER.fullmatch(text) is not None


def as_value(title: str, text: str) -> str | None:
    """How a thing is written of which only its first value is given: `price: 0`, or how many copies there are of a kind
    of card: `ace: 4`; None if that is not what is given.

    >>> as_value("a variable", "0"), as_value("a kind of card", "4")
    ('{type: integer, start: 0}', '{copies: 4}')
    """
    if title == "a kind of card":
        return f"{{copies: {text}}}" if is_number(text) else None
    key = STARTS.get(title)
    kind = "integer" if is_number(text) else "boolean" if text in ("true", "false") else None
    return None if key is None or kind is None else f"{{type: {kind}, {key}: {text}}}"


def suggest_number(path: str, node: Scalar) -> tuple[str, ...]:
    """What to write instead of a range where each item of a list is a number: `players: [3..5]`, as helps."""
    between = _RANGE.fullmatch(node.text.strip())
    if between is None:
        return ()
    if path.startswith("players"):
        return (f"write `players: {between[1]}..{between[2]}`, without brackets",)
    if max(map(len, between.groups())) > MOST_DIGITS:
        return ()
    first, last = int(between[1]), int(between[2])
    named = ", ".join(map(str, range(first, last + 1))) if 0 < last - first < MOST_NUMBERS else ""
    return (f"name each number: `{named}`",) if named else ()


def suggest_value(title: str, node: Node, key: str = "do") -> tuple[str, ...]:
    """What to write instead of a value, as helps; none if it is not known.

    `title` is what is needed, `key` the key it belongs to.
    """
    if not isinstance(node, Scalar):
        return _suggest_group(title, node, key)
    between = _RANGE.fullmatch(node.text.strip())
    if between and title in ("a range", "the number of players"):
        return (f"write `{between[1]}..{between[2]}`",)
    if title.startswith("a list of "):
        words = [word for word in _APART.split(node.text.removeprefix("enum").strip(" []{}()")) if word]
        if words and all(map(_NAME.fullmatch, words)):
            return (f"write `[{', '.join(words)}]`",)
    if title == "the type of an option" and (kinds := instead("type of an option", node.text)):
        return (f"{'name its values:' if kinds[0] == VALUES else 'write'} `type: {kinds[0]}`",)
    if title == "an action" and is_effect(node.text):
        return (f"write `{key}: {{do: {node.text}}}`",)
    if title == "turns" and is_number(node.text):
        return (f"so many rounds: `repeat: {{until: round.complete and round.number == {node.text}}}`",)
    if title == "turns":
        return ("everybody has a turn, one after the other: `turns: {}`",)
    if title == "the visibility of a zone" and "." in node.text:
        return (f"players are named below `to`: `shows: {{to: {node.text}}}`",)
    if title.startswith("the visibility of"):
        return tuple(f"did you mean '{seen}'?" for seen in instead("visibility", node.text))
    return ()


def meant_boolean(text: str) -> str:
    """`true` or `false`, as other languages and older versions of YAML write them; empty for anything else."""
    return next((meant for meant, words in synonyms("boolean").items() if as_name(text) in (meant, *words)), "")


def _suggest_group(title: str, node: Mapping | Sequence, key: str) -> tuple[str, ...]:
    """The same of a list, or of `key: value` lines, where there should be a text."""
    items = items_of(node)
    words = [one.text for one in items if _NAME.fullmatch(one.text)]
    match title:
        case "the name of a phase" if len(words) > 1 and isinstance(node, Sequence):
            steps = f"{{whole: {{steps: [{', '.join(words)}]}}}}"
            return (f"name one phase that plays the others: `begin: whole`, `phases: {steps}`",)
        case "a choice" if isinstance(node, Sequence) and (picks := [_PICK.fullmatch(one.text) for one in items]):
            if all(picks):
                return (f"write `{key}: {{{', '.join(f'{pick[1]}: {pick[2]}' for pick in picks if pick)}}}`",)
            return ()
        case "an effect" if isinstance(node, Sequence):
            return (f"write each effect on a line of its own, without brackets or dashes, below `{key}: |`",)
        case "an effect":
            values = [one for one in entries_of(node) if isinstance(one.value, Scalar) and "." in one.key.text]
            said = (f"`{one.key.text} = {one.value.span.text}`" for one in values)
            example = next(said, "`draw 1 from pile to me.hand`")
            return (f"an effect is a line of text, such as {example}; several stand below `{key}: |`",)
        case "a range" if len(items) > 1:
            return (f"write `{items[0].text}..{items[-1].text}`",)
        case "a condition" if items:
            return ("give each condition a name: `{first: …, second: …}`, or join them with `and`",)
        case "a type" if words and isinstance(node, Sequence) and len(words) == len(node.items):
            return (f"give it a name under `types`, such as `kind: [{', '.join(words)}]`, and write `type: kind` here",)
        case _:
            return ()
