"""Stage 3: a game and its house rules become one tree, whose every value knows which file it comes from."""

from __future__ import annotations

from collections.abc import Callable

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .apply import VariantApplier
from .narrowed import narrowed
from .order import in_order, text_at
from .touches import Touches

BringIn = Callable[[Mapping], Mapping]


def merge(
    base: Mapping,
    variants: list[Mapping],
    report: Report,
    touches: Touches | None = None,
    bring_in: BringIn | None = None,
) -> Mapping:
    """Apply variants to the tree of a game; the order in which they are given does not matter.

    All trees must have passed `check_spec` and `check_variant`. Every node keeps its span, and `Entry.was` what was
    replaced. A patch that cannot be applied is reported (E402 to E417) and left out. References to removed names are
    left to later stages, and so are values of the wrong shape (`check_spec` on the result). `touches` records what the
    variants have changed. What is said for numbers of players that a variant takes away falls away (`narrowed`).

    `bring_in` puts the parts of the game into it. Variants change first what it uses, and what is brought in next.

    >>> from ...diagnostics.span import Source
    >>> from ..text.compose import compose
    >>> base = compose(Source("game.yaml", "game: race\\noptions: {goal: {default: 1000}}"), Report(), mapping=True)
    >>> short = "variant: short\\nextends: race\\noverride: {options.goal.default: 500}"
    >>> merged = merge(base, [compose(Source("short.yaml", short), Report(), mapping=True)], Report())
    >>> merged.get("options").get("goal").entry("default").value.text
    '500'
    """
    touches = Touches(report) if touches is None else touches
    tree = base
    ordered = in_order(text_at(base, "game"), variants, report)
    if bring_in is not None:
        for variant in ordered:
            tree = VariantApplier(tree, variant, touches, report, only=_is_use).run()
        touches.settle(ordered)
        if report.errors:
            return tree
        tree = bring_in(tree)
        if report.errors:
            return tree
    for variant in ordered:
        tree = VariantApplier(tree, variant, touches, report, only=_is_rest).run()
    touches.settle(ordered)
    return narrowed(tree, ordered)


def _is_use(section: str) -> bool:
    return section == "uses"


def _is_rest(section: str) -> bool:
    return section != "uses"
