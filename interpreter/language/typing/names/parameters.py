"""The parameters of a part of a game, which count as names where something in its file is misspelt."""

from __future__ import annotations

from ....diagnostics.diagnostic import Report
from ....diagnostics.span import Source
from ...text.known import compose_known
from ...text.tree import Mapping


def parameters_of(source: Source) -> tuple[str, ...]:
    """The parameters of the part of a game in whose file something stands; none in a spec."""
    tree = compose_known(source, Report()) if source.used is not None else None
    declared = tree.get("parameters") if tree is not None else None
    return tuple(name for name, _ in declared) if isinstance(declared, Mapping) else ()
