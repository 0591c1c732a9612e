"""Lowers `say(NAME)`: the rules tell the table a text of `words`.

    words: {boom: {en: "{c} explodes in the hands of {me}", fr: "{c} explose entre les mains du {me}"}}
    do: |
      random c in me.hand
      say(boom)

What the text names in braces is read where it is said, so the names there are those of the effect.
"""

from __future__ import annotations

from ....diagnostics.suggest import suggest
from ...ir import nodes as ir
from ...syntax import nodes as syn
from ..expressions.told import told
from ..names.said import said_text
from ..names.scope import Scope


def say(call: syn.Call, scope: Scope) -> ir.Body:
    """Tell a text to all; E728 where there is no such text."""
    name, words = said_text(call), scope.world.spec.words
    if name is None or name.id not in words:
        near = suggest(name.id, words) if name else None
        scope.world.report.add(
            "E728",
            f"there is no text '{name.id}' to say" if name else "`say` needs the name of one text",
            name.span if name else call.span,
            label="not under `words`" if name else "a text has a name, so that it can be translated",
            helps=(
                f"did you mean '{near}'?"
                if near
                else f"write it under `words`: `{name.id if name else 'boom'}: {{en: …, fr: …}}`",
            ),
            path=scope.path,
        )
        return ()
    return (ir.Tell(name.id, None, call.span, told(words[name.id].braces, scope), say=True),)
