"""Finds the texts that rules tell the table: `say(boom)`."""

from __future__ import annotations

from ...syntax import nodes as syn

SAY = "say"


def said_text(call: syn.Call) -> syn.Name | None:
    """The name of the text that is said; None where the call is another, or gives no single name."""
    alone = call.target is None and call.comprehension is None and len(call.args) == 1
    only = call.args[0] if call.name.text == SAY and alone else None
    return only if isinstance(only, syn.Name) else None
