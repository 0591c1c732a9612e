"""Files that are read again and again are composed once.

A folder of games is full of such files: the game beside each scenario, the base of each variant, the heads of all games
whenever a name is looked up. A text is remembered by its name, its place on the disk and all that is in it, together
with its mistakes, so that nothing is ever reported less often, or elsewhere, than without this.
"""

from __future__ import annotations

from ...diagnostics.diagnostic import Diagnostic, Report
from ...diagnostics.span import Source
from .open_texts import opened
from .tree import Mapping

MOST = 256
"""How many texts are remembered; what was not read for longest is forgotten first."""

MOST_OPEN = 24
"""How many texts of files that are open in an editor, where each keystroke makes another one."""

_Known = dict[tuple[str, str, str], tuple[Mapping | None, tuple[Diagnostic, ...]]]

_known: _Known = {}
_known_open: _Known = {}


def compose_known(source: Source, report: Report) -> Mapping | None:
    """What `compose` makes of a text that is a mapping; its spans may lie in an equal source that was read before."""
    key = (source.file, source.name, source.text)
    is_open = opened(source.name) is not None
    texts, most = (_known_open, MOST_OPEN) if is_open else (_known, MOST)
    if key not in texts:
        # YAML is loaded when the first text is read.
        from .by_entries import compose_by_entries
        from .compose import compose

        own = Report()
        tree = compose_by_entries(source) if is_open else None
        tree = tree or compose(source, own, mapping=True)
        if len(texts) >= most:
            del texts[next(iter(texts))]
        texts[key] = (tree, tuple(own.diagnostics))
    tree, found = texts[key] = texts.pop(key)
    report.diagnostics += [one for one in found if one not in report.diagnostics]
    return tree
