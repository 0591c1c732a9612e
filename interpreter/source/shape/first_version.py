"""Version 1 of the language: what it wrote otherwise, as one table with three uses.

A file of version 1 is read as if its author had written the words of today (`modern`, `modern_changes`): the tree says
`repeat: {until: C}` where the file says `until: C`, and each node keeps its place in that file, so messages point at
what is there. `migrate` makes the same changes in the text (`Rewording.edits`). In a file that says `spec: 2` each of
them is a mistake (E170).

What a variant changes it names by its path, and paths have changed, too. Where a path leads is known only beside the
game: `phases.play.until` is `repeat.until` there, or `ends_when`.

The digest of a game is that of its form in version 1 (`first_pairs`), so that what was recorded by the old form
replays by the new one. Where version 1 had two words for one thing, the word that its author chose is still known:
it is what stands at the place of the node.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from ...diagnostics.diagnostic import Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Source, Span
from ..text.literals import dots_of
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, child, entries_of, items_of, text_of
from .first_calls import NEW_CALL, OLD_CALL, edited, first_calls, old_calls
from .patch_syntax import segments
from .schema import Shape, shape_of

NEWEST = "2"
"""The version of the language that this program knows best."""

RENAMED: dict[str, dict[str, str]] = {
    "a preset": {"set": "options"},
    "a named condition": {"that": "when"},
    "a zone": {"capacity": "room"},
    "an option": {"requires": "when", "excludes": "without"},
    **dict.fromkeys(("a quantity", "a permission"), {"base": "default"}),
    "a phase": {"times": "repeat"},
    "a reaction": {"asks": "by"},
    "a score sheet": {"per": "of"},
    "a category": {"points": "is"},
    "the width of a track": {"is": "at", "number": "length"},
    "an attribute": {"values": "is"},
    **dict.fromkeys(("a kind of card", "a source"), {"activate": "do"}),
    "the result": {"measures": "shown"},
    "the face of a card": {"ground": "colour", "large": "sign"},
    "a scenario": {"when": "moves"},
}
"""Keys of version 1 and what they are called today, by the title of what has them."""

SEEN = ("the visibility of a zone", "the visibility of a variable", "what is shown")
TEAMS, RANGE, PHASE, REPEAT = "the number of teams", "a range", "a phase", "a repetition"
THINGS, PEOPLE = "what things are called", "a text for people"

_VERSION = re.compile(r"^\{?[\"']?spec[\"']? *: *[\"']?([0-9]+)", re.MULTILINE)
_LOOSE = re.compile(r"\b(?:if|else|or|and|not|in|is|for)\b|[<>=!]|\.\.")
"""Signs of an expression that is not an end of `a..b` without parentheses around it."""

_UNSAFE = re.compile(r"[,\[\]{}#]|: |\n")
"""Signs that a plain text within braces cannot have."""


def value_shape(shape: Shape, key: str) -> Shape | None:
    """What may be at a key of a mapping, be it called as it is today or as it was in version 1."""
    new = "ends_when" if shape.title == PHASE and key == "until" else RENAMED.get(shape.title, {}).get(key, key)
    return shape.mapping.value(new) if shape.mapping is not None else None


def written_for(source: Source) -> str:
    """The version that a file says it is written for; the first if it says none."""
    found = _VERSION.search(source.text)
    return found[1] if found else "1"


@dataclass(frozen=True, slots=True)
class Rewording:
    """Something that is written as in version 1: where, what to write instead, and how the text of the file changes.

    Each of the edits is a range of the text and what stands there instead.
    """

    at: Span
    instead: str
    edits: tuple[tuple[int, int, str], ...]


def modern(tree: Mapping, kind: str, report: Report) -> Mapping:
    """The tree of a `spec`, `part` or `scenario` file in the words of today; those of version 1 are E170 in others."""
    found: list[Rewording] = []
    new = Rewriter(found).tree(tree, kind)
    _refuse(tree, found, report)
    return new


def modern_changes(changes: Mapping, game: Mapping, report: Report) -> tuple[Mapping, list[Scalar]]:
    """The same of what a variant, a game or a case of a part changes in a game.

    Given back are also paths that it takes away to add them again: `until` went and `times` came; both are `repeat`.
    """
    found: list[Rewording] = []
    rewriter = Rewriter(found)
    new = rewriter.changes(changes, game)
    _refuse(changes, found, report)
    return new, rewriter.replaced


def _refuse(tree: Mapping, found: Iterable[Rewording], report: Report) -> None:
    if written_for(tree.span.source) != NEWEST:
        return
    own_functions = {entry.key.text.partition("(")[0] for entry in entries_of(tree.get("functions"))}
    for one in found:
        if one.at.text.partition("(")[0] in own_functions:
            continue
        message = f"'{one.at.text}' is how version 1 of the language says it"
        own = Report()
        own.add("E170", message, one.at, helps=(f"write `{one.instead}`", "`cardwright migrate` rewrites whole files"))
        report.diagnostics += [each for each in own.diagnostics if each not in report.diagnostics]


def reworded_in(tree: Mapping, kind: str, game: Mapping | None) -> list[Rewording]:
    """All that a file says in words of version 1, be it of a game or a part, or how it changes one: `game`."""
    found: list[Rewording] = []
    rewriter = Rewriter(found)
    whole = rewriter.tree(tree, {"scenarios": "scenario", "part": "part"}.get(kind, "spec"))
    if kind in ("spec", "variant"):
        rewriter.changes(tree, game or whole)
    for case in entries_of(tree.get("cases")):
        for changes in entries_of(case.value):
            if isinstance(changes.value, Mapping):
                rewriter.changes(changes.value, whole)
    return found


class Rewriter:
    """Rewrites trees of version 1, and notes what it changes."""

    def __init__(self, found: list[Rewording]) -> None:
        self.found = found
        self.replaced: list[Scalar] = []

    def note(self, at: Span, instead: str, *edits: tuple[int, int, str]) -> None:
        """Note something that is written otherwise today."""
        self.found.append(Rewording(at, instead, edits))

    def tree(self, tree: Mapping, kind: str) -> Mapping:
        """A whole file."""
        new = self._mapping(tree, shape_of(kind), None)
        version = new.entry("spec")
        if version is None or not isinstance(version.value, Scalar) or version.value.text != "1":
            return new
        spec = Entry(version.key, renamed(version.value, NEWEST))
        return Mapping(tuple(spec if one is version else one for one in new.entries), new.span)

    def _node(self, node: Node, shape: Shape | None, base: Node | None) -> Node:
        """A node, and what the game has at its path where it is a change of that."""
        if shape is None:
            return node
        match node:
            case Scalar(text=text) if OLD_CALL.search(text):
                return self._rule(node, shape)
            case Scalar(text="none") if shape.title in SEEN:
                return self._word(node, "hidden")
            case Scalar(text="true") if shape.title == REPEAT:
                return self._word(node, "forever")
            case Sequence(items=(Scalar() as low, Scalar() as high)) if shape.title == RANGE:
                found = range_of(low, high, node.span)
                quoted = f'"{found.text}"' if _UNSAFE.search(found.text) else found.text
                start, text = node.span.start, node.span.source.text
                if text[start] == "-":  # a block of items, which becomes one line beside its key
                    start, quoted = text.rindex(":", 0, start) + 1, f" {quoted}"
                self.note(node.span, quoted.strip(), (start, node.span.end, quoted))
                return self._node(found, shape, None)
            case Sequence() if shape.list is not None:
                items = tuple([self._node(item, shape.list.item, None) for item in node.items])
                return node if _same(items, node.items) else Sequence(items, node.span)
            case Mapping(entries=(Entry() as only,)) if shape.title == TEAMS and only.key.text == "number":
                start, end = node.span.start, only.value.span.start
                if _is_block(only.value):  # all of its lines, and none of that of the key
                    start, end = (_line_start(node.span.source, at) for at in (only.key.span.start, end))
                self.note(only.key.span, "teams: …", (start, end, ""), (only.value.span.end, node.span.end, ""))
                return only.value
            case Mapping() if shape.title == THINGS and node.get("one") is not None and node.get("many") is not None:
                return self._things(node)
            case Mapping() if shape.mapping is not None:
                return self._mapping(node, shape, base)
        return node

    def _things(self, node: Mapping) -> Node:
        """One and several things in one text, in each language."""
        one, many = node.get("one"), node.get("many")
        joined = {key: (text, text_of(child(many, key))) for key, text in (one if isinstance(one, Mapping) else ())}
        if isinstance(one, Scalar) and isinstance(many, Scalar):
            joined = {"": (one, many.text)}
        words = {
            key: renamed(text, f"{text.text}|{more}")
            for key, (text, more) in joined.items()
            if isinstance(text, Scalar)
        }
        written = ", ".join(f'{key}{": " if key else ""}"{word.text}"' for key, word in words.items())
        self.note(node.span, written, (node.span.start, node.span.end, written if "" in words else f"{{{written}}}"))
        if "" in words:
            return words[""]
        assert isinstance(one, Mapping)
        return Mapping(
            tuple(Entry(entry.key, words.get(entry.key.text, entry.value)) for entry in one.entries), node.span
        )

    def _rule(self, old: Scalar, shape: Shape) -> Scalar:
        """A rule in which everything is called as it is today; what stays of the old words keeps its places."""
        calls = [*old_calls(old.text, shape.title == PEOPLE)]
        for start, end, own in calls:
            spans = [(old.at(one, other), new) for one, other, new in own]
            written = edited(old.text[:end], own)[start:]
            self.note(old.at(start, end), written, *((at.start, at.end, new) for at, new in spans))
        edits = sorted(edit for *_, own in calls for edit in own)
        places, at = list[int](), 0
        for start, end, new in edits:
            places += [*old.offsets[at:start], *[old.offsets[start]] * len(new)]
            at = end
        return Scalar(edited(old.text, edits), old.span, old.style, (*places, *old.offsets[at:]))

    def _word(self, old: Scalar, new: str) -> Scalar:
        self.note(old.span, new, (old.span.start, old.span.end, new))
        return renamed(old, new)

    def _mapping(self, node: Mapping, shape: Shape, base: Node | None) -> Mapping:
        assert shape.mapping is not None
        words = RENAMED.get(shape.title, {})
        keys = [
            self._word(one.key, word) if (word := words.get(one.key.text)) and node.entry(word) is None else one.key
            for one in node.entries
        ]
        entries = [_entry(one, key, one.value) for one, key in zip(node.entries, keys, strict=True)]
        if shape.title == PHASE:
            entries = self._phase(Mapping(tuple(entries), node.span), base)
        new = tuple(
            _entry(one, one.key, self._node(one.value, shape.mapping.value(one.key.text), child(base, one.key.text)))
            for one in entries
        )
        return node if _same(new, node.entries) else Mapping(new, node.span)

    # When a phase ends

    def _phase(self, phase: Mapping, base: Node | None) -> list[Entry]:
        """The entries of a phase, in which `repeat` and `ends_when` say what `until` has said."""
        new: list[Entry] = []
        for entry in phase.entries:
            turns = entry.value if entry.key.text == "turns" and isinstance(entry.value, Mapping) else None
            until = turns.entry("until") if turns is not None else None
            if entry.key.text == "until" and phase.get("ends_when") is None:
                new += self._until(entry, phase, base)
            elif entry.key.text == "repeat" and text_of(entry.value) == "false":
                self.note(entry.key.span, "when: …", _left_out(phase, entry))
            elif turns is not None and until is not None and phase.get("repeat") is None:
                rest = Mapping(tuple(one for one in turns.entries if one is not until), turns.span)
                gone, end = _left_out(turns, until), turns.span.end
                if gone[0] < end < gone[1]:  # the last line, whose comment goes with it
                    comment, end = until.value.span.source.text[end : gone[1]].rstrip(), gone[0] - 1
                else:
                    comment = ""
                moved = _put_below("repeat", until, phase, until.value.span.text) + comment
                self.note(until.key.span, "repeat: {until: …}", gone, (end, end, moved))
                new += [Entry(entry.key, rest), _below("repeat", until)]
            else:
                new.append(entry)
        return new

    def _until(self, entry: Entry, phase: Mapping, base: Node | None) -> list[Entry]:
        start, end = entry.key.span.start, entry.key.span.end
        again = phase.entry("repeat")
        ends_when = Entry(renamed(entry.key, "ends_when"), entry.value, entry.was)
        match _how_it_ends(phase, base):
            case "ends_when" if again is not None and _is_played_once(phase, again):
                # the same, written in the usual way
                edits = (_left_out(phase, again), *_wrapped("repeat", entry, phase))
                self.note(entry.key.span, "repeat: {until: …}", *edits)
                return [ends_when]
            case "ends_when":
                self.note(entry.key.span, "ends_when: …", (start, end, "ends_when"))
                return [ends_when]
            case "forever":
                apart = ", " if is_flow(phase) else f"\n{_margin(entry)}"
                self.note(
                    entry.key.span,
                    "repeat: forever` and `ends_when: …",
                    (start, end, f"repeat: forever{apart}ends_when"),
                )
                forever = renamed(entry.key, "forever")
                return [Entry(renamed(entry.key, "repeat"), forever), ends_when]
            case _:
                self.note(entry.key.span, "repeat: {until: …}", *_wrapped("repeat", entry, phase))
                return [_below("repeat", entry)]

    # What changes a game

    def changes(self, changes: Mapping, game: Mapping) -> Mapping:
        """The changes of a game by their paths."""
        new: list[Entry] = []
        for entry in changes.entries:
            match entry.key.text, entry.value:
                case (("override" | "add" | "insert"), Mapping() as value):
                    entries = tuple(one for old in value.entries for one in self._change(old, game, entry.key.text))
                    same = _same(entries, value.entries)
                    new.append(entry if same else Entry(entry.key, Mapping(entries, value.span)))
                case "remove", Sequence() as value:
                    items = tuple(one for old in value.items for one in self._removed(old, game))
                    same = _same(items, value.items)
                    new.append(entry if same else Entry(entry.key, Sequence(items, value.span)))
                case _:
                    new.append(entry)
        found = changes if _same(new, changes.entries) else Mapping(tuple(new), changes.span)
        return found if written_for(changes.span.source) == NEWEST else self._overridden(found, changes)

    def _overridden(self, changes: Mapping, old: Mapping) -> Mapping:
        """What is taken away to be added again only makes room for it; in a text it is overridden."""
        add, remove = changes.entry("add"), changes.entry("remove")
        if add is None or remove is None:
            return changes
        before = {one.text for one in items_of(old.get("remove"))}
        gone = {item.text: item for item in items_of(remove.value) if item.text not in before}
        new = [one.key.text for one in entries_of(add.value)]
        self.replaced = [one for text, one in gone.items() if any(f"{path}.".startswith(f"{text}.") for path in new)]
        both = [one for one in entries_of(add.value) if one.key.text in gone]
        if both:
            self._override(changes, add, remove, both)
        kept = tuple(one for one in items_of(remove.value) if one not in self.replaced)
        rest = Entry(remove.key, Sequence(kept, remove.value.span))
        return Mapping(tuple(rest if one is remove else one for one in changes.entries), changes.span)

    def _override(self, changes: Mapping, add: Entry, remove: Entry, both: list[Entry]) -> None:
        """Note how the text changes where entries move from what is added to what is overridden."""
        others = entries_of(changes.get("override"))
        first = others[0] if others else add
        start, apart = first.key.span.start, f"\n{_margin(first)}"
        for one in both:
            text = Span(one.key.span.source, one.key.span.start, one.value.span.end).text
            text = text if others else f"override:\n  {text}"
            self.note(one.key.span, "override: …", (start, start, text + apart))
        names = {one.key.text for one in both}
        self.note(add.key.span, "override: …", *_without(changes, add, both), *_without(changes, remove, names))

    def _change(self, entry: Entry, game: Mapping, how: str) -> list[Entry]:
        path, shape, node = self._path(entry.key, game)
        value = entry.value if how == "insert" else self._node(entry.value, shape, node)
        changed = _entry(entry, path, value)
        names = [name for name, _ in segments(entry.key.text)]
        phase = child(game.get("phases"), names[1]) if names[2:] == ["until"] else None
        if how == "add" and phase is not None and _how_it_ends(None, phase) == "forever":
            start = entry.key.span.start
            word = f"{'.'.join(names[:2])}.repeat"
            self.note(entry.key.span, f"{word}: forever", (start, start, f"{word}: forever\n{_margin(entry)}"))
            return [Entry(renamed(entry.key, word), renamed(entry.key, "forever")), changed]
        return [changed]

    def _removed(self, item: Node, game: Mapping) -> list[Node]:
        if not isinstance(item, Scalar):
            return [item]
        path = self._path(item, game, whole=True)[0]
        names = [name for name, _ in segments(item.text)]
        phase = child(game.get("phases"), names[1]) if names[2:] == ["until"] else None
        if path.text.endswith(".ends_when") and text_of(child(phase, "repeat")) == "forever":
            return [path, renamed(item, f"{'.'.join(names[:2])}.repeat")]
        return [path]

    def _path(self, path: Scalar, game: Mapping, *, whole: bool = False) -> tuple[Scalar, Shape | None, Node | None]:
        """A path in the words of today, what may be there, and what is there; `whole` is for what is taken away."""
        shape: Shape | None = shape_of("spec")
        node: Node | None = game
        names: list[str] = []
        old = [name for name, _ in segments(path.text)]
        for number, name in enumerate(old):
            title = shape.title if shape is not None else ""
            new = [RENAMED.get(title, {}).get(name, name)]
            if title == TEAMS and name == "number":
                new = []
            elif title == PHASE and name == "until":
                stops = _how_it_ends(None, node)
                new = ["repeat", "until"] if stops == "repeat" else ["ends_when"]
            elif title == PHASE and old[number : number + 2] == ["turns", "until"]:
                new = ["repeat"]
            elif whole and old[number - 1 :] == ["turns", "until"]:
                new = []
            if whole and new == ["repeat", "until"] and number == len(old) - 1:
                new = ["repeat"]
            for one in new:
                names.append(one)
                plain = one.split("(", 1)[0].strip()
                below = shape.mapping.value(plain) if shape is not None and shape.mapping is not None else None
                shape = below or (shape.list.item if shape is not None and shape.list is not None else None)
                node = child(node, one)
        text = ".".join(names)
        return path if text == path.text else self._word(path, text), shape, node


def _is_played_once(phase: Mapping, again: Entry) -> bool:
    """Whether a phase that is repeated forever has a body of one step, without turns."""
    forever = text_of(again.value) in ("true", "forever") and phase.get("turns") is None
    return forever and len(items_of(phase.get("steps"))) < 2


def _how_it_ends(phase: Node | None, base: Node | None) -> str:
    """What `until` of a phase is today; `base` is the phase that is changed. `forever` means both keys."""

    def said(key: str) -> Node | None:
        return child(phase, key) or child(base, key)

    if isinstance(child(base, "repeat"), Mapping):
        return "repeat"
    if said("turns") is not None or said("repeat") is not None or said("ends_when") is not None:
        return "ends_when"
    return "forever" if len(items_of(said("steps"))) > 1 else "repeat"


# Nodes that are written otherwise, at their old places


def renamed(old: Scalar, new: str) -> Scalar:
    """A word instead of another one, which stands at its place."""
    start, end = old.span.start, old.span.end
    last = max(end - 1, start)
    offsets = (*(min(start + number, last) for number in range(len(new) - 1)), last, end)
    return Scalar(new, old.span, "plain", offsets)


def range_of(low: Scalar, high: Scalar, span: Span) -> Scalar:
    """`low..high`, with parentheses where an end needs them."""
    text, offsets = "", list[int]()
    for one, sign in ((low, ".."), (high, "")):
        inner = one.text.strip()
        skipped = one.text.find(inner)
        places = [*one.offsets[skipped : skipped + len(inner)]]
        if _LOOSE.search(inner):
            inner, places = f"({inner})", [one.span.start, *places, one.span.end]
        text += inner + sign
        offsets += [*places, *[one.span.end] * len(sign)]
    return Scalar(text, span, "plain", (*offsets, span.end))


def _is_until(key: Scalar) -> bool:
    """Whether a key was written as `until` in version 1, which was looked at after each step."""
    return key.span.text.strip("\"'") == "until"


def _entry(old: Entry, key: Scalar, value: Node) -> Entry:
    return old if key is old.key and value is old.value else Entry(key, value, old.was)


def _below(key: str, entry: Entry) -> Entry:
    """An entry as the only one below another key, at the place of its own."""
    return Entry(renamed(entry.key, key), Mapping((entry,), entry.key.span.until(entry.value.span)))


def _same(new: Collection[object], old: Collection[object]) -> bool:
    """Whether nothing was changed."""
    return len(new) == len(old) and all(one is other for one, other in zip(new, old, strict=True))


# The text of a file of version 1, changed


def is_flow(node: Mapping) -> bool:
    """Whether a mapping is written in braces."""
    return node.span.text[:1] == "{"


def _line_start(source: Source, at: int) -> int:
    return source.text.rfind("\n", 0, at) + 1


def _margin(entry: Entry) -> str:
    """The blanks before a key."""
    return " " * (entry.key.span.start - _line_start(entry.key.span.source, entry.key.span.start))


def _put_below(key: str, entry: Entry, around: Mapping, text: str) -> str:
    """An entry below a key of a mapping, with what sets it apart from what stands before it there."""
    word = entry.key.text
    if is_flow(around):
        return f", {key}: {{{word}: {text}}}"
    margin = _margin(around.entries[0])
    plain = isinstance(entry.value, Scalar) and entry.value.style == "plain"
    if "\n" not in text and not (plain and _UNSAFE.search(text)) and not _is_block(entry.value):
        return f"\n{margin}{key}: {{{word}: {text}}}"
    if not _is_block(entry.value):
        return f"\n{margin}{key}:\n{margin}  {word}: {text}"
    old = _margin(entries_of(entry.value)[0]) if isinstance(entry.value, Mapping) else margin
    lines = [f"{margin}    {line.removeprefix(old)}" if line.strip() else line for line in text.split("\n")]
    return f"\n{margin}{key}:\n{margin}  {word}:\n" + "\n".join(lines)


def _wrapped(key: str, entry: Entry, around: Mapping) -> Iterator[tuple[int, int, str]]:
    """The edits that put an entry below a key, where it stands."""
    text, start, end = entry.key.span.source.text, entry.key.span.start, entry.value.span.end
    plain = isinstance(entry.value, Scalar) and entry.value.style == "plain"
    one_line = "\n" not in text[start:end] and not (plain and _UNSAFE.search(entry.value.span.text))
    if is_flow(around) or one_line and not _is_block(entry.value):
        yield from ((start, start, f"{key}: {{"), (end, end, "}"))
        return
    yield start, start, f"{key}:\n{_margin(entry)}  "
    for line in re.finditer(r"\n(?=.*\S)", text[start:end]):
        yield start + line.end(), start + line.end(), "  "


def _is_block(node: Node) -> bool:
    return isinstance(node, Mapping) and not is_flow(node)


def _left_out(around: Mapping, entry: Entry) -> tuple[int, int, str]:
    """The edit that takes an entry out of a mapping."""
    number, source = around.entries.index(entry), entry.key.span.source
    if not is_flow(around) and len(around.entries) > 1:
        line = _line_start(source, entry.key.span.start)
        if not source.text[line : entry.key.span.start].strip():
            return line, source.text.find("\n", entry.value.span.end) + 1 or len(source.text), ""
    if number > 0:
        return around.entries[number - 1].value.span.end, entry.value.span.end, ""
    if len(around.entries) > 1:
        return entry.key.span.start, around.entries[1].key.span.start, ""
    return around.span.start, around.span.end, "{}"


def _without(changes: Mapping, entry: Entry, gone: Collection[object]) -> Iterator[tuple[int, int, str]]:
    """The edits that take entries, or items by their texts, out of a section of a variant, or all of it."""
    value, source = entry.value, entry.key.span.source
    parts: list[tuple[object, Span]] = [(one.text, one.span) for one in items_of(value)]
    parts += [(one, Span(source, one.key.span.start, one.value.span.end)) for one in entries_of(value)]
    spans = [span for one, span in parts if one in gone]
    if len(spans) == len(parts):
        spans = [Span(source, entry.key.span.start, value.span.end)]
    for span in spans:
        line = _line_start(source, span.start)
        alone = source.text[line : span.start].strip() in ("", "-")
        after = re.compile(r"[ ,]*").match(source.text, span.end)
        end = source.text.find("\n", span.end) + 1 or span.end
        yield (line, end, "") if alone else (span.start, after.end() if after else span.end, "")


def reworded(text: str, found: Iterable[Rewording]) -> str:
    """A text with these changes, as far as they do not lie within each other."""
    edits = sorted({edit for one in found for edit in one.edits}, reverse=True)
    spans = {(start, end) for start, end, _ in edits if start < end}
    for start, end, new in edits:
        around = ((low, high) for low, high in spans if low <= start and end <= high and (low, high) != (start, end))
        if not any(start < end or low < start < high for low, high in around):
            text = text[:start] + new + text[end:]
    return text


# The digest is that of the form in version 1

Plain = str | list["Plain"]

_OLD = {title: {new: old for old, new in words.items()} for title, words in RENAMED.items() if title != PHASE}


def first_texts(text: str, shape: Shape | None, lists: str) -> list[Plain]:
    """A text as version 1 wrote it, in both ways where it had two; `lists` finds what it may have called a list."""
    if shape is None or not shape.language:
        return ["none" if shape is not None and shape.title in SEEN and text == "hidden" else text]
    both = dict.fromkeys(first_calls(text, f"{NEW_CALL}{more}") for more in ("", lists))
    return [["list", *ends_of(one)] if shape.title == RANGE else one for one in both]


def ends_of(text: str) -> tuple[str, str]:
    """The texts of both ends of a range; empty where it has no dots.

    >>> ends_of("0..max(1..3)"), ends_of("(1 if far else 2)..5")
    (('0', 'max(1..3)'), ('1 if far else 2', '5'))
    """
    at = dots_of(text)
    return _bare(text[:at]), _bare(text[at + 2 :])


def _bare(text: str) -> str:
    """An end without the parentheses that it needs only there."""
    inner = text.strip()
    whole = inner[:1] == "(" and inner[-1:] == ")" and ")" not in inner[1:-1].split("(")[0]
    return inner[1:-1] if whole and _LOOSE.search(inner) else inner


Pairs = list[tuple[str, Plain]]


def first_pairs(title: str, node: Mapping, pairs: Pairs) -> list[Pairs]:
    """The keys and values of a mapping as version 1 wrote them; in all ways where it had several, the usual one first.

    If the mapping stands in a file of version 1, only the way that its author has chosen is given.
    """
    words = _OLD.get(title, {})
    pairs = [(words.get(name, name), value) for name, value in pairs]
    if title == shape_of("spec").title:
        found: dict[str, Plain] = {"spec": "1", "teams": ["mapping", ["number", dict(pairs).get("teams", "")]]}
        return [[(name, found.get(name, value)) for name, value in pairs]]
    return _first_phase(node, dict(pairs)) if title == PHASE else [pairs]


def _first_phase(node: Mapping, found: dict[str, Plain]) -> list[Pairs]:
    repeat, ends = node.entry("repeat"), node.entry("ends_when")
    again, until = found.pop("repeat", None), found.pop("ends_when", None)
    turns = found.get("turns")
    several = len(items_of(node.get("steps"))) > 1
    often: dict[str, Plain] = {} if again is None else {"repeat": "true"} if again == "forever" else {"times": again}
    ways: list[dict[str, Plain]] = [often]
    if repeat is not None and isinstance(repeat.value, Mapping) and again is not None:  # of `{until: C}` it is C
        if isinstance(turns, list):
            ways = [{"turns": ["mapping", *sorted([*turns[1:], ["until", again]], key=lambda pair: str(pair[0]))]}]
        elif _is_until(repeat.key):
            ways = [{"until": again}]
        else:
            ways = [{"repeat": again}]
            if not several and _is_new(repeat):
                ways = [{"until": again}, *ways, {"repeat": "true", "until": again}]
    if ends is not None and until is not None:
        alone = repeat is None or _is_until(repeat.key)
        if _is_until(ends.key):
            ways = [{"until": until} | ({} if alone else one) for one in ways]
        elif _is_new(ends):
            usual = [one | {"ends_when": until} for one in ways]
            older = [one | {"until": until} for one in ways]
            bare = [{"until": until}] if again == "forever" else []
            ways = [*usual, *older, *bare] if again == "forever" else [*older, *usual]
        else:
            ways = [one | {"ends_when": until} for one in ways]
    return [[*(found | way).items()] for way in ways]


def _is_new(entry: Entry) -> bool:
    """Whether an entry was written for a version in which its word is the only one."""
    return written_for(entry.key.span.source) == NEWEST
