"""Files that are read again and again are composed once.

A folder of games is full of such files: the game beside each scenario, the base of each variant, the heads of all games
whenever a name is looked up. Only a text without any mistake is remembered, by its name, its place on the disk
and all that is in it, so that nothing is ever reported less often, or elsewhere, than without this.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ...diagnostics.span import Source
from .tree import Mapping

MOST = 256
"""How many texts are remembered; the oldest is forgotten first."""

_known: dict[tuple[str, str, str], Mapping] = {}


def compose_known(source: Source, report: Report) -> Mapping | None:
    """What `compose` makes of a text that is a mapping; its spans may lie in an equal source that was read before."""
    key = (source.file, source.name, source.text)
    if key in _known:
        return _known[key]
    from .compose import compose  # YAML is loaded when the first text is read

    own = Report()
    tree = compose(source, own, mapping=True)
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    if tree is not None and not own.diagnostics:
        if len(_known) >= MOST:
            del _known[next(iter(_known))]
        _known[key] = tree
    return tree
