"""What the texts about moves name in braces, as it is now: `Play for {worth(t) + c.worth} of {target} points`."""

from __future__ import annotations

from ...engines.program.nodes import AskBlock
from ...engines.reference.error import NOT_COMPUTED
from ...engines.reference.expressions import compile_expr
from ...engines.reference.machine import Env, Machine
from ...engines.reference.telling import chosen_cards, told_of_move
from ...language.ir import nodes as ir
from .decider import EVERYTHING
from .happenings import told_texts
from .move import Move
from .naming import named_type, value_text
from .openness import open_to

Texts = tuple[tuple[str, str, str], ...]
"""What a text names, as (what stands in the braces, text, type)."""


def told_now(m: Machine, move: Move) -> Texts:
    """What the label of a legal move names, for the seat that may make it; `?` where it does not know a card of it."""
    end = m.code.block(m.numbers).end
    if not isinstance(end, AskBlock) or not move.raw:
        return ()
    choice = end.choices[move.raw[0]]
    told, cards = told_of_move(m, choice, move.raw)
    seen = [-1 if card < 0 else m.state[m.code.know_at + card] for card in (*chosen_cards(choice, move.raw), *cards)]
    return told_texts(m, told, seen, move.seat)


def told_why(m: Machine, told: tuple[ir.Told, ...], env: Env, seat: int) -> Texts:
    """What the reason why a move is not legal names; `?` for a value that the seat may not know."""
    return tuple((one.written, _text(m, one.value, env, seat), named_type(one.value.type)) for one in told)


def _text(m: Machine, value: ir.Expr, env: Env, seat: int) -> str:
    """The text of a value; `?` where it is not open to the seat, or cannot be computed."""
    try:
        with m.aside():
            if seat != EVERYTHING and not open_to(m, seat, value, dict(env)):
                return "?"
            found = m.code.once(compile_expr, value)(m, dict(env))
            return value_text(m.code.layout, value.type, found)
    except NOT_COMPUTED:
        return "?"
