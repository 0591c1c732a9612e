"""Files that are read again and again are composed once.

A folder of games is full of such files: the game beside each scenario, the base of each variant, the heads of all games
whenever a name is looked up. A text is remembered by its name, its place on the disk and all that is in it, together
with its mistakes, so that nothing is ever reported less often, or elsewhere, than without this.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.span import Source
from .compose import compose
from .tree import Mapping

MOST = 256
"""How many texts are remembered; the oldest is forgotten first."""

_known: dict[tuple[str, str, str], tuple[Mapping | None, tuple[Diagnostic, ...]]] = {}


def compose_known(source: Source, report: Report) -> Mapping | None:
    """What `compose` makes of a text that is a mapping; its spans may lie in an equal source that was read before."""
    key = (source.file, source.name, source.text)
    if key not in _known:
        own = Report()
        tree = compose(source, own, mapping=True)
        if len(_known) >= MOST:
            del _known[next(iter(_known))]
        _known[key] = (tree, tuple(own.diagnostics))
    tree, found = _known[key]
    report.diagnostics += [one for one in found if one not in report.diagnostics]
    return tree
