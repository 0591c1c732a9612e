"""Explains why a text is not YAML, in the words of someone who writes rules.

The YAML library stops at its first surprise and describes it in its own terms ("mapping values are not allowed here").
What the author did is something else: a colon in a text, a missing quote, a line in the wrong column. The usual
breakages are recognised here; each rule takes the scene and returns a diagnostic, or None if it does not apply.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.span import Source
from .broken_brackets import comma_missing, node_missing
from .broken_lines import block_end, item_misplaced, key_misplaced, no_colon
from .broken_texts import after_document, bad_start, block_header, directive, escape, mark, question, unclosed
from .events import Broken
from .scene import Scene

Rule = Callable[[Scene], Diagnostic | None]

RULES: tuple[tuple[str, Rule], ...] = (
    ("could not find expected ':'", no_colon),
    ("mapping values are not allowed", key_misplaced),
    ("sequence entries are not allowed", item_misplaced),
    ("mapping keys are not allowed", question),
    ("cannot start any token", bad_start),
    ("unexpected end of stream", unclosed),
    ("unexpected document separator", unclosed),
    ("escape", escape),
    ("unreadable", escape),
    ("expected ',' or", comma_missing),
    ("expected <block end>", block_end),
    ("expected the node content", node_missing),
    ("expected '<document start>'", after_document),
    ("", block_header),
    ("", mark),
    ("", directive),
)
"""Words of the library's problem, and the rule that explains it; the first rule with an explanation wins."""


def explain(broken: Broken, source: Source) -> Diagnostic:
    """Explain why the YAML library gave up on a text (E110 to E141)."""
    scene = Scene(source, broken)
    diagnostic = _tab(scene)
    for words, rule in RULES:
        if diagnostic is None and words in broken.problem:
            diagnostic = rule(scene)
    return diagnostic or _unknown(scene)


def _tab(scene: Scene) -> Diagnostic | None:
    """A tab, in the indentation of the line or where something should start."""
    here = scene.line(scene.at)
    lines = [here] if scene.text[scene.at : scene.at + 1] != "\t" else []
    above = scene.above(here)
    if "expected ':'" in scene.broken.problem and above is not None:
        lines.append(above)
    for line in lines:
        match = re.match(r" *(\t+)", line.text)
        if match and line.content:
            return _tab_at(scene, line.start + match.start(1), line.start + match.end(1))
    if not lines:
        end = scene.at + len(scene.text[scene.at :]) - len(scene.text[scene.at :].lstrip("\t"))
        return _tab_at(scene, scene.at, end)
    return None


def _tab_at(scene: Scene, start: int, end: int) -> Diagnostic:
    line = scene.line(start)
    if not line.text[: start - line.start].strip():
        message = "this line is indented with a tab, but only spaces are allowed"
        advice = "replace each tab with spaces, so that the line starts in the same column as its neighbours"
    else:
        message = "there is a tab here, but only spaces are allowed between the parts of a line"
        advice = "replace it with a space, or put a text that contains a tab in quotes"
    return scene.fault("E113", message, scene.span(start, end), advice, label="tab")


def _unknown(scene: Scene) -> Diagnostic:
    offset = scene.last_visible()
    reason = " ".join(part for part in (scene.broken.context, scene.broken.problem) if part)
    return scene.fault(
        "E110",
        "this is not valid YAML",
        scene.span(offset, offset + 1),
        "look at this line and the one above: a colon, a quote or a bracket may be missing",
        label="reading stopped here",
        notes=(f"the YAML reader says: {reason}",),
    )
