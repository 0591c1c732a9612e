"""Who has changed what: of two variants that do not know of each other, none may undo the other's change."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...diagnostics.diagnostic import Label, Report
from ...diagnostics.span import Span
from ..shape.schema import Shape, shape_at
from ..text.tree import Mapping, Node, Scalar, Sequence
from .order import Ordered
from .paths import Path

SET, ADD, REMOVE, INSERT, PLACE = "sets", "adds", "removes", "inserts", "places"


@dataclass(frozen=True, slots=True)
class Touch:
    """One change: what a variant does at a path.

    `value` is what it sets there, or where it inserts, `neighbour` beside what.
    """

    variant: str
    what: str
    path: Path
    value: Node | None
    span: Span
    neighbour: Path = ()


@dataclass(slots=True)
class Touches:
    """All changes so far, in order."""

    report: Report
    made: list[Touch] = field(default_factory=list)

    def add(self, touch: Touch) -> None:
        """Remember a change that was made."""
        self.made.append(touch)

    def by(self, path: Path, variant: Ordered) -> Touch | None:
        """The last change at this very path by a variant that this one does not come after."""
        return next((t for t in reversed(self.made) if t.path == path and self._unknown(t, variant)), None)

    def remover(self, path: Path) -> Touch | None:
        """The change that has removed this path or what it stood in."""
        return next((t for t in reversed(self.made) if t.what == REMOVE and path[: len(t.path)] == t.path), None)

    def settled(self, new: Touch, variant: Ordered, *, descends: bool = False) -> bool:
        """Whether nothing is left to do: an earlier change is the same, or forbids this one (E405, E410).

        With `descends` the change goes on to deeper paths, which will be asked for on their own.
        """
        for old in self.made:
            if new.what == REMOVE and old.neighbour == new.path and self._unknown(old, variant):
                self._clash_neighbour(old, new)
                return True
            if not _overlap(old.path, new.path) or (descends and len(old.path) > len(new.path)):
                continue
            if PLACE in (old.what, new.what) and {old.what, new.what} & {SET, ADD}:
                continue  # where a key stands is no matter of its value
            if old.variant == variant.name:
                if self._twice(old, new):
                    return True
            elif self._unknown(old, variant):
                if old.what == new.what == REMOVE:
                    if len(old.path) <= len(new.path):
                        return True
                elif old.path == new.path and old.what == new.what and same(old.value, new.value, shape_at(new.path)):
                    return True
                else:
                    self._clash(old, new)
                    return True
        return False

    def _unknown(self, old: Touch, variant: Ordered) -> bool:
        return old.variant != variant.name and old.variant not in variant.before

    def _twice(self, old: Touch, new: Touch) -> bool:
        """Report what one variant does twice to the same path, or both removes and changes."""
        name = ".".join(new.path)
        if (old.what == REMOVE) != (new.what == REMOVE):
            what = "it too" if old.path == new.path else f"'{name}'"
            self.report.add(
                "E410",
                f"variant '{new.variant}' removes '{'.'.join(old.path)}' and {new.what} {what}",
                new.span,
                others=(Label(old.span, f"{old.variant} {old.what} it here"),),
                helps=("do one of the two",),
                path=name,
            )
            return True
        if len(old.path) > len(new.path) and new.what == SET:
            message = f"variant '{new.variant}' sets '{name}', and before that a part of it"
            self.report.add(
                "E405",
                message,
                new.span,
                others=(Label(old.span, "the part"),),
                helps=("do one of the two",),
                path=name,
            )
            return True
        if old.path != new.path:
            return False
        self.report.add(
            "E405",
            f"variant '{new.variant}' {new.what} '{name}' twice",
            new.span,
            label="the second time",
            others=(Label(old.span, "the first time"),),
            helps=("remove one of the two",),
            path=name,
        )
        return True

    def _clash_neighbour(self, old: Touch, new: Touch) -> None:
        name = ".".join(new.path)
        self.report.add(
            "E410",
            f"variant '{new.variant}' removes '{name}', beside which variant '{old.variant}' inserts",
            new.span,
            others=(Label(old.span, _said(old)),),
            helps=(f"add `after: [{old.variant}]` to variant '{new.variant}'",),
            path=name,
        )

    def _clash(self, old: Touch, new: Touch) -> None:
        name = ".".join(new.path)
        removal = REMOVE in (old.what, new.what)
        if old.path != new.path:
            whole, part = (old, new) if len(old.path) < len(new.path) else (new, old)
            message = (
                f"variant '{whole.variant}' {whole.what} '{'.'.join(whole.path)}', "
                f"of which variant '{part.variant}' {part.what} a part"
            )
        elif removal:
            message = f"variant '{old.variant}' {old.what} '{name}', and variant '{new.variant}' {new.what} it"
        elif new.what in (INSERT, PLACE):
            message = f"variants '{old.variant}' and '{new.variant}' both insert '{name}', in different places"
        elif old.what == new.what == ADD:
            message = f"variants '{old.variant}' and '{new.variant}' both add '{name}', with different values"
        else:
            message = f"variants '{old.variant}' and '{new.variant}' both set '{name}', to different values"
        wins = f"say which one wins: add `after: [{old.variant}]` to variant '{new.variant}' (or the reverse)"
        helps: tuple[str, ...] = (wins,)
        if old.what == new.what == ADD:
            helps = ("rename one of the two", f"or {wins}, and override there what the other one adds")
        self.report.add(
            "E410" if removal else "E405",
            message,
            new.span,
            label=_said(new),
            others=(Label(old.span, _said(old)),),
            helps=helps,
            path=name,
        )


def same(one: Node | None, other: Node | None, shape: Shape | None = None) -> bool:
    """Whether two values are the same, wherever and however they are written; `shape` says where the order of keys
    counts.
    """
    match one, other:
        case Scalar(text=a), Scalar(text=b):
            return a == b
        case Sequence(items=a), Sequence(items=b):
            item = shape.list.item if shape and shape.list else None
            return len(a) == len(b) and all(same(x, y, item) for x, y in zip(a, b, strict=True))
        case Mapping(entries=a), Mapping(entries=b):
            keys = shape.mapping if shape else None
            if len(a) != len(b) or (keys and keys.ordered and [k for k, _ in one] != [k for k, _ in other]):
                return False
            return all(same(value, other.get(key), keys.value(key) if keys else None) for key, value in one)
        case _:
            return one is other


def _overlap(one: Path, other: Path) -> bool:
    short = min(len(one), len(other))
    return one[:short] == other[:short]


def _said(touch: Touch) -> str:
    value = touch.value
    if touch.what in (SET, ADD) and isinstance(value, Scalar) and "\n" not in value.text and len(value.text) <= 40:
        return f"{touch.variant}: {value.text}"
    return f"{touch.variant} {touch.what} it here"
