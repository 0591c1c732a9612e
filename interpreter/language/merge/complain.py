"""What is wrong with a patch of a variant, in words: where it misses, and what stands there instead."""

from __future__ import annotations

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.suggest import did_you_mean
from ..shape.schema import kind_of, shape_at
from ..text.tree import Entry, Mapping, Node, Scalar, Sequence
from .order import Ordered
from .paths import Steps, elsewhere, listed, names_in, path_of
from .touches import Touch, Touches

_KINDS = {"text": "a single text", "mapping": "a mapping", "list": "a list"}


class Complaints:
    """Reports what is wrong with the patches of one variant."""

    def __init__(self, tree: Mapping, variant: Ordered, touches: Touches, report: Report) -> None:
        self.tree = tree
        self.variant = variant
        self.touches = touches
        self.report = report

    def nothing_to_override(self, steps: Steps, at: int, above: Node) -> None:
        """E402"""
        self._misses(
            "E402",
            "overrides",
            "nothing to override here",
            steps,
            at,
            above,
            "to introduce a new name, put it under `add:`",
        )

    def nothing_to_add_to(self, steps: Steps, at: int, above: Node) -> None:
        """E416, for a path that leads through something that does not exist."""
        self._misses("E416", "adds", "nothing to add to here", steps, at, above)

    def nothing_to_remove(self, steps: Steps, at: int, above: Node) -> None:
        """E404"""
        self._misses("E404", "removes", "nothing to remove here", steps, at, above)

    def nothing_to_insert_into(self, steps: Steps, at: int, above: Node) -> None:
        """E406"""
        self._misses("E406", "inserts", "nothing to insert into here", steps, at, above)

    def _misses(self, code: str, does: str, label: str, steps: Steps, at: int, above: Node, *helps: str) -> None:
        """A path whose name number `at` is not found in `above`."""
        step = steps[at]
        wanted, above_path = path_of(steps[: at + 1]), ".".join(path_of(steps[:at]))
        parent = f"'{above_path}'" if above_path else "the game"
        gone = self.touches.remover(wanted)
        whole = ".".join(path_of(steps))
        if isinstance(above, Scalar):
            message = f"variant '{self.variant.name}' {does} '{whole}', but {parent} is a single text"
            notes: tuple[str, ...] = (f"{parent} is `{_short(above)}`",)
            helps = (f"remove it as a whole: `{above_path}`",) if code == "E404" else self._into_a_text(steps, at)
        else:
            missing = "" if len(wanted) == len(steps) else f" '{'.'.join(wanted)}'"
            message = f"variant '{self.variant.name}' {does} '{whole}', but{missing or ' it'} does not exist"
            names = names_in(above)
            notes = (f"{parent} has: {listed(names)}" if names else f"{parent} is empty",)
            near = did_you_mean(step.name, names) or (() if gone else self._elsewhere(step.name))
            helps = (*near, *helps)
        others = (Label(gone.span, f"{gone.variant} removes it here"),) if gone else ()
        self.report.add(code, message, step.span, label=label, others=others, notes=notes, helps=helps, path=whole)

    def _into_a_text(self, steps: Steps, at: int) -> tuple[str, ...]:
        """How to go on where a path leads into a single text, which may be a condition without a name."""
        path = path_of(steps[:at])
        shape = shape_at(path)
        if shape and shape.mapping and shape.text:
            return (f"override it as a whole: `override: {{{'.'.join(path)}: {{{steps[at].name}: …}}}}`",)
        return (f"override it as a whole: `override: {{{'.'.join(path)}: …}}`",)

    def _elsewhere(self, name: str) -> tuple[str, ...]:
        """The same name in other places of the game, if there are only a few."""
        found = [".".join(path) for path in elsewhere(self.tree, name)]
        return tuple(f"there is '{path}'" for path in found) if len(found) <= 2 else ()

    def exists(self, steps: Steps, entry: Entry) -> None:
        """E403"""
        path = path_of(steps)
        name = ".".join(path)
        helps = [f"to give it another value, put it under `override:`, as `{name}: …`"]
        if isinstance(entry.value, Sequence):
            helps = [f"to put a name into it: `insert: {{{name}: {{NAME: {{at: end}}}}}}`", *helps]
        elif isinstance(entry.value, Scalar) and (shape := shape_at(path)) and shape.mapping:
            helps = [f"'{name}' is a single text: override it as a whole, by a map of names"]
        self.report.add(
            "E403",
            f"variant '{self.variant.name}' adds '{name}', which exists already",
            steps[-1].span,
            label="exists already",
            others=(Label(entry.key.span, "here"),),
            helps=tuple(helps),
            path=name,
        )

    def another_kind(self, steps: Steps, value: Node, entry: Entry) -> None:
        """E409"""
        name = ".".join(path_of(steps))
        new, old = _KINDS[kind_of(value)], _KINDS[kind_of(entry.value)]
        inside = names_in(entry.value) if isinstance(entry.value, Mapping) else []
        helps = (f"name what is meant, such as `{name}.{inside[0]}: …`",) if inside else ()
        notes = (f"'{name}' has: {listed(inside)}",) if inside else ()
        self.report.add(
            "E409",
            f"'{name}' is {old}; {new} cannot replace it",
            steps[-1].span,
            label=f"{new} is set here",
            others=(Label(entry.key.span, f"{old} stands here"),),
            notes=notes,
            helps=helps,
            path=name,
        )

    def item_of_a_list(self, steps: Steps) -> None:
        """E415, for an item of a list that is overridden."""
        whole, item = ".".join(path_of(steps[:-1])), steps[-1].name
        self._list(
            steps,
            f"'{whole}' is a list; an item of it cannot be overridden",
            f"take it out by `remove: [{whole}.{item}]` and put another one in by `insert`",
            "or override the whole list",
        )

    def added_to_a_list(self, steps: Steps) -> None:
        """E415, for an addition to a list."""
        whole, item = ".".join(path_of(steps[:-1])), steps[-1].name
        self._list(
            steps,
            f"'{whole}' is a list; names are put into it by `insert`",
            f"write `insert: {{{whole}: {{{item}: {{at: end}}}}}}`",
        )

    def _list(self, steps: Steps, message: str, *helps: str) -> None:
        self.report.add("E415", message, steps[-1].span, helps=helps, path=".".join(path_of(steps)))

    def needed(self, steps: Steps, title: str) -> None:
        """E417, for a key that the language needs."""
        name = ".".join(path_of(steps))
        self.report.add(
            "E417",
            f"variant '{self.variant.name}' removes '{name}', but {title} needs '{steps[-1].name}'",
            steps[-1].span,
            label="cannot be removed",
            helps=(f"give it another value under `override:`, or remove all of '{'.'.join(path_of(steps[:-1]))}'",),
            path=name,
        )

    def not_for_a_variant(self, steps: Steps) -> None:
        """E414"""
        self.report.add(
            "E414", f"a variant cannot change '{steps[0].name}' of a game", steps[0].span, path=steps[0].name
        )

    def no_order(self, steps: Steps) -> None:
        """E406, for a mapping whose order means nothing."""
        parent = ".".join(path_of(steps[:-1])) or "the game"
        self.report.add(
            "E406",
            f"the order of '{parent}' has no meaning, so nothing is inserted into it",
            steps[-1].span,
            helps=("put it under `add:`",),
            path=".".join(path_of(steps)),
        )

    def not_added_yet(self, steps: Steps) -> None:
        """E406, for a key that is placed but does not exist."""
        name = ".".join(path_of(steps))
        self.report.add(
            "E406",
            f"'{name}' is to stand in a certain place, but does not exist",
            steps[-1].span,
            helps=("add it, with its value, under `add:` too",),
            path=name,
        )

    def beside_itself(self, steps: Steps, anchor: Scalar) -> None:
        """E406, for a name that is its own neighbour."""
        self.report.add(
            "E406", f"'{anchor.text}' cannot stand beside itself", anchor.span, path=".".join(path_of(steps))
        )

    def no_neighbour(self, steps: Steps, parent: Node, anchor: Scalar, other: Touch | None) -> None:
        """E406, for a neighbour that is not there, or that another variant brings or removes."""
        name = ".".join(path_of(steps[:-1]))
        names = [n for n in names_in(parent) if n != anchor.text]
        if other:
            helps: tuple[str, ...] = (f"add `after: [{other.variant}]` to variant '{self.variant.name}'",)
        else:
            helps = did_you_mean(anchor.text, names)
        self.report.add(
            "E406",
            f"variant '{self.variant.name}' inserts '{steps[-1].name}' beside '{anchor.text}', which is not in "
            f"'{name}'",
            anchor.span,
            label="no such neighbour",
            others=(Label(other.span, f"{other.variant} {other.what} it here"),) if other else (),
            notes=(f"'{name}' has: {listed(names)}",) if names else (),
            helps=helps,
            path=".".join(path_of(steps)),
        )


def _short(text: Scalar) -> str:
    line = text.text.strip().split("\n", 1)[0]
    return line if len(line) <= 60 else line[:59] + "…"
