"""A reported problem: a stable code, a location, what is wrong and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, field, replace
from typing import TypedDict, Unpack

from .codes import Severity, codes, severity_of
from .record import dataclass
from .span import Span

MOST_PLACES = 8
"""Where a part is used in which something is wrong, no more places are shown: the nearest, and that of the game."""


MOST_NAMED = 6
"""So many of the paths of a diagnostic are named."""


@dataclass(frozen=True, slots=True)
class Label:
    """Another location that belongs to a diagnostic, with a few words about it."""

    span: Span
    text: str


class Details(TypedDict, total=False):
    """What a diagnostic may say besides what is wrong and where; the names are those of `Diagnostic`."""

    label: str
    others: tuple[Label, ...]
    notes: tuple[str, ...]
    helps: tuple[str, ...]
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake of an author, as it will be shown.

    `message` is one line without a full stop; `label` is printed beside the carets; `notes` state facts (such as the
    names that exist), `helps` say what to do. `path` is the location by name, such as `actions.advance.when.rolling`.
    What is about many places has their `paths`, and is told of the first.
    `code` must be one of `codes`; its first letter says whether it is an error or a warning.
    """

    code: str
    message: str
    span: Span | None
    _: KW_ONLY
    label: str = ""
    others: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    path: str = ""
    paths: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes as people read them, with the first of several paths; JSON has all of these."""
        more = len(self.paths) - MOST_NAMED
        named = ", ".join(self.paths[:MOST_NAMED]) + (f" and {more} more: `--format json` has all" if more > 0 else "")
        return (named, *self.notes) if len(self.paths) > 1 else self.notes

    def without_values(self) -> Diagnostic:
        """The same for those who see not everything: of what kind it is and where, but nothing of the position."""
        return replace(self, message=codes()[self.code].title, label="", notes=(), helps=())

    def __post_init__(self) -> None:
        if self.span is None or self.span.source.used is None:
            return
        used = [one for one in _uses_of(self.span) if one not in self.others]
        used[MOST_PLACES - 1 : -1] = []
        object.__setattr__(self, "span", _whole_word(self.span))
        object.__setattr__(self, "others", (*self.others, *used))

    @property
    def severity(self) -> Severity:
        """Whether this is an error or a warning, which its code decides."""
        return severity_of(self.code)


USES = ("this is put in there", "used here")
"""What is said at the places where a part of a game gets an argument, and where it is used."""


def _uses_of(span: Span | None) -> Iterator[Label]:
    """Where the part of a game is used in whose file something is wrong; for an argument, where that is written."""
    while span is not None:
        put = span.source.put_in(span.start, span.start)
        given = span.source.put[put[0]].given if put else None
        span = given or span.source.used
        if given is not None:
            yield Label(given, USES[0])
        elif span is not None:
            yield Label(span, USES[1])


def _given(span: Span | None) -> Span | None:
    """Where an argument is written that stands at a place in a part; None for a place that is the part's own."""
    put = span.source.put_in(span.start, span.start) if span is not None and span.source.used is not None else None
    return span.source.put[put[0]].given if span is not None and put else None


def _at_arguments(found: Diagnostic) -> Diagnostic:
    """The same, told of the argument of a part that is wrong, rather than of the place in the part where it stands."""
    given = _given(found.span)
    others = tuple(Label(_given(one.span) or one.span, one.text) for one in found.others)
    if found.span is None or given is None:
        return replace(found, others=others)
    others = tuple(one for one in others if one.text != USES[0])
    return replace(found, span=given, others=(Label(found.span, "it stands here in the part"), *others))


def _whole_word(span: Span) -> Span:
    """A place in a part; if it is within a word that stands for something else, the whole word."""
    around = ((a, b) for a, b in span.source.put_in(span.start, span.end) if a <= span.start and span.end <= b)
    start, end = next(around, (span.start, span.end))
    return Span(span.source, start, end)


Key = tuple[str, str, Span | None, tuple[Label, ...]]
"""Diagnostics with the same code, message and places are one."""


@dataclass(slots=True)
class Report:
    """The diagnostics of a run, collected so that all mistakes are shown together."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    _known: set[Key] = field(default_factory=set, repr=False, compare=False)
    _looked_at: int = field(default=0, repr=False, compare=False)
    _errors: int = field(default=0, repr=False, compare=False)
    _counted: int = field(default=0, repr=False, compare=False)

    def add(self, code: str, message: str, span: Span | None, *, path: str = "", **details: Unpack[Details]) -> None:
        """Add a diagnostic; the arguments are those of `Diagnostic`.

        One that repeats an earlier one is dropped: a line that is checked twice, say in a game and in what it is
        merged to, is reported once.
        """
        self.again(Diagnostic(code, message, span, path=path, **details))

    def again(self, found: Diagnostic) -> None:
        """Add a diagnostic that may be there already."""
        if (found.code, found.message, found.span, found.others) not in self._keys():
            self.diagnostics.append(found)

    def _keys(self) -> set[Key]:
        """The keys of all diagnostics; others than `add` may have put some into the list, or taken them out."""
        if self._looked_at > len(self.diagnostics):
            self._known, self._looked_at = set(), 0
        self._known.update((one.code, one.message, one.span, one.others) for one in self.diagnostics[self._looked_at :])
        self._looked_at = len(self.diagnostics)
        return self._known

    def once(self) -> Report:
        """The same report with each mistake once, even if its file was read twice, or by two names.

        A mistake in a part of a game is one, however often the part is used; it shows all the places.
        """
        found: dict[tuple[object, ...], Diagnostic] = {}
        keyless = {one.span for one in self.diagnostics if one.code == NEEDS_A_KEY}
        for one in self.diagnostics:
            if one.code == WITHOUT_COLON and one.span in keyless:
                continue  # which key is missing is told
            first = found.setdefault(_identity(one), one)
            more = tuple(label for label in one.others if label.text in USES and label not in first.others)
            if first is not one and more:
                found[_identity(one)] = replace(first, others=(*first.others, *more))
        return Report([_at_arguments(one) for one in found.values()])

    @property
    def errors(self) -> int:
        """The number of errors. Each step of a check asks for it, so what was counted is not counted again."""
        if self._counted > len(self.diagnostics):
            self._counted = self._errors = 0
        self._errors += sum(d.severity == "error" for d in self.diagnostics[self._counted :])
        self._counted = len(self.diagnostics)
        return self._errors

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return len(self.diagnostics) - self.errors


NEEDS_A_KEY, WITHOUT_COLON = "E161", "E111"
"""The codes of a key that is missing, and of a text that has no colon: at one place they are one mistake."""


def _identity(found: Diagnostic) -> tuple[object, ...]:
    """What a mistake shares with the same mistake in another read of the file."""
    said = (one for one in found.others if one.text not in USES)
    places = (found.span, *(other.span for other in said))
    return (
        found.code,
        _normalised_message(found),
        *((at.source.file, at.start, at.end) if at else None for at in places),
    )


def _normalised_message(found: Diagnostic) -> str:
    """What a mistake says, without what differs from game to game: two variants may run into the same rule."""
    match found.code:
        case "W780":
            return found.message.rpartition(" (")[2]
        case "W781":
            return ""
        case _:
            return found.message


class SpecError(Exception):
    """Raised if a file cannot be used because of its author's mistakes.

    `report` contains all diagnostics, warnings included. `str(error)` is the first error on one line: where, what, how
    to go on, and how many more there are.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        first = next((d for d in report.diagnostics if d.severity == "error"), None)
        more = f" (and {report.errors - 1} more)" if report.errors > 1 else ""
        super().__init__(_one_line(first) + more if first else "no error")

    def __reduce__(self) -> tuple[type[SpecError], tuple[Report]]:
        return type(self), (self.report,)


def _one_line(found: Diagnostic) -> str:
    place = f"{found.span}: " if found.span is not None else ""
    return place + "; ".join((f"{found.code}: {found.message}", *(*found.helps, *found.notes)[:1]))
