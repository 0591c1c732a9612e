"""Puts a mark at each place of a game, so that play remembers where it has come.

A game with marks plays like the one without them, from the same seeds; only the reference engine plays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...diagnostics.span import Span
from ...engines.program.nodes import Program, Stmt
from ...engines.program.walk import all_effects, with_values
from ...language.ir import nodes as ir
from ...language.ir.game import Game
from .places import Place, PlaceKind


def marked(game: Game, places: Sequence[Place]) -> Game:
    """The game with a mark where each of these places begins; its number is that of the place."""
    return _Marker(places).game(game)


def marked_program(program: Program, places: Sequence[Place]) -> Program:
    """The same for a program that is made already, in whose blocks and effects it looks for lines."""
    marker = _Marker(places)
    blocks = tuple(replace(block, body=marker.block(block.body)) for block in program.blocks)
    effects = {name: replace(effect, body=marker.body(effect.body)) for name, effect in program.effects.items()}
    return replace(program, blocks=blocks, effects=effects)


def marks_in(program: Program) -> frozenset[int]:
    """The marks that a program has: the places that exist in its configuration."""
    bodies = (*(block.body for block in program.blocks), *(effect.body for effect in program.effects.values()))
    return frozenset(stmt.number for body in bodies for stmt in all_effects(body) if isinstance(stmt, ir.Mark))


class _Marker:
    """Rewrites the bodies of a game."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.numbers: dict[tuple[PlaceKind, Span], int] = {}
        self.choices: dict[str, int] = {}
        for number, place in enumerate(places):
            self.numbers.setdefault((place.kind, place.span), number)
            if place.kind in ("action", "reaction"):
                self.choices[place.path] = number

    def game(self, game: Game) -> Game:
        effects = {name: replace(effect, body=self.body(effect.body)) for name, effect in game.effects.items()}
        return replace(game, effects=effects, main=self.body(game.main))

    def body(self, body: ir.Body) -> ir.Body:
        out: list[ir.Stmt] = []
        last: Span | None = None
        for stmt in body:
            if isinstance(stmt, ir.Tell) and stmt.who is not None:
                out += self.mark(stmt.span, "reaction")
            if stmt.span != last:  # a line may have become several effects
                out += self.mark(stmt.span, "line")
                last = stmt.span
            out.append(self.inside(stmt))
        return tuple(out)

    def block(self, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """A block of a program, in which some values are kept in cells; what does that holds no lines."""
        parts = (self.body((stmt,)) if isinstance(stmt, ir.Stmt) else (stmt,) for stmt in body)
        return tuple(stmt for part in parts for stmt in part)

    def inside(self, stmt: ir.Stmt) -> ir.Stmt:
        """The same effect with marks in the blocks inside it."""
        changed = with_values(stmt, lambda expr: expr, self.body, lambda local: local)
        match changed:
            case ir.Scope(span=span):
                return replace(changed, body=(*self.mark(span, "phase"), *changed.body))
            case ir.When(no=(), span=span):
                return replace(changed, no=self.mark(span, "else"))
            case ir.Ask():
                return replace(changed, choices=tuple(map(self.choice, changed.choices)))
            case _:
                return changed

    def choice(self, choice: ir.Choice) -> ir.Choice:
        number = self.choices.get(choice.path)
        return choice if number is None else replace(choice, body=(ir.Mark(number, choice.span), *choice.body))

    def mark(self, span: Span, kind: PlaceKind) -> tuple[ir.Mark, ...]:
        number = self.numbers.get((kind, span))
        return () if number is None else (ir.Mark(number, span),)
