"""Which bot suits a game, from what its games were like; in plain words, and with a bot to try first.

Guessing what one does not see, and searching each guess as if all were open, does well where what is hidden soon shows,
and where the last choice seldom matters; it does badly where neither holds (Long, Sturtevant, Buro and Furtak 2010, who
do not say where to draw the line: the limits below are rules of thumb). `search` does not do that unless it is told a
`delay`: its tree keeps apart what each seat knows (Cowling, Powley and Whitehouse 2012).

How many playouts a decision needs grows with the moves there are: about a hundred for each. What is said here is where
to begin; whether a bot is better is a question for `compare`.
"""

from __future__ import annotations

from typing import Any, Literal, assert_never

Suits = Literal["no_choice", "open", "shows", "seldom_matters", "stays_hidden", "once", "unsettled"]
"""There is hardly a choice; no card is hidden; what is hidden soon shows; the last choice seldom matters; neither is
so; nobody decides twice, so whether it shows is not measured; the games do not settle which of these."""

HARDLY = 0.05
"""There is hardly a choice where at most this share of the decisions has more than one move."""

SOON = 0.3
"""What is hidden soon shows where at least this share of the ways to lie is ruled out between two decisions."""

SELDOM = 0.8
"""The last choice seldom matters where it makes no difference in at least this share of the games."""

A_MOVE = 100
"""So many playouts for each legal move."""

BUDGETS = (200, 500, 1000, 2000, 5000)
"""The budgets to choose from: the first that is large enough, or the last."""

Row = dict[str, Any]


def suits(nature: Row, real: Row | None, moves: Row | None) -> Row:
    """What suits a game, as an object of JSON: `why`, and `bot`; the arguments are those of `study`."""
    why, many = _why(nature, real), 1.0 if moves is None else moves["value"]
    budget = next((one for one in BUDGETS if one >= A_MOVE * many), BUDGETS[-1])
    return {"why": why, "bot": _bot(why, budget)}


def _bot(why: Suits, budget: int) -> str:
    match why:
        case "no_choice":
            return "random"
        case "shows" | "seldom_matters":
            return f"search:playouts={budget}:delay=2"
        case "open" | "stays_hidden" | "once" | "unsettled":
            return f"search:playouts={budget}"
        case _:
            assert_never(why)


def _why(nature: Row, real: Row | None) -> Suits:
    if real is None or _surely_below(real, HARDLY):
        return "no_choice"
    if nature["hidden"] is None or nature["hidden"]["value"] == 0:
        return "open"
    soon = nature["disambiguation"]
    if soon is not None and _surely_above(soon, SOON):
        return "shows"
    correlation = nature["leaf_correlation"]
    if correlation is not None and _surely_above(correlation, SELDOM):
        return "seldom_matters"
    if soon is None:
        return "once"
    stays = correlation is not None and _surely_below(correlation, SELDOM)
    return "stays_hidden" if stays and _surely_below(soon, SOON) else "unsettled"


def _surely_below(one: Row, limit: float) -> bool:
    """Whether the whole interval is below; where all games had the same, the value."""
    high = one["value"] if one["high"] is None else one["high"]
    return bool(high < limit)


def _surely_above(one: Row, limit: float) -> bool:
    low = one["value"] if one["low"] is None else one["low"]
    return bool(low >= limit)
