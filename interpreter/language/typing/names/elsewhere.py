"""Names that mean something in other languages, or in plain English, and what to write here instead."""

from __future__ import annotations

import re
from collections.abc import Container

TURN = "the player whose turn it is, or who decides, is `me`; the list of all players is `players`"
NONE = "no value is written `none`: `… is none`"
BOOLEANS = "the booleans are `true` and `false`"
RIVALS = "the other players are `p.rivals`, of whoever decides `me.rivals`"
EVERYBODY = "all players are `players`"
NUMBERED = "rules do not refer to players by number: write `me`, `turn.player`, `me.next` or `players`"

NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

HELPS = {
    **dict.fromkeys(("null", "nil", "None"), NONE),
    **dict.fromkeys(("True", "False", "yes", "no", "on", "off"), BOOLEANS),
    **dict.fromkeys(("player", "this", "self", "current_player", "active_player", "joueur", "moi", "you"), TURN),
    **dict.fromkeys(("others", "opponents", "opponent", "enemies", "other_players"), RIVALS),
    **dict.fromkeys(("everyone", "everybody", "all_players", "anyone"), EVERYBODY),
    "all": "all cards of a zone are moved by its name, `move pile to …`; all players are `players`",
    **{word: f"a number is written with digits: `{number}`" for number, word in enumerate(NUMBER_WORDS)},
}
"""What to write instead of a name."""


def elsewhere(name: str, local: Container[str]) -> list[str]:
    """The help for a name that authors know from other languages, if it is one; `local` are the names in scope."""
    if re.fullmatch(r"(p|player_?)[0-9]+", name) and "p1" not in local:  # scenarios do have p1, p2 …
        return [NUMBERED]
    return [HELPS[name]] if name in HELPS else []
