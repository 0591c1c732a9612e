"""Records which variant has changed what: of two that do not come after each other, neither may undo the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field, replace
from typing import Literal

from ...diagnostics.diagnostic import Diagnostic, Label, Report
from ...diagnostics.record import dataclass
from ...diagnostics.span import Span
from ...diagnostics.suggest import is_language
from ..shape.schema import Shape, shape_at
from ..text.tree import Mapping, Node, Scalar, Sequence
from .paths import KeyPath
from .variants import OrderedVariant, bases_of

Change = Literal["sets", "adds", "removes", "inserts", "places"]
"""What a variant does, as messages say it: it inserts a name into a list, and places a key within a mapping."""

_PART: dict[Change, str] = {
    "sets": "sets a part of it",
    "adds": "adds something to it",
    "removes": "removes a part of it",
    "inserts": "inserts something into it",
    "places": "moves a part of it",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One change: what a variant does at a path.

    `value` is what it sets or adds there, or the position at which it inserts, and `neighbour` what that is next to.
    An `idle` one sets what was there already.
    """

    variant: str
    what: Change
    path: KeyPath
    value: Node | None
    span: Span
    neighbour: KeyPath = ()
    idle: bool = False


MOST_NAMED = 6
"""Of the paths at which two variants contradict each other so many are named."""

MOST_CHANGES = 1000
"""All variants of a game together change it in no more places: each change is held against all that came before."""


@dataclass(slots=True)
class EditLog:
    """All changes that were applied so far, in order. `tried` counts those, too, that were not."""

    report: Report
    applied: list[Edit] = field(default_factory=list)
    tried: int = 0
    _last: Edit | None = None
    _clashes: list[tuple[Edit, Edit, Report]] = field(default_factory=list)

    def add(self, touch: Edit) -> None:
        """Record a change that was applied."""
        self.applied.append(touch)

    def settle(self, variants: Iterable[OrderedVariant]) -> None:
        """Report the clashes of two variants (E405, E410) unless a third, which comes after both, sets their paths.

        A third has to settle each of them; two that were merely chosen together are refused in one sentence.
        """
        before = {one.name: one.before for one in variants}
        links = {one.name: bases_of(one.tree)[0].span for one in variants if bases_of(one.tree)}
        brought: dict[tuple[str, str], Diagnostic] = {}
        apart: dict[frozenset[str], list[Diagnostic]] = {}
        for old, new, told in self._clashes:
            deeper = max(old.path, new.path, key=len)
            settled = any(
                touch.what in ("sets", "removes")
                and {old.variant, new.variant} <= before.get(touch.variant, frozenset())
                and deeper[: len(touch.path)] == touch.path
                for touch in self.applied
            )
            third = next((name for name, earlier in before.items() if {old.variant, new.variant} <= earlier), "")
            if third and not settled:
                for one in told.diagnostics:
                    found = _for_the_third(one, third, links.get(third))
                    brought.setdefault((third, found.path), found)
            elif not settled:
                apart.setdefault(frozenset((old.variant, new.variant)), []).extend(told.diagnostics)
        self.report.diagnostics += [*brought.values(), *map(_in_one, apart.values())]
        self._clashes.clear()

    def by(self, path: KeyPath, variant: OrderedVariant) -> Edit | None:
        """The last change at exactly this path by a variant that this one does not come after."""
        return next((t for t in reversed(self.applied) if t.path == path and self._unordered(t, variant)), None)

    def remover(self, path: KeyPath) -> Edit | None:
        """The change that has removed this path or something above it."""
        return next((t for t in reversed(self.applied) if t.what == "removes" and path[: len(t.path)] == t.path), None)

    def skip_or_report(self, new: Edit, variant: OrderedVariant, *, descends: bool = False) -> bool:
        """Return whether to skip a change: an earlier one is the same, or forbids it, which is reported (E405, E410).

        With `descends` the change will go on to deeper paths, each of which is checked on its own. More changes than
        there may be are E432.
        """
        if self._too_many(new):
            return True
        for old in self.applied:
            if new.what == "removes" and old.neighbour == new.path and self._unordered(old, variant):
                self._clash_neighbour(old, new)
                return True
            if not _overlap(old.path, new.path) or (descends and len(old.path) > len(new.path)):
                continue
            if "places" in (old.what, new.what) and {old.what, new.what} & {"sets", "adds"}:
                continue  # moving a key does not touch its value
            if old.variant == variant.name:
                if self._twice(old, new):
                    return True
            elif self._unordered(old, variant):
                if old.what == new.what == "removes":
                    if len(old.path) <= len(new.path):
                        return True
                elif (
                    old.path == new.path
                    and old.what == new.what
                    and same_value(old.value, new.value, shape_at(new.path))
                ):
                    return True
                else:
                    self._clash(old, new)
                    return True
        return False

    def _too_many(self, new: Edit) -> bool:
        """Count a change that is looked at for the first time; whether there are too many is reported once."""
        if new is not self._last:
            self.tried, self._last = self.tried + 1, new
            if self.tried == MOST_CHANGES + 1:
                message = f"there are more than {MOST_CHANGES} changes to one game"
                helps = ("a game that is so different is a game of its own: `cardwright resolve` prints it",)
                self.report.add("E432", message, new.span, label="one too many", helps=helps, path=".".join(new.path))
        return self.tried > MOST_CHANGES

    def _unordered(self, old: Edit, variant: OrderedVariant) -> bool:
        """Whether a change is by another variant, which this one does not come after."""
        return old.variant != variant.name and old.variant not in variant.before

    def _twice(self, old: Edit, new: Edit) -> bool:
        """Report that a variant changes the same path twice, or both removes and changes it; false if it does not."""
        name, label, helps = ".".join(new.path), "", ("do one or the other",)
        if (old.what == "removes") != (new.what == "removes"):
            code, before = "E410", f"{old.variant} {old.what} it here"
            what = "it too" if old.path == new.path else f"'{name}'"
            message = f"variant '{new.variant}' removes '{'.'.join(old.path)}' and {new.what} {what}"
        elif len(old.path) > len(new.path) and new.what == "sets":
            code, before = "E405", "the part is set here"
            message = f"variant '{new.variant}' sets '{name}', after setting a part of it"
        elif old.path == new.path:
            code, before, label, helps = "E405", "the first time", "the second time", ("remove one of the two",)
            message = f"variant '{new.variant}' {new.what} '{name}' twice"
        else:
            return False
        others = (Label(old.span, before),)
        self.report.add(code, message, new.span, label=label, others=others, helps=helps, path=name)
        return True

    def _clash_neighbour(self, old: Edit, new: Edit) -> None:
        name = ".".join(new.path)
        message = f"variant '{new.variant}' removes '{name}', next to which variant '{old.variant}' inserts something"
        helps = (f"add `after: [{old.variant}]` to variant '{new.variant}'",)
        self.report.add("E410", message, new.span, others=(Label(old.span, _in_words(old)),), helps=helps, path=name)

    def _clash(self, old: Edit, new: Edit) -> None:
        name = ".".join(new.path)
        removal = "removes" in (old.what, new.what)
        if old.path != new.path:
            whole, part = (old, new) if len(old.path) < len(new.path) else (new, old)
            message = (
                f"variant '{whole.variant}' {whole.what} '{'.'.join(whole.path)}', "
                f"but variant '{part.variant}' {_PART[part.what]}"
            )
        elif removal:
            message = f"variant '{old.variant}' {old.what} '{name}', but variant '{new.variant}' {new.what} it"
        elif new.what in ("inserts", "places"):
            message = f"variants '{old.variant}' and '{new.variant}' both insert '{name}', at different positions"
        elif old.what == new.what == "adds":
            message = f"variants '{old.variant}' and '{new.variant}' both add '{name}', with different values"
        else:
            message = f"variants '{old.variant}' and '{new.variant}' both set '{name}', to different values"
        told = Report()
        self._clashes.append((old, new, told))
        wins = f"say which one wins: add `after: [{old.variant}]` to variant '{new.variant}' (or the reverse)"
        helps: tuple[str, ...] = (wins,)
        if old.what == new.what == "adds":
            helps = ("rename one of the two", f"or {wins}, and override there what the other one adds")
        elif {old.what, new.what} <= {"sets", "adds"}:
            helps = (wins, f"or set it in a third variant: `extends: [{old.variant}, {new.variant}]`")
        label = _in_words(new)
        others = (Label(old.span, _in_words(old)),)
        told.add("E410" if removal else "E405", message, new.span, label=label, others=others, helps=helps, path=name)


def _for_the_third(found: Diagnostic, third: str, extends: Span | None) -> Diagnostic:
    """A clash of two variants in words for a third that brings both together: it has to say what holds."""
    path = _without_language(found.path)
    helps = (
        f"say in variant '{third}' what holds: `override: {{{path}: …}}`",
        "or, where one of the two always wins, say so in it with `after`",
    )
    others = (*((Label(found.span, found.label),) if found.span else ()), *found.others)
    label = f"variant '{third}' brings both together"
    found = replace(found, helps=helps, path=path)
    return replace(found, span=extends, label=label, others=others) if extends is not None else found


def _in_one(found: list[Diagnostic]) -> Diagnostic:
    """All clashes of two variants as one, about a rule rather than a text if there is one; a note names the others."""
    first, *others = sorted(found, key=_about_a_text)
    paths = [*dict.fromkeys(_without_language(one.path) for one in others)]
    named = ", ".join(f"'{path}'" for path in paths[:MOST_NAMED])
    more = f" and {len(paths) - MOST_NAMED} more" if len(paths) > MOST_NAMED else ""
    return replace(first, notes=(*first.notes, f"they also contradict each other in {named}{more}")) if paths else first


def _about_a_text(found: Diagnostic) -> bool:
    shape = shape_at(tuple(found.path.split(".")))
    return found.path.startswith("rulebook.") or (shape is not None and not shape.rules)


def _without_language(path: str) -> str:
    """The path of a text, where that of the text in one language is given."""
    before, _, last = path.rpartition(".")
    shape = shape_at(tuple(before.split(".")))
    by_language = shape is not None and shape.mapping is not None and shape.mapping.by_language
    return before if by_language and is_language(last) else path


def same_value(one: Node | None, other: Node | None, shape: Shape | None = None) -> bool:
    """Whether two values are the same, regardless of spans and styles; `shape` says where the order of keys matters."""
    match one, other:
        case Scalar(text=a), Scalar(text=b):
            return a == b
        case Sequence(items=a), Sequence(items=b):
            item = shape.list.item if shape and shape.list else None
            return len(a) == len(b) and all(same_value(x, y, item) for x, y in zip(a, b, strict=True))
        case Mapping(entries=a), Mapping(entries=b):
            keys = shape.mapping if shape else None
            if len(a) != len(b) or (keys and keys.ordered and [k for k, _ in one] != [k for k, _ in other]):
                return False
            return all(same_value(value, other.get(key), keys.value(key) if keys else None) for key, value in one)
        case _:
            return one is other


def _overlap(one: KeyPath, other: KeyPath) -> bool:
    """Whether two paths are the same, or one of them leads to a part of the other."""
    short = min(len(one), len(other))
    return one[:short] == other[:short]


def _in_words(touch: Edit) -> str:
    value = touch.value
    if (
        touch.what in ("sets", "adds")
        and isinstance(value, Scalar)
        and "\n" not in value.text
        and len(value.text) <= 40
    ):
        return f"{touch.variant}: {value.text}"
    return f"{touch.variant} {touch.what} it here"
