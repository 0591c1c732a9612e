"""Named conditions, what texts name in braces, and whether an action is possible."""

from __future__ import annotations

from collections.abc import Collection

from ....diagnostics.diagnostic import Label
from ....diagnostics.span import Span
from ...ir import nodes as ir
from ...ir.types import BOOLEAN, NONE, PLAYER, card, list_of
from ...spec import nodes as spec
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ..names.scope import Frame, NameScope, if_true, words_in_fact
from ..names.world import Course
from .lists import element, list_value
from .matching import fit


def conditions(
    written: tuple[spec.ConditionSpec, ...], scope: NameScope, chosen: frozenset[str] = frozenset()
) -> tuple[ir.Condition, ...]:
    """Each condition with its name; a later one may rely on the earlier ones.

    Moves are listed by computing each condition as soon as all that it mentions is `chosen`, so a later condition may
    be computed before an earlier one. It may rely on a fact of the earlier one only if the fact itself mentions every
    choice that the earlier one mentions: then the earlier one has been computed by then.

        choose: {a: …, b: …}
        when:
          first: "a.number is not none and b.open"     its fact mentions a only
          second: a.number > 2                         computed before `first`: must check a.number again
    """
    typed = []
    for one in written:
        scope = scope.at(one.path)
        test = fit(scope.typed(one.test), BOOLEAN, scope, one.test.span)
        said = interpolations(one.braces, scope, chosen)
        typed.append(ir.Condition(one.name.text, test, one.path, one.test.span, said))
        speaks = words_in_fact(print_syntax(one.test)) & chosen
        scope = scope.knowing(frozenset(f for f in if_true(one.test) if speaks <= words_in_fact(f)))
    return tuple(typed)


def holding(written: tuple[spec.ConditionSpec, ...], scope: NameScope, span: Span) -> ir.Expr:
    """All of the conditions together; true where there are none."""
    return all_of([c.test for c in conditions(written, scope)], span)


def deciding(written: tuple[spec.ConditionSpec, ...], scope: NameScope, span: Span, course: Course) -> ir.Expr:
    """All of the conditions together by which the course of the game is decided.

    A condition with a text of its own is declared: it says to people what everybody learns by it.
    """
    typed = conditions(written, scope)
    for condition, one in zip(written, typed, strict=True):
        if not condition.why:
            scope.world.note_flow(one.test, scope.me, one.path, course)
    return all_of([one.test for one in typed], span)


def all_of(tests: list[ir.Expr], span: Span) -> ir.Expr:
    """All of the tests together, one after the other; true where there are none."""
    if not tests:
        return ir.Const(1, BOOLEAN, span)
    every = tests[0]
    for test in tests[1:]:
        every = ir.Apply("and", (every, test), BOOLEAN, span)
    return every


# Lowers what texts for people name in braces: `Play for {worth(t) + c.worth} of {target} points`.
#
# A name that is chosen is told by the move itself, `{c}`; everything else is a value like any other, computed when the
# text is told. It is typed where the text belongs: with `me`, what is chosen, and what is reacted to.


def interpolations(
    braces: tuple[spec.Brace, ...], scope: NameScope, chosen: Collection[str] = ()
) -> tuple[ir.Told, ...]:
    """The values that a text names, each once, in the order of their letters: that of the languages means nothing.

    Every language is typed, so that each mistake is found (E201, E3xx).
    """
    found: dict[str, ir.Told] = {}
    for brace in braces:
        if not (isinstance(brace.value, syn.Name) and brace.value.id in chosen):
            there = scope.at(brace.path)
            value = there.typed(brace.value)
            _check_deck(brace, value, there)
            if value.type.base == "zone":
                value = fit(value, list_of(card(value.type.name)), there, brace.value.span)
            found.setdefault(brace.written, ir.Told(brace.written, value, brace.value.span))
    return tuple(found[written] for written in sorted(found))


def _check_deck(brace: spec.Brace, value: ir.Expr, scope: NameScope) -> None:
    """Warn of a text that names a deck: all kinds of its cards are told (W662)."""
    if isinstance(brace.value, syn.Name) and brace.value.id in scope.world.spec.decks and isinstance(value, ir.ListOf):
        message = f"'{brace.value.id}' is a deck: this text names all kinds of its cards"
        label = "all of them are told"
        helps = ("name what is chosen, `{c}`, or a card that lies somewhere, `{pile.top}`",)
        scope.world.report.add("W662", message, brace.value.span, label=label, helps=helps, path=brace.path)


# Whether a player could take an action: `may p.play` is true where some move of it fulfils all its conditions.
#
# The action is turned into a function, so that the conditions are written once, with the action:
#
#     play:                                 possible play(me) =
#       choose: {c: me.hand, t: teams}   ->   any(first and second
#       when: {first: …, second: …}               for c in me.hand for t in teams)
#
# Each loop is one choice; an optional choice also runs through none. Sets of cards are refused: a hand of ten has a
# thousand of them. It says nothing about whether the action is on offer.


def possible(action: spec.Action, owner: ir.Expr | None, given: int, scope: NameScope, span: Span) -> ir.Expr:
    """`may p.play`: E204 if no player is named or there are arguments, E321 where an action asks for itself."""
    world, id = scope.world, action.name.text
    if owner is None or given:
        message = f"'{id}' is asked of a player, with no arguments"
        others = (Label(action.name.span, "declared here"),)
        helps = (f"write `may me.{id}`",)
        return scope.fault("E204", message, span, label="not asked like this", others=others, helps=helps)
    owner = fit(owner, PLAYER, scope, owner.span)
    key = f"possible {id}"
    if key in world.typing:
        return scope.fault("E321", f"whether '{id}' is possible would depend on itself", span, label="circular")
    if key not in world.functions:
        world.typing.append(key)
        frame = Frame()
        me = frame.local("me", PLAYER, span)
        inner = scope.fresh(frame=frame, me=me, where="in an action", path=action.path)
        world.functions[key] = ir.Function(key, (me,), _some_move(action, inner, span), action.name.span)
        world.typing.pop()
    return ir.Call(key, (owner,), BOOLEAN, span)


def _some_move(action: spec.Action, scope: NameScope, span: Span) -> ir.Expr:
    """Whether some choice of the action fulfils its conditions; E205 where it would have to try sets of cards."""
    loops = []
    for pick in action.choose:
        source = list_value(pick.source, scope)
        item = element(source, scope, pick.source.span)
        if pick.how not in ("one", "optional"):
            message = f"'may' cannot try all the sets of cards that '{action.name.text}' could take"
            others = (Label(pick.source.span, "chosen here"),)
            helps = ("write a function that says when it is possible",)
            return scope.fault("E205", message, span, label="too many to try", others=others, helps=helps)
        if pick.how == "optional":
            item = item.maybe()
            no_element = ir.ListOf((ir.Const(NONE, item, pick.source.span),), list_of(item), pick.source.span)
            source = ir.Apply("join", (source, no_element), list_of(item), pick.source.span)
        scope, local = scope.local(pick.name, item)
        loops.append(ir.Loop(local, source, None))
    body = all_of([c.test for c in conditions(action.when, scope, frozenset(p.name.text for p in action.choose))], span)
    return ir.Fold(op="any", loops=tuple(loops), body=body, keys=(), type=BOOLEAN, span=span) if loops else body
