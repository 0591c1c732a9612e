"""Helps where the name of a use stands in the place of what the part brings: `steps: [bids]` for `[sealed_bids]`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...diagnostics.diagnostic import Diagnostic, Report
from ..text.tree import Mapping
from .part_reading import Brought
from .paths import bare

SECTIONS = {"E208": ("phase", "phases"), "E203": ("effect", "effects"), "E213": ("action", "actions")}
"""By the code of an unknown name: what was looked for, and where the parts that are used may have it."""


def explain_used_names(report: Report, uses: Sequence[Brought]) -> None:
    """Add what a part brings to each message about an unknown name that is that of its use."""
    by_name = {one.use.name.text: one for one in uses}
    report.diagnostics[:] = [_explained(one, by_name) for one in report.diagnostics]


def _explained(found: Diagnostic, uses: dict[str, Brought]) -> Diagnostic:
    use = uses.get(found.span.text) if found.span is not None and found.code in SECTIONS else None
    if use is None:
        return found
    what, section = SECTIONS[found.code]
    there = use.tree.get(section)
    names = [f"'{bare(entry.key.text)}'" for entry in there.entries] if isinstance(there, Mapping) else []
    brings = f"the {what}{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else f"no {what}"
    told = f"'{use.use.name.text}' is the use of the part '{use.use.part.text}', which brings {brings}"
    return replace(found, helps=(told,))
