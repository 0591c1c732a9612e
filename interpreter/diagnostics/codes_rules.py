"""The codes of the stage that settles names and types (E2xx, E31x to E33x, E63x, E72x)."""

from __future__ import annotations

from .code import Code


def _error(name: str, about: str) -> Code:
    return Code("error", name, about)


RULES: dict[str, Code] = {
    "E201": _error(
        "unknown name",
        "Nothing in this spec, and no name that holds at this place, is called so. Names are those of zones, "
        "variables, functions, options, symbols, kinds of cards, decks, and what `for`, `let`, `choose` and "
        "parameters name.",
    ),
    "E202": _error(
        "unknown name behind a dot",
        "What stands before the dot has nothing of this name. A player and a team have their zones, variables "
        "and quantities, a card its attributes, a zone `top`, `bottom`, `only`, `empty`.",
    ),
    "E203": _error(
        "unknown function or effect",
        "No function or effect is called so. Functions have a value and stand in expressions; effects change "
        "the game and stand on lines of their own.",
    ),
    "E204": _error(
        "wrong number of arguments", "A function or an effect is called with as many arguments as it declares."
    ),
    "E205": _error(
        "unknown permission",
        "After `may` stands a permission that is declared under `permissions:`, `may me.pairing(red)`, or an "
        "action of a player, `may me.play`.",
    ),
    "E206": _error(
        "unknown type",
        "A type is `integer`, `boolean`, `player`, `team`, an enumeration or a deck; with `list of` before it, "
        "or `or none` behind it.",
    ),
    "E207": _error(
        "rule about nothing declared",
        "What a card changes (`always: me.draws - 1`) is declared under `quantities:`, what it forbids or "
        "allows under `permissions:`.",
    ),
    "E208": _error("unknown phase", "No phase is called so."),
    "E209": _error("unknown deck", "No deck is called so; decks stand under `cards:`."),
    "E210": _error(
        "owner missing", "Each player or team has one of these, so the rule has to say whose: `me.hand`, `t.total`."
    ),
    "E211": _error(
        "name with several meanings",
        "The name is a symbol of several enumerations, or also a kind of card, and nothing at this place says "
        "which is meant.",
    ),
    "E212": _error("no teams", "The game declares no teams."),
    "E213": _error("unknown action", "What is offered must stand under `actions:`."),
    "E214": _error("unknown scoring", "`score(NAME)` names a score sheet under `scoring:`."),
    "E215": _error("nowhere to add the points", "`into` names an integer variable that each owner of the sheet has."),
    "E217": _error("unknown event", "A reaction, a replacement and a trigger name an action or a named effect."),
    "E218": _error(
        "word for nothing",
        "Under `words:` stands what symbols of enumerations, and names that effects choose, are called.",
    ),
    "E220": _error("name used twice", "Each name has one meaning, and some words have one in the language itself."),
    "E222": _error(
        "card without a value",
        "Every card of a deck has a value for each attribute: written on it, in the table, or by default.",
    ),
    "E310": _error("wrong type", "The value is of another type than the place needs."),
    "E311": _error(
        "cannot be compared", "Only values of one type can be equal; a card may be compared with a kind of card."
    ),
    "E312": _error("different types", "Both parts of `… if … else …`, and all elements of a list, have one type."),
    "E313": _error(
        "may be none",
        "The value may be none, and the place needs one. Look first (`is not none`), or say what holds "
        "otherwise (`else`).",
    ),
    "E314": _error(
        "division by what may be zero",
        "The second operand of `div` and `mod` must be seen not to be zero: a number, or `max(1, …)`.",
    ),
    "E315": _error(
        "never none", "The question whether something is none, or an `else`, makes no sense where it never is."
    ),
    "E316": _error("arguments that do not fit", "The function of the language takes other types."),
    "E317": _error("list of zones", "A list holds cards, players, numbers, symbols, but no zones."),
    "E318": _error(
        "by what",
        "`best` and `sort` say by what: `best(p for p in players by p.total)`. Chance needs a range to pick a "
        "number from.",
    ),
    "E320": _error(
        "nobody in particular",
        "`me` is the one who decides, the player of the turn, or the owner of a card's zone; in functions and "
        "named effects it means nothing and has to be passed. `it` is the owner in `start`, `scoring` and "
        "`result`.",
    ),
    "E321": _error(
        "circle", "Functions, effects, quantities and permissions cannot need themselves, directly or round about."
    ),
    "E322": _error(
        "name that hides another", "A local name must not be one that already means something at this place."
    ),
    "E330": _error(
        "effect where a value is needed", "Conditions and values change nothing. Effects stand on lines of their own."
    ),
    "E331": _error("line that does nothing", "A line of an effect changes something: a value alone has no effect."),
    "E332": _error("cannot be changed", "Only variables can be given a value."),
    "E333": _error(
        "known only while playing",
        "Numbers of copies, values on cards, ranges, capacities, limits and what options require are worked out"
        " before the game: from options, the number of players, and what is printed on the card.",
    ),
    "E630": _error(
        "order that may be unknown",
        "The order of a zone that is shuffled is unknown until a card is taken out or looked at, so no rule can"
        " depend on which card lies where. Counting over the whole zone is allowed.",
    ),
    "E631": _error(
        "rules that hold nowhere",
        "The rules on a card hold while it lies in a zone that its deck names with `active_in`.",
    ),
    "E632": _error("no order", "The cards of this zone lie in no order, so none is on top."),
    "E633": _error("wrong cards", "A zone holds the cards of one deck, and only cards can be moved, shown or swapped."),
    "E634": _error(
        "wrong refill",
        "A zone is refilled from another one with cards of the same deck, on the table or of the same owner.",
    ),
    "E635": _error(
        "choice among unseen cards",
        "Whoever chooses sees the cards he chooses among, for the list of his moves names them. So their zone "
        "is shown to him (`shows`), or an effect has shown him the whole zone just before (`show ZONE to me`). "
        "Among unseen cards chance picks: `random c in ZONE`.",
    ),
    "E636": _error(
        "asked by what is hidden",
        "Who is asked whether to react (`asks`) follows from what everybody sees, so that being asked tells "
        "nothing. Who of them can react is said under `when`; declining looks the same as being unable.",
    ),
    "E721": _error(
        "phase that nothing reaches",
        "A phase is played if the phase named by `begin` consists of it, directly or round about.",
    ),
    "E722": _error(
        "phase that never ends",
        "A phase that is played again and again needs an `until`, or an effect in it that ends it.",
    ),
    "E723": _error(
        "end of what is not running", "`end NAME` leaves a phase that is running at that moment, `end turn` a turn."
    ),
    "E724": _error(
        "phase within itself",
        "The steps of a phase cannot lead back to it. A phase that is played again says `repeat` or `until`.",
    ),
    "E725": _error("trigger after a list", "What waits to be done later keeps single values, not lists."),
    "E726": _error("wrong use of together", "`together` holds one `choose` or `offer`: what all choose secretly."),
    "W610": Code("warning", "action that is never offered", "Nobody can do it: no phase and no effect offers it."),
    "W611": Code(
        "warning",
        "never used",
        "Nothing refers to it. Remove it, or see whether a name is misspelt where it should be used.",
    ),
}
