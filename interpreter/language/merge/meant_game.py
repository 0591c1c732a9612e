"""What an author or a programmer probably meant by the name of a game that there is not."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...diagnostics.suggest import did_you_mean


def meant_game(word: str, names: Collection[str]) -> tuple[str, ...]:
    """The helps for such a name. The command line takes a game and its preset as one word, nothing else does.

    >>> meant_game("snap@short", ["snap"])
    ("'snap' is the game: variants, preset and options are given apart from its name",)
    """
    game = re.split("[+@,]", word)[0]
    if game != word and game in names:
        return (f"'{game}' is the game: variants, preset and options are given apart from its name",)
    return (
        *did_you_mean(word, names),
        "for a game of your own, give its path, or the folder it is in with `--path DIR`",
    )
