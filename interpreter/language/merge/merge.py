"""Stage 3: a game and its house rules become one tree, in which every value knows which file it came from."""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .apply import Apply
from .order import in_order, text_at
from .touches import Touches


def merge(base: Mapping, variants: list[Mapping], report: Report) -> Mapping:
    """The tree of a game with variants applied; the order in which they are given does not matter.

    All trees have passed `check_spec` and `check_variant`. Every node keeps its span, `Entry.was` what was
    replaced. A patch that cannot be applied is reported (E402 to E417) and left out. That a removed name is still
    referred to is found by later stages, and so is a value of the wrong shape (`check_spec` on the answer).

    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> base = compose(Source("game.yaml", "game: race\\noptions: {goal: {default: 1000}}"), Report(), mapping=True)
    >>> short = "variant: short\\nextends: race\\noverride: {options.goal.default: 500}"
    >>> merged = merge(base, [compose(Source("short.yaml", short), Report(), mapping=True)], Report())
    >>> merged.get("options").get("goal").entry("default").value.text
    '500'
    """
    touches = Touches(report)
    tree = base
    for variant in in_order(text_at(base, "game"), variants, report):
        tree = Apply(tree, variant, touches, report).all()
    return tree
