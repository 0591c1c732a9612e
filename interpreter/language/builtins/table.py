"""The one table of builtins: operators, functions, properties, comprehensions and effects.

The type checker, the executors, the language reference and the tests of its examples read it.
A new builtin is a new row and a row in the compiled engine; a new kind of effect needs more, see docs/developers.md.
"""

from __future__ import annotations

from ...diagnostics.record import dataclass
from .definitions import FUNCTIONS, OPERATORS, PROPERTIES
from .row import BuiltinRow, Form

ROWS: dict[str, BuiltinRow] = {row.op: row for row in (*OPERATORS, *FUNCTIONS, *PROPERTIES)}
"""Each row with a meaning of its own, by its key in the IR."""


PARTS = ("subsets", "stretches")
"""Functions that give lists of lists."""

YIELDING = frozenset({*PARTS, "sets", "runs", "apart", "top"})
"""Built-in functions whose names a spec may give to a function of its own, which then takes their place."""


def spelled(form: Form, spelling: str) -> tuple[BuiltinRow, ...]:
    """The rows of this form and spelling: `spelled("function", "max")` are two, which differ in their types."""
    return tuple(row for row in ROWS.values() if row.form == form and row.spelling == spelling)


def spellings(form: Form) -> tuple[str, ...]:
    """All spellings of a form, for suggestions."""
    return tuple(dict.fromkeys(row.spelling for row in ROWS.values() if row.form == form))


# Effects of the language: how they are written and what they do. What they mean is said where they are lowered.


@dataclass(frozen=True, slots=True)
class EffectRow:
    """An effect: its verb, how it is written, and what it does."""

    verb: str
    form: str
    about: str


# fmt: off
_ROWS = (
    EffectRow("move", "move CARDS to PLACE", "Cards go to a zone: its `top`, `bottom` or a `position`."),
    EffectRow("draw", "draw NUMBER from ZONE to ZONE", "The top cards move one by one, fewer if they run out."),
    EffectRow("gather", "gather DECK to ZONE", "All cards of a deck go there, wherever they lie."),
    EffectRow("shuffle", "shuffle ZONE", "The order of the zone becomes unknown."),
    EffectRow("swap", "swap A, B", "Two cards, or all cards of two zones, change places."),
    EffectRow("show", "show CARDS to PLAYERS", "The players get to know the cards."),
    EffectRow("random", "random NAME in LIST", "Chance picks one; the name holds for the rest of the block."),
    EffectRow("let", "let NAME = VALUE", "A name for the rest of the block."),
    EffectRow("choose", "choose NAME in LIST: …", "A player decides."),
    EffectRow("offer", "offer ACTION, ACTION by PLAYER", "A player does one of these actions."),
    EffectRow("together", "together NAME in PLAYERS: …", "All choose secretly; then the choices take effect in order."),
    EffectRow("end", "end turn | phase | game | NAME", "It ends at once, with everything that runs inside it."),
    EffectRow("next", "next turn PLAYER", "This player has the turn after this one; the order continues from there."),
    EffectRow("score", "score(NAME)", "The points of a scoring are computed and added."),
    EffectRow("activate", "activate(CARD)", "The effect of a card."),
    EffectRow("say", "say(NAME)", "The table is told a text of `words`."),
)
# fmt: on

EFFECTS: dict[str, EffectRow] = {row.verb: row for row in _ROWS}
