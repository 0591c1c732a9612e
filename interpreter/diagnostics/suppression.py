"""Warnings that a file allows, each with a reason: `# allow W611: the variant long-race uses it`.

The comment stands at the end of the line that the warning is about, or on a line of its own above it. It silences these
warnings there, in every verb, and no errors. One that silences nothing, or gives no reason, is a warning itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .codes import codes, severity_of
from .diagnostic import Diagnostic, Report
from .record import dataclass
from .span import LINE_END, Source, Span
from .suggest import did_you_mean

_ALLOW = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*allow[ \t]+(?P<codes>[A-Z]\d{3}(?:[ \t]*,[ \t]*[A-Z]\d{3})*)(?P<more>.*)")
_ABOUT_SUPPRESSIONS = ("W511", "W512")
"""Warnings about allowances, which no allowance silences."""

_TRIAL_WARNINGS = re.compile(r"W78\d")
"""Warnings of trial play, which may be left out: that one of these does not come means nothing."""


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that allows some warnings on a line, counted from 1."""

    codes: tuple[str, ...]
    reason: str
    span: Span
    line: int


def without_suppressed(report: Report) -> Report:
    """The report without the warnings that their files allow."""
    known: dict[str, set[tuple[str, int]]] = {}
    return Report([one for one in report.diagnostics if not _is_suppressed(one, known)])


def check_suppressions(sources: Iterable[Source], report: Report) -> None:
    """Warn of allowances without a reason or for what is no warning (W511), and of those that silence nothing (W512).

    `report` has all warnings about these files; where it has errors, some of them may not have been looked for.
    """
    placed = [(one.code, one.span) for one in report.diagnostics if one.span is not None]
    found = {(code, span.source.file, span.line) for code, span in placed}
    silent = not report.errors  # counted once: each count goes through all that is reported
    for source in sources:
        for one in suppressions(source):
            wrong = [code for code in one.codes if code not in codes() or severity_of(code) != "warning"]
            if wrong:
                warnings = [code for code in codes() if severity_of(code) == "warning"]
                helps = did_you_mean(wrong[0], warnings) if wrong[0] not in codes() else ("mend what it is about",)
                report.add("W511", f"'{wrong[0]}' is no warning, so it cannot be allowed", one.span, helps=helps)
            elif not one.reason:
                helps = (f"say why: `# allow {', '.join(one.codes)}: the variant long-race uses it`",)
                report.add("W511", "this allows a warning without a reason", one.span, helps=helps)
            elif silent:
                idle = [code for code in one.codes if (code, one.span.source.file, one.line) not in found]
                idle = [code for code in idle if not _TRIAL_WARNINGS.fullmatch(code)]
                if idle:
                    message = f"this allows {', '.join(idle)}, which is not warned of on line {one.line}"
                    helps = ("remove it, or put it on the line above the right one",)
                    report.add("W512", message, one.span, helps=helps)


def suppressions(source: Source) -> Iterator[Suppression]:
    """The allowances in a file, each with the line that it is about."""
    if "allow" not in source.text:
        return
    lines = LINE_END.split(source.text)
    about = len(lines)
    abouts = [about] * len(lines)  # of each line, the next one that holds more than a comment
    for number in range(len(lines), 0, -1):
        bare = lines[number - 1].lstrip()
        abouts[number - 1] = about = number if bare and not bare.startswith("#") else about
    for number, line in enumerate(lines, start=1):
        match = _ALLOW.search(line)
        if match is None:
            continue
        start = source.line_starts[number - 1] + match.start()
        more = match["more"].strip()
        reason = more.removeprefix(":").strip() if more.startswith(":") else ""
        allowed = tuple(code.strip() for code in match["codes"].split(","))
        yield Suppression(allowed, reason, Span(source, start, start + len(match[0].rstrip())), abouts[number - 1])


def _is_suppressed(one: Diagnostic, known: dict[str, set[tuple[str, int]]]) -> bool:
    if one.severity != "warning" or one.span is None or one.code in _ABOUT_SUPPRESSIONS:
        return False
    source = one.span.source
    if source.file not in known:
        known[source.file] = {(code, some.line) for some in suppressions(source) if some.reason for code in some.codes}
    return (one.code, one.span.line) in known[source.file]
