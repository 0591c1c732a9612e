"""Names that mean something in other languages, and what is written here instead."""

from __future__ import annotations

import re
from collections.abc import Container

TURN = "the player of the turn, or who decides, is `me`; all of them are `players`"
NONE = "nothing at all is written `none`: `… is none`"
TRUTH = "truth is written `true` or `false`"
NUMBERED = "rules do not name a player by a number: write `me`, `turn.player`, `me.next` or `players`"

HELPS = {
    **dict.fromkeys(("null", "nil", "None"), NONE),
    **dict.fromkeys(("True", "False", "yes", "no"), TRUTH),
    **dict.fromkeys(("player", "this", "self", "current_player", "active_player", "joueur", "moi"), TURN),
}
"""What to write instead of a name."""


def elsewhere(name: str, local: Container[str]) -> list[str]:
    """The help for a name that authors know from other languages, if it is one. `local` are the names in scope."""
    if re.fullmatch(r"(p|player_?)[0-9]+", name) and "p1" not in local:  # scenarios call players so
        return [NUMBERED]
    return [HELPS[name]] if name in HELPS else []
