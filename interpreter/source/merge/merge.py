"""Stage 3: a game and its house rules become one tree, whose every value knows which file it comes from."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from collections.abc import Sequence as AbcSequence
from dataclasses import replace
from functools import partial

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Span
from ..shape.first_version import modern_changes
from ..shape.patch_syntax import is_place
from ..shape.schema import Shape, kind_of, shape_at
from ..text.literals import RANGE, parse_integer
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence, child, entries_of, items_of, scalars, text_of, texts_of
from .conflicts import Change, Edit, EditLog, same_value
from .patch_errors import Missing, PatchErrors
from .paths import (
    KeyPath,
    Steps,
    change,
    entry_at,
    has_signatures,
    item_at,
    node_at,
    path_of,
    replaced,
    steps_of,
    with_added,
    with_entry,
    without,
    without_parameters,
)
from .variants import OrderedVariant, in_order


def merge(
    base: Mapping,
    variants: list[Mapping],
    report: Report,
    touches: EditLog | None = None,
    bring_in: Callable[[Mapping], Mapping] | None = None,
) -> Mapping:
    """Apply variants to the tree of a game; the order in which they are given does not matter.

    All trees must have passed `check_spec` and `check_variant`. Every node keeps its span, and `Entry.was` what was
    replaced. A patch that cannot be applied is reported (E402 to E417) and left out. References to removed names are
    left to later stages, and so are values of the wrong shape (`check_spec` on the result). `touches` records what the
    variants have changed. What is said for numbers of players that a variant takes away goes (`restrict_players`).

    `bring_in` puts the parts of the game into it. Variants change first what it uses, and what is brought in next.

    >>> from ...diagnostics.span import Source
    >>> from ..text.composer import compose
    >>> base = compose(Source("game.yaml", "game: race\\noptions: {goal: {default: 1000}}"), Report(), mapping=True)
    >>> short = "variant: short\\nextends: race\\noverride: {options.goal.default: 500}"
    >>> merged = merge(base, [compose(Source("short.yaml", short), Report(), mapping=True)], Report())
    >>> merged.get("options").get("goal").entry("default").value.text
    '500'
    """
    touches = EditLog(report) if touches is None else touches
    tree = base
    ordered = in_order(text_of(base.get("game")), variants, report)
    if bring_in is not None:
        # what a variant removes from a part, or changes in it, is only there once the part is brought in
        for variant in ordered:
            tree = VariantApplier(tree, variant, touches, report, only=lambda section: section == "uses").run()
        touches.settle(ordered)
        if report.errors:
            return tree
        tree = bring_in(tree)
        if report.errors:
            return tree
    for variant in ordered:
        tree = VariantApplier(tree, variant, touches, report, only=lambda section: section != "uses").run()
    touches.settle(ordered)
    return restrict_players(tree, ordered)


# Applies one variant to a tree: it removes, overrides, adds and inserts, each by name.
#
# remove: [phases.play.offer.rest]                         first, so that what follows meets the new state
# override: {options.goal.default: 500}                    must exist
# add: {actions.play.when.far: count(hand) > 3}            must not exist
# insert: {phases.play.offer: {honk: {after: play}}}       last, so that what was added can be placed

NOT_CHANGED = ("spec", "game")


class VariantApplier:
    """Applies one variant to a tree. A patch that cannot be applied is reported and left out.

    With `only`, patches are passed over whose path begins with another section.
    """

    def __init__(
        self,
        tree: Mapping,
        variant: OrderedVariant,
        touches: EditLog,
        report: Report,
        only: Callable[[str], bool] = lambda section: True,
    ) -> None:
        self.only = only
        self.tree = tree
        self.variant = variant
        self.touches = touches
        self.complaints = PatchErrors(tree, variant, touches, report)

    def run(self) -> Mapping:
        """Return the tree with all patches of the variant applied, removals first and insertions last."""
        patches, replaced = modern_changes(self.variant.tree, self.tree, self.complaints.report)
        for path in replaced:
            *above, name = path_of(steps_of(path))
            found = entry_at(parent, name) if isinstance(parent := node_at(self.tree, tuple(above)), Mapping) else None
            if found is not None and self.only(above[0]):
                self.tree = change(self.tree, tuple(above), partial(without, old=found))
        for item in items_of(patches.get("remove")):
            if self.only((steps := steps_of(item))[0].name):
                self.remove(steps)
        for section, patch in (("override", self.override), ("add", self.add), ("insert", self.insert)):
            for entry in entries_of(patches.get(section)):
                steps = steps_of(entry.key)
                if not self.only(steps[0].name):
                    continue
                if steps[0].name in NOT_CHANGED:
                    self.complaints.not_for_a_variant(steps)
                else:
                    before, errors = len(self.touches.applied), self.complaints.report.errors
                    patch(steps, entry.value)
                    touches = self.touches.applied[before:]
                    if touches and self.complaints.report.errors == errors and all(touch.idle for touch in touches):
                        self.complaints.idle(steps, entry.value)
            if section == "override":
                self._leave_out_translations()
        return self.tree

    def _leave_out_translations(self) -> None:
        """A text that is another now no longer says so in languages that the variant does not have: it goes there.

        Which languages it has, its title says. People read what it says in the first language of the game.
        """
        own = {entry.key.text for entry in entries_of(self.variant.tree.get("title"))}
        of_the_game = [entry.key.text for entry in entries_of(self.tree.get("title"))]
        mine = [touch for touch in self.touches.applied if touch.variant == self.variant.name]
        told = {touch.path for touch in mine}
        for touch in mine:
            if not own or touch.what != "sets" or touch.idle or touch.path[-1:] != tuple(of_the_game[:1]):
                continue
            *above, name = touch.path[:-1]
            parent = node_at(self.tree, tuple(above))
            entry = entry_at(parent, name) if isinstance(parent, Mapping) else None
            gone = {one for one in of_the_game if one not in own and (*touch.path[:-1], one) not in told}
            kept = [one for one in entries_of(entry.value if entry else None) if one.key.text not in gone]
            if entry is not None and len(kept) < len(entries_of(entry.value)):
                # It is the text of the variant now: nobody asks for the languages of the game any more
                self._replace(tuple(above), entry, replace(entry, value=Mapping(tuple(kept), touch.span)))
                for one in entries_of(entry.value):
                    if one.key.text in gone:
                        self.touches.add(self._touch("removes", (*touch.path[:-1], one.key.text), None, touch.span))

    # Override

    def override(self, steps: Steps, value: Node) -> None:
        """Give another value to what exists; mappings are followed down to the values that differ."""
        path = path_of(steps)
        touch = self._touch("sets", path, value, _shown(steps, value))
        if self.touches.skip_or_report(touch, self.variant, descends=isinstance(value, Mapping)):
            return
        parent = self._parent(steps, "sets")
        if parent is None:
            return
        if isinstance(parent, Sequence):
            self.complaints.item_of_a_list(steps)
            return
        entry = entry_at(parent, path[-1])
        if entry is None:
            self.complaints.misses("sets", steps, len(steps) - 1, parent)
        elif isinstance(entry.value, Mapping) and isinstance(value, Mapping):
            if not value.entries:
                self.complaints.idle(steps, value)
            for below in value.entries:
                self.override((*steps, *steps_of(below.key)), below.value)
        elif not _allowed(shape_at(path), value, entry.value):
            self.complaints.another_kind(steps, value, entry)
        elif not self.touches.skip_or_report(touch, self.variant):
            key = steps[-1].word() if _new_head(steps, entry) else None
            self._replace(path[:-1], entry, replaced(entry, value, key))
            self.touches.add(
                replace(touch, idle=key is None and not entry.was and same_value(entry.value, value, shape_at(path)))
            )

    # Add

    def add(self, steps: Steps, value: Node) -> None:
        """Introduce what does not exist; mappings that exist are followed down to what is new."""
        path = path_of(steps)
        touch = self._touch("adds", path, value, _shown(steps, value))
        if self.touches.skip_or_report(touch, self.variant, descends=isinstance(value, Mapping)):
            return
        parent = self._parent(steps, "adds", create=True)
        if parent is None:
            return
        if isinstance(parent, Sequence):
            self.complaints.added_to_a_list(steps)
            return
        entry = entry_at(parent, path[-1])
        within = isinstance(entry.value, Mapping) if entry else _holds_names(path)
        if isinstance(value, Mapping) and not value.entries and within:
            self.complaints.idle(steps, value)
        elif isinstance(value, Mapping) and entry is not None and isinstance(entry.value, Mapping):
            if len(value.entries) > 1 and len(_there_too(entry.value, value, path)) == len(value.entries):
                self.complaints.exists(steps, entry)
            else:
                self._add_each(steps, value)
        elif entry is not None:
            self.complaints.exists(steps, entry)
        elif isinstance(value, Mapping) and value.entries and _holds_names(path):
            self._new(path[:-1], Entry(steps[-1].word(), Mapping((), value.span)))
            self._add_each(steps, value)
        else:
            self._new(path[:-1], Entry(steps[-1].word(), value))
            self.touches.add(touch)

    def _add_each(self, steps: Steps, value: Mapping) -> None:
        for below in value.entries:
            self.add((*steps, *steps_of(below.key)), below.value)

    # Remove

    def remove(self, steps: Steps) -> None:
        """Take away what exists: a key with everything below it, or an item of a list."""
        path = path_of(steps)
        touch = self._touch("removes", path, None, steps[-1].scalar.span)
        if path[0] in NOT_CHANGED:
            self.complaints.not_for_a_variant(steps)
            return
        if self.touches.skip_or_report(touch, self.variant):
            return
        parent, shape = self._parent(steps, "removes"), shape_at(path[:-1])
        if parent is None:
            return
        found = _named(parent, path[-1])
        if found is None:
            self.complaints.misses("removes", steps, len(steps) - 1, parent)
            return
        if isinstance(parent, Sequence):
            rest = tuple(other for other in parent.items if other is not found)
            self._new_list(path[:-1], Sequence(rest, steps[-1].scalar.span))
        elif shape and shape.mapping and path[-1] in shape.mapping.required:
            self.complaints.needed(steps, shape.title)
            return
        elif isinstance(found, Entry):
            self.tree = change(self.tree, path[:-1], lambda mapping: without(mapping, found))
        self.touches.add(touch)

    # Insert

    def insert(self, steps: Steps, value: Node) -> None:
        """Put a name into a list, or move a key within its mapping, next to a neighbour."""
        if not isinstance(value, Mapping):
            return  # the check of the shape has reported it
        if not is_place(value):
            for below in value.entries:
                self.insert((*steps, *steps_of(below.key)), below.value)
            return
        path = path_of(steps)
        parent = self._parent(steps, "inserts")
        if parent is None:
            return
        where, anchor = value.entries[0].key.text, value.entries[0].value
        neighbour = (*path[:-1], anchor.text) if where != "at" and isinstance(anchor, Scalar) else ()
        what: Change = "inserts" if isinstance(parent, Sequence) else "places"
        touch = self._touch(what, path, value, _shown(steps, value), neighbour)
        if not isinstance(anchor, Scalar) or self.touches.skip_or_report(touch, self.variant):
            return
        if where != "at" and not self._has_neighbour(steps, parent, anchor):
            return
        if isinstance(parent, Sequence):
            items = [item for item in parent.items if text_of(item) != path[-1]]
            names = [text_of(item) for item in items]
            items.insert(_index(where, anchor.text, names), steps[-1].word())
            self._new_list(path[:-1], Sequence(tuple(items), steps[-1].span))
        elif not self._move(steps, parent, where, anchor):
            return
        self.touches.add(touch)

    def _move(self, steps: Steps, parent: Mapping, where: str, anchor: Scalar) -> bool:
        """Move a key within an ordered mapping; false if that is impossible, which is reported."""
        path = path_of(steps)
        shape = shape_at(path[:-1])
        entry = entry_at(parent, path[-1])
        if not (shape and shape.mapping and shape.mapping.ordered):
            self.complaints.no_order(steps)
            return False
        if entry is None:
            self.complaints.not_added_yet(steps)
            return False
        rest = [other for other in parent.entries if other is not entry]
        rest.insert(_index(where, anchor.text, [without_parameters(e.key.text) for e in rest]), entry)
        self.tree = change(self.tree, path[:-1], lambda mapping: Mapping(tuple(rest), mapping.span))
        return True

    def _has_neighbour(self, steps: Steps, parent: Mapping | Sequence, anchor: Scalar) -> bool:
        """Whether the neighbour is there, and not only because of a variant that this one does not come after.

        Without the second condition the result would depend on the order in which the variants are applied.
        """
        if anchor.text == steps[-1].name:
            self.complaints.beside_itself(steps, parent, anchor)
            return False
        there = _named(parent, anchor.text)
        other = self.touches.by((*path_of(steps)[:-1], anchor.text), self.variant)
        if there is None or (other is not None and other.what in ("adds", "inserts")):
            self.complaints.no_neighbour(steps, parent, anchor, other)
            return False
        return True

    # Finding and changing parts of the tree

    def _touch(self, what: Change, path: KeyPath, value: Node | None, span: Span, neighbour: KeyPath = ()) -> Edit:
        return Edit(variant=self.variant.name, what=what, path=path, value=value, span=span, neighbour=neighbour)

    def _parent(self, steps: Steps, does: Missing, *, create: bool = False) -> Mapping | Sequence | None:
        """The node that contains the last name of a path; None if there is none, which is reported.

        With `create`, a missing mapping that the language has a key for (`triggers`, `when`) is created.
        """
        for i in range(1, len(steps)):
            path = path_of(steps[:i])
            node = node_at(self.tree, path)
            above = node_at(self.tree, path[:-1])
            if node is None and create and isinstance(above, Mapping) and _can_be_created(path):
                self._new(path[:-1], Entry(steps[i - 1].word(), Mapping((), steps[i - 1].span)))
            elif node is None and above is not None:
                self.complaints.misses(does, steps, i - 1, above)
                return None
        parent = node_at(self.tree, path_of(steps[:-1]))
        if isinstance(parent, Scalar):
            self.complaints.misses(does, steps, len(steps) - 1, parent)
            return None
        return parent

    def _replace(self, parent: KeyPath, old: Entry, new: Entry) -> None:
        self.tree = change(self.tree, parent, lambda mapping: with_entry(mapping, old, new))

    def _new(self, parent: KeyPath, entry: Entry) -> None:
        self.tree = change(self.tree, parent, lambda mapping: with_added(mapping, entry))

    def _new_list(self, path: KeyPath, items: Sequence) -> None:
        above = node_at(self.tree, path[:-1])
        entry = entry_at(above, path[-1]) if isinstance(above, Mapping) else None
        if entry is not None:
            self._replace(path[:-1], entry, replaced(entry, items))


def _named(parent: Mapping | Sequence, name: str) -> Entry | Scalar | None:
    """The entry or the item of a name."""
    return entry_at(parent, name) if isinstance(parent, Mapping) else item_at(parent, name)


def _shown(steps: Steps, value: Node) -> Span:
    """The location at which a change is reported: its value if that is a single line, otherwise its last name."""
    return value.span if isinstance(value, Scalar) and "\n" not in value.span.text else steps[-1].span


def _allowed(shape: Shape | None, value: Node, old: Node) -> bool:
    """Whether the language allows such a value here. What the schema does not know is reported by later stages."""
    return kind_of(value) == kind_of(old) or (shape is not None and kind_of(value) in shape.kinds)


def _new_head(steps: Steps, entry: Entry) -> bool:
    """Whether a function or an effect is overridden together with its parameters."""
    written = steps[-1].written
    return "(" in written and written != entry.key.text and has_signatures(path_of(steps[:-1]))


def _there_too(there: Mapping, value: Mapping, path: tuple[str, ...]) -> list[str]:
    """The keys of a thing that a variant adds which one of the same name has already."""
    above, own = shape_at(path[:-1]), shape_at(path)
    named = above and above.mapping and above.mapping.rest and path[-1] not in above.mapping.fixed
    if not named or not own or not own.mapping or not own.mapping.fixed:
        return []
    mappings = {key for key, node in there if isinstance(node, Mapping)} & {
        k for k, n in value if isinstance(n, Mapping)
    }
    return [key for key, _ in value if there.get(key) is not None and key not in mappings]


def _holds_names(path: KeyPath) -> bool:
    """Whether the keys of a mapping are the author's own names, so that each of them is an addition of its own."""
    shape = shape_at(path)
    return bool(shape and shape.mapping and shape.mapping.rest and not shape.mapping.fixed)


def _can_be_created(path: KeyPath) -> bool:
    """Whether the last name of a path is a key of the language whose value may be a mapping."""
    above, shape = shape_at(path[:-1]), shape_at(path)
    known = above is not None and above.mapping is not None and path[-1] in above.mapping.fixed
    return known and shape is not None and shape.mapping is not None


def _index(where: str, anchor: str, names: list[str]) -> int:
    if where == "at":
        return 0 if anchor == "start" else len(names)
    return names.index(anchor) + (where == "after")


# What a game says for numbers of players that a variant no longer allows falls away: values, and whole presets.
#
# It was right where it was written. A file that knows of the new numbers, because it sets them or comes after the one
# that does, is held to them: what it says for other numbers stays, and is told later (W510, E510).


def restrict_players(tree: Mapping, variants: AbcSequence[OrderedVariant]) -> Mapping:
    """A merged game without what it says for numbers of players that its variants have taken away."""
    players = tree.entry("players")
    if players is None or not players.was:
        return tree
    known = _PlayerRange(players, variants)
    for path in _by_players(tree):
        values = node_at(tree, path)
        if isinstance(values, Mapping):
            tree = _without(tree, path, [one for one in values.entries if known.is_past(one.key.text, one)])
    presets = tree.get("presets")
    if isinstance(presets, Mapping):
        past = [one for one in presets.entries if known.is_past(text_of(child(one.value, "players")), one)]
        if len(past) < len(presets.entries):
            return _without(tree, ("presets",), past)
        return Mapping(tuple(one for one in tree.entries if one.key.text != "presets"), tree.span)
    return tree


def _without(tree: Mapping, path: KeyPath, past: AbcSequence[Entry]) -> Mapping:
    """The tree without some entries of a mapping; if nothing would be left, all stay, for a later message."""
    at = node_at(tree, path)
    if not past or not isinstance(at, Mapping) or len(past) == len(at.entries):
        return tree
    kept = tuple(one for one in at.entries if one not in past)
    return change(tree, path, lambda mapping: Mapping(kept, mapping.span))


def _by_players(tree: Mapping) -> Iterator[KeyPath]:
    """The paths of all that may have a value for each number of players."""
    yield ("teams",)
    for entry in entries_of(tree.get("options")):
        yield "options", entry.key.text, "default"


class _PlayerRange:
    """Which numbers of players each file knew of when it was written."""

    def __init__(self, players: Entry, variants: AbcSequence[OrderedVariant]) -> None:
        self.variants = {one.tree.span.source.name: one for one in variants}
        steps = (*players.was, Entry(players.key, players.value))
        self.steps = [(self.variants.get(one.value.span.source.name), _numbers(one.value)) for one in steps]

    def is_past(self, text: str, written: Entry) -> bool:
        """Whether a number of players is gone by now, and all who have written an entry knew of it."""
        number = parse_integer(text)
        if number is None or number in self.steps[-1][1]:
            return False
        return all(
            number in self._of(source)
            for source in {one.span.source.name for one in (written.key, *scalars(written.value, keys=True))}
        )

    def _of(self, source: str) -> Container[int]:
        """The numbers that hold for a file: those of the last one that it comes after, else those of the game."""
        own = self.variants.get(source)
        before = {own.name, *own.before} if own is not None else set()
        return [numbers for variant, numbers in self.steps if variant is None or variant.name in before][-1]


def _numbers(node: Node) -> Container[int]:
    """The numbers of players that are written: `3`, `2..4` or `[2, 4]`; what is none of them is told later."""
    if isinstance(node, Scalar) and (match := RANGE.fullmatch(node.text)):
        return range(int(match[1]), int(match[2]) + 1)
    return frozenset(number for item in texts_of(node) if (number := parse_integer(item.text)) is not None)
