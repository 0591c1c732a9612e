"""What fails the schema, as an author reads it: what is wrong, what was probably meant, an example of what is right."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, Any, Unpack

from ...diagnostics.diagnostic import Details, Label, Report
from ...diagnostics.span import Span
from ...diagnostics.suggest import (
    as_name,
    did_you_mean,
    edit_distance,
    instead,
    is_language,
    suggest,
    synonyms,
    written_instead,
)
from ..text.literals import integer_hint
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from . import foreign_keys
from .schema import UNKNOWN, FailingNode, Kind, MappingShape, Shape, failing_nodes, kind_of

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError


_WANTED: dict[Kind, str] = {"text": "a single text", "mapping": "`key: value` lines", "list": "a list"}
_FOUND: dict[Kind, str] = {**_WANTED, "text": "a text"}


def explain_schema_errors(tree: Mapping, shape: Shape, errors: Iterable[ValidationError], report: Report) -> None:
    """Report everything that is wrong in a file, of which jsonschema has told the errors (E114, E160 to E168)."""
    places = failing_nodes(tree, shape, errors)
    misplaced, hidden, lacking = _misplaced(tree, shape, places, report)
    told: set[Span] = set()
    for place in places:
        if place.owner is not None and place.owner.span in lacking:
            continue
        if len(place.order) < 3 or place.order[1] < hidden.get(place.order[0], inf):
            _Explanation(place, report, misplaced, told).run()


def _misplaced(
    tree: Mapping, shape: Shape, places: list[FailingNode], report: Report
) -> tuple[frozenset[str], dict[float, int], set[Span]]:
    """Report sections that are indented below another one, and keys where a name is missing above them (E114).

    Given back are these sections, for the number of a section that of the entry since which all follows from it, and
    the keys of what lacks such an entry.
    """
    found: dict[float, int] = {}
    whole: set[Span] = set()
    headless: set[str] = set()
    seen: set[int] = set()
    sections = shape.mapping.fixed if shape.mapping else {}
    moved = {key for key in sections if tree.get(key) is None}
    for place in places:
        if len(place.order) < 3 or place.order[0] in found:
            continue
        row, number = int(place.order[0]), int(place.order[1])
        section, value = tree.entries[row].key.text, tree.entries[row].value
        within = sections[section].mapping if section in sections else None
        below = within.rest if within is not None else None
        if not isinstance(value, Mapping) or below is None:
            continue
        entry, name = value.entries[number], value.entries[number].key.text
        first = row not in seen
        seen.add(row)
        thing, missing = _of_another(value.entries[number:], below.title) if first else ("", "")
        if missing in moved:
            headless.add(missing)
            found[row] = number
            message, put = f"'{name}' {thing}, but stands below '{section}'", f"write `{missing}:` above this line"
            report.add("E114", message, entry.key.span, label="of another section", helps=(put,), path=section)
            continue
        heads = name in moved and isinstance(entry.value, Scalar) and entry.value.is_nothing
        keys = below.mapping.fixed if below.mapping is not None else {}
        if below.mapping is None and not heads:
            continue
        message, advice = f"'{name}' is a section of its own, but stands below '{section}'", "start it in column 1"
        above = value.entries[number - 1] if number else None
        lacks = above is not None and isinstance(above.value, Mapping) and above.value.get(name) is None
        if name in keys and above is not None and lacks and name not in moved:
            message = f"'{name}' stands below '{section}', where {below.title} has its name"
            advice = f"if it belongs to '{above.key.text}', indent it by two more spaces"
            whole.add(above.key.span)
        elif name in keys and isinstance(entry.value, Mapping | Sequence) and name not in moved:
            message = f"'{name}' stands below '{section}', where {below.title} has its name"
            advice = "write a name above it, such as `first:`, and indent all that belongs to it by two more spaces"
        elif name not in moved:
            continue
        found[row] = number
        path = f"{section}.{name}"
        report.add("E114", message, entry.key.span, label="in the wrong column", helps=(advice,), path=path)
    misplaced = (
        value.entries[found[row]] for row, (_, value) in enumerate(tree) if row in found and isinstance(value, Mapping)
    )
    return frozenset(entry.key.text for entry in misplaced) | headless, found, whole


def _of_another(entries: tuple[Entry, ...], title: str) -> tuple[str, str]:
    """What all of some things of a section are that lacks its heading, and the name of their section; else nothing."""
    keys = [[key for key, _ in one.value] if isinstance(one.value, Mapping) else [] for one in entries]
    if len(keys) < FEW_THINGS:
        return "", ""
    found = {foreign_keys.other_section(one, title) for one in keys}
    match = re.fullmatch(r"this (is .*): it belongs under `(\w+)`", found.pop()) if len(found) == 1 else None
    return (match[1], match[2]) if match else ("", "")


FEW_THINGS = 2
"""Fewer things in a row may each be something else."""


FEW_KEYS = 2
"""Of so many missing keys it is told how each is written."""

TWICE = "E130"
"""The code of a key that is there twice."""

MOST_KEYS = 20
"""Nothing of a game has more keys than this of its own."""

ORDINALS = ("first", "second", "third")
"""Names for texts that have none."""

_KEYLESS = re.compile(r"\{\s*(?P<text>[^:,{}\[\]\"'\n]{1,60}?)\s*(?=[,}])")
"""The beginning of a mapping whose first text has no key."""

_RANGE = re.compile(r"-?\d+(?=\.\.)")
"""The lower end of a range."""

LONGEST_TEXT = 40
"""A longer text is not written out in a help."""


def _heads_of_rivals(node: Node | None, keys: MappingShape | None) -> list[Scalar]:
    """The unknown keys without a value between two of which only one may be there: what follows one belongs to it."""
    if not isinstance(node, Mapping) or keys is None or len(node.entries) > MOST_KEYS:
        return []
    rivals = [at for at, entry in enumerate(node.entries) if entry.key.text in RIVALS]
    between = node.entries[rivals[0] + 1 : rivals[-1]] if rivals else ()
    heads = [one for one in between if isinstance(one.value, Scalar) and one.value.is_nothing]
    names = [*keys.fixed]
    return [one.key for one in heads if keys.value(one.key.text) is None and suggest(one.key.text, names) is None]


RIVALS = {"do", "offer", "steps"}
"""Keys of which a phase has one."""


class _Explanation:
    """Says what is wrong at one place. jsonschema has found which keywords fail; the words are ours.

    `told` are the keys of which it is told already where they belong.
    """

    def __init__(self, place: FailingNode, report: Report, misplaced: frozenset[str], told: set[Span]) -> None:
        self.place, self.report, self.told = place, report, told
        self.misplaced = frozenset[str]() if place.path else misplaced
        self.title = place.shape.title
        self.example: tuple[str, ...] = (f"for example: `{place.shape.example}`",) if place.shape.example else ()
        self.named = f"'{place.owner.text}'" if place.owner else self.title

    def run(self) -> None:
        """Report all that is wrong here. Where the kind of a value is wrong, the rest says nothing more."""
        node, failed = self.place.node, self.place.failed
        if UNKNOWN in failed:
            self.unknown_key()
        elif "type" in failed and isinstance(node, Scalar):
            self.wrong_text(node)
        elif "type" in failed:
            self.wrong_kind()
        elif isinstance(node, Mapping):
            self.mapping(node)
        elif isinstance(node, Sequence):
            if (
                self.title == "a range"
                and len(node.items) == 1
                and (helps := foreign_keys.suggest_value(self.title, node.items[0]))
            ):
                self.example = helps
            self.wrong_number("item", len(node.items), "minItems", "maxItems")
        elif "enum" in failed:
            self.wrong_word(node)
        else:
            helps = foreign_keys.suggest_value(self.title, node) or self.hyphened(node) or self.example
            self.add("E166", f"'{_short(node)}' cannot be {self.title}", node.span, helps=helps)

    def add(
        self, code: str, message: str, span: Span | None = None, path: str | None = None, **details: Unpack[Details]
    ) -> None:
        """Report one mistake: at this place, and with its example, unless something else is given."""
        details.setdefault("helps", self.example)
        path = self.place.path if path is None else path
        self.report.add(code, message, span or self.span(), path=path, **details)

    def span(self) -> Span:
        """Where the value is shown: itself if it is on one line, else its key, else its first line."""
        span, owner = self.place.node.span, self.place.owner
        if "\n" not in span.text:
            return span if span.text or owner is None else owner.span
        if owner is not None:
            return owner.span
        return Span(span.source, span.start, span.start + len(span.text.split("\n", 1)[0].rstrip()))

    def hyphened(self, node: Scalar) -> tuple[str, ...]:
        """How a name is written that has capitals, blanks or other signs, as a help; none where it is no name."""
        plain = re.sub(r"[\W_]+", "-", node.text.lower()).strip("-")
        return (f"write `{plain}`",) if plain and re.search(self.value("pattern", "$^"), plain) else ()

    def value(self, keyword: str, otherwise: Any) -> Any:
        """What the schema says after a keyword that fails here."""
        error = self.place.failed.get(keyword)
        return otherwise if error is None else error.validator_value

    # Mappings

    def unknown_key(self) -> None:
        """Report a key that the language does not have here, and the one that was probably meant."""
        key, node, keys = self.place.owner, self.place.parent, self.place.shape.mapping
        assert key is not None and isinstance(node, Mapping) and keys is not None
        if key.span in self.told or self.is_too_far_right(key):
            return
        unknown = [entry.key.text for entry in node.entries[:MOST_KEYS] if keys.value(entry.key.text) is None]
        names = [entry.key.text for entry in node.entries] if len(unknown) > 1 and len(node.entries) < MOST_KEYS else []
        if thing := foreign_keys.other_section(names, self.title):
            self.told.update(entry.key.span for entry in node.entries)
            message = f"'{key.text}' is not a key of {self.title}"
            self.add("E160", message, key.span, label="unknown key", helps=(thing,))
            return
        possible = [*keys.fixed, *([keys.keys] if keys.keys else [])]
        helps = (
            tuple(advice for _, advice in written_instead("key that was copied", key.text))
            or foreign_keys.patch_key(key.text, keys)
            or foreign_keys.own_section(key.text, self.title, node)
            or foreign_keys.kind_of_card(key.text, self.title, node, possible)
            or instead("value of another key", f"{key.text} in {self.title}")
            or instead("key above others", f"{self.place.above.text if self.place.above else ''} as {self.title}")
            or foreign_keys.option_range(key.text, self.title, node)
            or foreign_keys.of_a_language(key.text, keys)
            or foreign_keys.key_synonym(key.text, self.title, node, keys)
            or foreign_keys.patch_path(key.text, self.title)
            or foreign_keys.owning_file(key.text, self.title)
            or _nearest(key, node, keys)
            or self.outside(key, node)
            or foreign_keys.owning_section(key.text, self.title)
        )
        if helps and helps[0].startswith(foreign_keys.BOTH_ENDS):
            self.told.update(entry.key.span for entry in node.entries if entry.key.text in foreign_keys.OF_RANGES)
        needed = [
            one for one in keys.required if node.get(one) is None and not re.search(rf"\b{one}\b", "".join(helps))
        ]
        self.add(
            "E160",
            f"'{key.text}' is not a key of {self.title}",
            key.span,
            label="unknown key",
            notes=(f"keys allowed here: {', '.join(possible)}",) if possible else (),
            helps=(*helps, *(f"{self.title} needs '{one}'" for one in needed if self.place.above)),
        )

    def outside(self, key: Scalar, node: Mapping) -> tuple[str, ...]:
        """Where to an unknown key belongs whose value shows what it is: beside the thing it is in, or below a text."""
        value, above, keys = node.get(key.text), self.place.above, self.place.shape.mapping
        below = [one.key.text for one in value.entries] if isinstance(value, Mapping) else []
        if below and above is not None and keys is not None and all(one in keys.fixed for one in below):
            return (f"if it is {self.title} of its own, start it in the column of '{above.text}'",)
        texts = [one.key.text for one in node.entries if isinstance(one.value, Mapping) and _is_text(one.value)]
        if is_language(key.text) and texts:
            return (f"'{key.text}' is a language: put it below '{texts[0]}', indented",)
        return ()

    def mapping(self, node: Mapping) -> None:
        """Report what is wrong with the keys of a mapping together, beside those that are unknown."""
        keys = self.place.shape.mapping
        assert keys is not None
        unknown = any(keys.value(entry.key.text) is None for entry in node.entries)
        there = {entry.key.text for entry in node.entries} | _suggested_keys(node, keys, self.title)
        there |= self.misplaced
        one_of = [key for branch in self.value("oneOf", ()) for key in branch["required"]]
        some_of = [key for branch in self.value("anyOf", ()) for key in branch["required"]]
        missing = [key for key in self.value("required", ()) if key not in there]
        for key in [*missing]:
            wrong = _instead_of(key, node, keys, self.title)
            if wrong is not None:
                missing.remove(key)
                message, helps = f"{self.title} needs '{key}', not '{wrong.text}'", (f"did you mean '{key}'?",)
                self.add("E161", message, wrong.span, label=f"'{key}' is missing", helps=helps)
        bare = self.bare_value(node) if len(missing) == 1 else None
        if bare is not None:
            value = bare.text.removeprefix(missing[0]).strip()
            helps = (f"write `{missing[0]}:` before it: `{missing[0]}: {value}`",)
            self.add("E161", f"{self.title} needs '{missing[0]}'", bare, label="this has no key", helps=helps)
        elif missing and (self.place.owner is None or not unknown):
            label = f"{_joined(missing)} {'is' if len(missing) == 1 else 'are'} missing"
            label, span = (label, None) if self.place.owner else (f"{label} here", _belongs(missing[0], node, keys))
            advice = self.example or self.missing(missing, node)
            self.add("E161", f"{self.title} needs {_joined(missing)}", span, label=label, helps=advice)
        for group, wanted in ((one_of, "one of"), (some_of, "at least one of")):
            if group and not there & set(group) and not unknown:
                self.add("E161", f"{self.title} needs {wanted} {_joined(group, 'or')}")
        self.rivals(node, one_of)
        self.dependent(node, there, one_of)
        self.wrong_number("key", len(node.entries), "minProperties", "maxProperties")

    def bare_value(self, node: Mapping) -> Span | None:
        """A text between braces that stands where a key should, without a colon; reading has left it out."""
        whole = node.span
        found = _KEYLESS.match(whole.text)
        return found and Span(whole.source, whole.start + found.start("text"), whole.start + found.end("text"))

    def missing(self, keys: list[str], node: Mapping) -> tuple[str, ...]:
        """How one or two keys that are missing are written, as helps."""
        if "spec" in keys:
            return ("put `spec: 2` into the first line: the version of the language",)
        shapes = self.place.shape.mapping.fixed if self.place.shape.mapping else {}
        phases = node.get("phases")
        first = next((f"{key}" for key, _ in phases), "") if isinstance(phases, Mapping) else ""
        samples = {key: first if key == "begin" else shapes[key].sample for key in keys if key in shapes}
        written = [f"`{key}: {sample}`" for key, sample in samples.items() if sample]
        return (f"for example {' and '.join(written)}",) if 0 < len(written) == len(keys) <= FEW_KEYS else ()

    def rivals(self, node: Mapping, one_of: list[str]) -> None:
        """Report keys that exclude each other."""
        rivals = [entry.key for entry in node.entries if entry.key.text in one_of]
        for key in rivals[1:] if not _heads_of_rivals(node, self.place.shape.mapping) else ():
            message = f"{self.title} can have only one of {_joined(one_of, 'or')}"
            others = (Label(rivals[0].span, "the first"),)
            helps = ("put one of them into a phase of its own, which `steps` names",) if self.title == "a phase" else ()
            self.add("E168", message, key.span, label="the second", others=others, helps=helps)

    def dependent(self, node: Mapping, there: set[str], one_of: list[str]) -> None:
        """Report keys without those that they depend on, unless these are missing anyway."""
        needs = self.value("dependentRequired", {})
        for entry in node.entries:
            key = entry.key.text
            lacking = [other for other in needs.get(key, ()) if other not in there]
            if lacking and (there & set(one_of) or not set(lacking) <= set(one_of)):
                message = f"'{key}' can only be used together with {_joined(lacking)}"
                self.add("E168", message, entry.key.span, helps=(), path=f"{self.place.path}.{key}")

    # Lists

    def wrong_number(self, unit: str, number: int, least: str, most: str) -> None:
        """Report too few or too many items or keys, if one of these two keywords fails."""
        error = self.place.failed.get(least) or self.place.failed.get(most)
        if error is None:
            return
        schema: Any = error.schema
        low, high = schema.get(least), schema.get(most)
        if unit == "key" and high == 1:
            wanted = "one key"
        else:
            wanted = f"{f'at least {low}' if high is None else high} {unit}{'' if (high or low) == 1 else 's'}"
        empty = schema.get("x-empty") if number == 0 else None
        helps = (*self.example, f"or leave it out; {empty}") if empty else self.example
        self.add("E167", f"{self.named} needs {wanted}, but got {number}", helps=helps)

    # Texts

    def wrong_word(self, node: Scalar) -> None:
        """Report a text that is none of the words of the schema."""
        if node.text and node.is_nothing:
            self.no_value()
            return
        words = [str(word) for word in self.value("enum", ())]
        label = f"must be {_joined(words, 'or')}" + (" or a list" if self.place.shape.list else "")
        owned = instead("value of another key", f"{node.text} in {self.place.owner.text if self.place.owner else ''}")
        helps = owned or foreign_keys.suggest_value(self.title, node)
        bare = node.text.strip("“”„‘’«» ")
        helps = helps or ((f"write `{bare}`",) if bare in words else did_you_mean(bare, words))
        helps = helps or tuple(f"write `{one}`" for one in instead("word", node.text) if one in words)
        if self.place.path == "spec" and node.text.isdecimal():
            newer = "a file for a newer version of the language needs a newer cardwright"
            helps = (newer if int(node.text) > 2 else "write `spec: 2`, the version of the language",)
        self.add("E163", f"{self.named} cannot be '{_short(node)}'", node.span, label=label, helps=helps)

    def wrong_text(self, node: Scalar) -> None:
        """Report a text that is empty, or is not the number, the boolean, the mapping or the list that is needed."""
        wanted = self.value("type", ())
        if node.is_nothing:
            self.no_value()
        elif wanted == "integer":
            helps = foreign_keys.suggest_number(self.place.path, node) or (integer_hint(node.text),)
            self.add("E164", f"expected a whole number, but got '{_short(node)}'", node.span, helps=helps)
        elif wanted == "boolean":
            meant = foreign_keys.meant_boolean(node.text)
            helps = (f"write `{meant}`",) if meant else ()
            helps = helps or did_you_mean(node.text, ("true", "false"))
            self.add("E163", f"expected `true` or `false`, but got '{_short(node)}'", node.span, helps=helps)
        else:
            self.wrong_kind()

    # Values that are missing or of another kind

    def no_value(self) -> None:
        """Report a key without a value, or an item that is empty."""
        owner = self.place.owner
        if owner is None:
            message = f"{self.title} is missing here"
            self.add("E165", message, self.place.node.span, helps=("write it, or delete the line",))
        elif not self.is_reported(owner) and not self.is_too_far_right(owner):
            label = f"expected {self.title} after this key"
            written = self.place.node.text if isinstance(self.place.node, Scalar) else ""
            quoted = (f'the word itself is written in quotes: `"{written}"`',) if written.strip() else ()
            below, others = self.left_below(owner), tuple[Label, ...]()
            if below:
                self.told.update(key.span for key in below)
                others = (Label(below[0].span, "in the same column"),)
                indent = f"if it belongs below '{owner.text}', indent '{below[0].text}' by two more spaces"
                helps = (indent, *self.example)
            else:
                span = self.place.parent.entry("range") if isinstance(self.place.parent, Mapping) else None
                range = _RANGE.match(span.value.span.text) if span and owner.text in ("default", "start") else None
                example = (f"for example: `{owner.text}: {range[0]}`",) if range else self.example
                helps = (*example, "or leave it out" if self.in_braces() else "or delete the line", *quoted)
            self.add("E165", f"'{owner.text}' has no value", owner.span, label=label, helps=helps, others=others)

    def is_too_far_right(self, key: Scalar) -> bool:
        """Whether keys that are there twice follow one without a value: then that names another thing, which is told
        instead.
        """
        node, above = self.place.parent, self.place.above
        value = node.get(key.text) if isinstance(node, Mapping) else None
        names = not self.place.beside  # of a section, which may have any
        if above is None or node is None or names or not isinstance(value, Scalar) or not value.is_nothing:
            return False
        message = f"'{key.text}' is not in the column of the lines that it belongs with"
        helps = (f"start it in the column of '{above.text}'",)
        if not self.in_braces() and key in _heads_of_rivals(node, self.place.shape.mapping):
            self.add("E114", message, key.span, label="in the wrong column", helps=helps)
            return True
        twice = [
            one
            for one in self.report.diagnostics
            if one.code == TWICE and one.span and one.others and one.span.source is key.span.source
            # In the column of the key, once before it and once behind it
            if node.span.start <= one.others[0].span.start < key.span.start < one.span.start <= node.span.end
            if one.span.column == key.span.column == one.others[0].span.column and not self.in_braces()
        ]
        if twice:
            self.report.diagnostics[:] = [one for one in self.report.diagnostics if one not in twice]
            self.add("E114", message, key.span, label="in the wrong column", helps=helps)
        return bool(twice)

    def in_braces(self) -> bool:
        """Whether the mapping of this key is written on one line, in braces."""
        return self.place.parent is not None and self.place.parent.span.text[:1] == "{"

    def left_below(self, owner: Scalar) -> list[Scalar]:
        """The unknown keys right after one without a value, which probably belong below it."""
        if (
            "mapping" not in self.place.shape.kinds
            or not isinstance(self.place.parent, Mapping)
            or not self.place.beside
        ):
            return []
        keys = [entry.key for entry in self.place.parent.entries]
        after = keys[1 + next(at for at, key in enumerate(keys) if key is owner) :]
        return [*takewhile(lambda key: key.text not in self.place.beside, after)]

    def wrong_kind(self) -> None:
        """Report a text, a mapping or a list where another one of them is needed."""
        owner, kinds, node = self.place.owner, self.place.shape.kinds, self.place.node
        if owner is not None and self.is_reported(owner):
            return
        if node.span in self.told:
            return
        if isinstance(self.place.parent, Sequence) and (named := self.run_by_key(node, self.place.parent)):
            self.told.update(one.span for one in self.place.parent.items)
            self.add("E162", f"{self.title} stands alone", node.span, helps=(f"write `{named}`",))
            return
        wanted = " or ".join(_WANTED[kind] for kind in kinds)
        brackets = node.span.text[:1] in "[{" and "text" in kinds and self.title not in foreign_keys.WRITTEN_IN_LINES
        near = did_you_mean(owner.text, self.place.beside) if owner and owner.text not in self.place.beside else ()
        brackets = brackets and not self.names(node) and not self.other_form(node)
        meant = foreign_keys.suggest_value(self.title, node, owner.text if owner else "do")
        quote = ("if the brackets belong to the text, put all of it in quotes",) if brackets else ()
        number = isinstance(node, Scalar) and node.style == "plain" and foreign_keys.is_number(node.text)
        message = f"{self.named} needs {wanted}, but got {'a number' if number else _FOUND[kind_of(node)]}"
        helps = (
            near + (self.names(node) or meant or self.other_form(node) or self.lone_key(node) or self.example) + quote
        )
        first = node.items[0].span if isinstance(node, Sequence) and node.items else None
        at = first if first and "\n" in node.span.text and "\n" not in first.text else None
        self.add("E162", message, at, label=f"expected {self.title} here", helps=helps)

    def run_by_key(self, node: Node, items: Sequence) -> str:
        """The items of a list of names that each stand behind a key, `- run: deal`, as they are written, or nothing."""
        if self.title not in ("a name", "the name of a phase") or node is not items.items[0]:
            return ""
        if len(items.items) > MOST_KEYS:
            return ""
        keys = [one.entries[0] for one in items.items if isinstance(one, Mapping) and len(one.entries) == 1]
        if len(keys) < len(items.items) or any(not isinstance(one.value, Scalar) for one in keys):
            return ""
        return f"[{', '.join(one.value.span.text for one in keys)}]"

    def names(self, node: Node) -> tuple[str, ...]:
        """How several texts are written where each needs a name, `then: {first: …, second: …}`, as a help."""
        keys, owner = self.place.shape.mapping, self.place.owner
        if not isinstance(node, Sequence) or keys is None or keys.rest is None or owner is None:
            return ()
        if keys.fixed or "text" not in self.place.shape.kinds:
            return ()
        texts = [item.text for item in node.items if isinstance(item, Scalar)]
        if not texts or len(texts) < len(node.items):
            return ()
        if len(texts) == 1:
            return (f"write `{owner.text}: {texts[0]}`",)
        short = max(map(len, texts)) <= LONGEST_TEXT and len(texts) <= len(ORDINALS)
        named = zip(ORDINALS, texts if short else "……", strict=False)
        return (f"give each a name: `{owner.text}: {{{', '.join(f'{name}: {text}' for name, text in named)}}}`",)

    def other_form(self, node: Node) -> tuple[str, ...]:
        """How a list is written where `key: value` lines are needed, or the other way round, as helps."""
        owner, kinds = self.place.owner, self.place.shape.kinds
        set_to = (
            re.fullmatch(r"([\w.]+)(?: *[=:] *|(?<=\bp\d) )([^=\s].*)", node.text) if isinstance(node, Scalar) else None
        )
        if set_to is not None:
            return (f"write `{set_to[1]}: {set_to[2]}`",) if kinds == ("mapping",) else ()
        if isinstance(node, Mapping) and kinds == ("list",) and node.entries:
            first = node.entries[0]
            value = first.value.span.text if isinstance(first.value, Scalar) else "…"
            if self.title.startswith("a list of names") or self.place.path in ("remove", "still_true"):
                return (f"write `[{', '.join(entry.key.text for entry in node.entries)}]`",)
            return (f"write each as an item: `- {first.key.text}{f': {value}' if value else ''}`",)
        if isinstance(node, Scalar) and kinds == ("list",) and node.text.strip() and "\n" not in node.span.text:
            listed = re.sub(r" *(?:->|→|;) *", ", ", node.text)
            quoted = f'"{listed}"' if re.search(r"[,\[\]{}:]", node.text) else listed.removeprefix("-")
            return (f"write `[{quoted}]`",)
        items = node.items if isinstance(node, Sequence) else ()
        pairs = kinds == ("mapping",) and all(isinstance(one, Mapping) for one in items)
        if items and pairs and node.span.text[:1] == "[":
            return (f"write `{{{node.span.text[1:-1]}}}`",)
        if items and kinds == ("mapping",) and all(isinstance(one, Mapping) and len(one.entries) == 1 for one in items):
            first = next(one.entries[0] for one in items if isinstance(one, Mapping))
            return (f"leave the dashes out: `{first.key.text}: …`",)
        if kinds == ("mapping",) and items and isinstance(items[0], Mapping) and len(items[0].entries) > 1:
            keys = [f"{entry.key.text}: {entry.value.span.written}" for entry in items[0].entries]
            word = keys.pop(0).partition(": ")[2] if items[0].entries[0].key.text in ("name", "id", "kind") else ""
            name = word if re.fullmatch("[a-z][a-z0-9_]*", word) else ""
            return (f"leave the dashes out, and begin with a name: `{name or 'NAME'}: {{{', '.join(keys)}}}`",)
        if self.title == "the number of teams" and items:
            return (f"write `{owner.text if owner else 'teams'}: {len(items)}`",)
        if owner is None or not items or "text" not in kinds or "\n" in node.span.text:
            return ()
        if re.search(r" for \w+ in ", node.span.text):
            return (f'put all of it in quotes: `{owner.text}: "{node.span.text}"`',)
        if len(items) == 1 and isinstance(items[0], Scalar):
            return (f"leave the brackets out: `{owner.text}: {items[0].text}`",)
        return ()

    def lone_key(self, node: Node) -> tuple[str, ...]:
        """How to write a text that stands where a mapping with one necessary key is needed: `at: {phase: play}`."""
        keys, owner = self.place.shape.mapping, self.place.owner
        if not isinstance(node, Scalar) or owner is None:
            return ()
        if (whole := foreign_keys.as_value(self.title, node.text)) is not None:
            return (f"write `{owner.text}: {whole}`",)
        if keys is None or len(keys.required) != 1:
            return ()
        wanted = keys.fixed.get(keys.required[0])
        if wanted is None or not wanted.text or "\n" in node.span.text:
            return ()
        return (f"write `{owner.text}: {{{keys.required[0]}: {node.span.text}}}`",)

    def is_reported(self, owner: Scalar) -> bool:
        """Whether an error says already that the value of this key is not what it seems."""
        return any(
            found.severity == "error"
            and found.span is not None
            and found.span.source is owner.span.source
            and owner.span.end <= found.span.start <= self.place.node.span.end
            for found in self.report.diagnostics
        )


def _is_text(node: Mapping) -> bool:
    return all(is_language(entry.key.text) for entry in node.entries)


def _nearest(word: Scalar, node: Mapping, keys: MappingShape) -> tuple[str, ...]:
    """The key that was probably meant, which may be there already, as `actions` for `action`."""
    free, there = _free(node, keys), _there_already(word, node, keys)
    near, other = suggest(word.text, free), suggest(word.text, keys.fixed)
    if there and other != near:
        return there
    return did_you_mean(word.text, free) or there


def _there_already(word: Scalar, node: Mapping, keys: MappingShape) -> tuple[str, ...]:
    """The key that is meant, but is there already: in this file, where one must hold all of it, or from a part."""
    near = suggest(word.text, keys.fixed)
    there = node.entry(near) if near is not None else None
    if near is None or there is None or edit_distance(word.text.lower(), near) > max(len(near) // 3, 1):
        return ()
    if there.key.span.source is not word.span.source:
        return (f"did you mean '{near}'?",)
    return (f"did you mean '{near}'? It is there already: put this below it",)


def _free(node: Mapping, keys: MappingShape) -> list[str]:
    """The keys of the language that are not there yet."""
    return [key for key in keys.fixed if node.get(key) is None]


def _belongs(key: str, node: Mapping, keys: MappingShape) -> Span | None:
    """Where a key of a file that is missing would stand: below the line, or before the section, that it stands between.

    If the next key is unknown, that is the place: it may be what is missing.
    """
    usual = list(keys.fixed)[: list(keys.fixed).index(key)]
    last = max((row for row, entry in enumerate(node.entries) if entry.key.text in usual), default=-1)
    before, *after = (None, *node.entries, None)[last + 1 :]
    strange = after[0] and keys.value(after[0].key.text) is None
    here = before if before and (not after[0] or isinstance(before.value, Scalar) and not strange) else after[0]
    return here.key.span if here else None


def _suggested_keys(node: Mapping, keys: MappingShape, title: str) -> set[str]:
    """The keys that were probably meant by unknown ones: that they are missing need not be said too."""
    unknown = [entry.key.text for entry in node.entries if keys.value(entry.key.text) is None]
    otherwise = {key for word in unknown for key in foreign_keys.meant_keys(word, title, keys)}
    return otherwise | {meant for key in unknown if (meant := suggest(key, _free(node, keys)))}


def _instead_of(key: str, node: Mapping, keys: MappingShape, title: str) -> Scalar | None:
    """A key that an author may name, such as a language, but that is nearly one that is missing: `tht` for `that`."""
    free = [entry.key for entry in node.entries if entry.key.text not in keys.fixed and keys.value(entry.key.text)]
    words = [*synonyms(f"key of {title}").get(key, ()), *synonyms("key").get(key, ())]
    near = next((one.text for one in free if as_name(one.text) in words), None) or suggest(
        key, [one.text for one in free]
    )
    return next((one for one in free if one.text == near), None)


def _short(node: Scalar) -> str:
    line = node.text.strip().split("\n", 1)[0]
    return line if len(line) <= 40 else line[:39] + "…"


def _joined(names: list[str], word: str = "and") -> str:
    quoted = [f"'{name}'" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}"
