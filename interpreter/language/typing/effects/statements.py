"""Lowers single statements: assignments, runs of a named effect, activated cards, `say`.

A name changes where a line below its `let` gives it another value, in the same block or inside of it. It keeps its
type, and holds to the end of its block as any other name does:

    let high = 0
    for c in me.hand:
      if c.number > high: high = c.number
    me.total += high

Names of loops, choices and parameters never change, nor do names of lists: a list that grows has no bound. A variable
that holds a list has a room, so it may get another list. `bids += [n]` joins two lists as `+` does, and `bids -= [n]`
leaves out as `-` does; the elements of a list are never changed one by one.
"""

from __future__ import annotations

from dataclasses import replace

from ....diagnostics.diagnostic import Label
from ....diagnostics.suggest import did_you_mean, instead, suggest
from ...builtins.definitions import SPELLED
from ...builtins.table import EFFECTS, spelled
from ...ir import nodes as ir
from ...ir.traversal import records
from ...ir.types import BOOLEAN, INTEGER, NOTHING, PLAYER, UNKNOWN, card
from ...spec import nodes as spec
from ...spec.reader import literal
from ...syntax import nodes as syn
from ...syntax.printer import print_syntax
from ...syntax.token_errors import ENDS
from ..expressions.card_rules import by_kind
from ..expressions.conditions import interpolations
from ..expressions.instances import card_to_activate, let_value, typed_arguments
from ..expressions.matching import fit, mistyped, number_of, with_article, wrong_count
from ..names.scope import Frame, NameScope, announced_text
from ..names.world import EVENT
from .card_moves import settled_cards
from .events import event_effect


def changed_names(stmts: tuple[syn.Stmt, ...]) -> frozenset[str]:
    """The names that lines give a value, in blocks inside as well; none where there is no `let`."""
    if not any(isinstance(stmt, syn.LetStatement) for stmt in stmts):
        return frozenset()
    lines = (line.target for line in records(stmts) if isinstance(line, syn.Assign))
    return frozenset(target.id for target in lines if isinstance(target, syn.Name))


def let(stmt: syn.LetStatement, scope: NameScope, *, changes: bool) -> tuple[ir.Body, NameScope]:
    """`let x = E`; `changes` says that other lines give it other values."""
    settled = settled_cards(stmt.value, scope)
    settle, value = settled or ((), let_value(stmt, scope))
    scope.check_new_name(stmt.name)
    local = scope.frame.local(stmt.name.text, value.type, stmt.name.span)
    if changes and value.type.base != "list":
        local = replace(local, changes=True)
    inner = scope.bound(stmt.name.text, local)
    return (*settle, ir.Let(local, value, stmt.span)), inner.loosely(stmt.name.text) if settled else inner


def assign(stmt: syn.Assign, scope: NameScope) -> ir.Body:
    """`V = E`, `V += E`, `V -= E`."""
    called = stmt.value.name.text if isinstance(stmt.value, syn.CallExpression) else ""
    if called == "score" and called not in scope.world.spec.functions:
        scope.typed(stmt.value)  # a mistake: it adds by itself, so what it would be added to is beside the point
        return ()
    place = _place(stmt.target, scope, stmt.value if isinstance(stmt.value, syn.Name) else None)
    if place is None:
        return ()
    if isinstance(stmt.value, syn.Nothing) and not (place.type.optional or place.type.item or place.type == UNKNOWN):
        helps = (f"let it hold none as well: `type: {place.type} or none`",)
        mistyped(with_article(place.type), NOTHING, stmt.value.span, scope, helps=helps)
        return ()
    new, declared = literal(stmt.value), scope.world.spec.variables.get(getattr(place, "name", ""))
    if declared is not None and new is not None and stmt.operator == "=":
        low, high = literal(declared.low), literal(declared.high)
        if (low is not None and new < low) or (high is not None and new > high):
            message = f"'{declared.name.text}' would become {new}, outside its range"
            others = (Label(declared.name.span, "declared here"),)
            scope.world.report.add(
                "W340", message, stmt.span, label="this can only fail", others=others, path=scope.path
            )
    if stmt.operator == "=":
        value = fit(scope.typed(stmt.value, place.type), place.type, scope, stmt.value.span)
    elif place.type.base == "list":
        op = "join" if stmt.operator == "+=" else "without"
        other = fit(scope.typed(stmt.value, place.type), place.type, scope, stmt.value.span)
        value = ir.Apply(op, (place, other), place.type, stmt.span)
    elif place.type == UNKNOWN:
        scope.typed(stmt.value)
        return ()
    elif place.type == BOOLEAN:
        helps = (f"give it a value: `{print_syntax(stmt.target)} = true`",)
        mistyped("a number", place.type, stmt.target.span, scope, helps=helps)
        return ()
    else:
        op = "add" if stmt.operator == "+=" else "subtract"
        known = scope.typed(stmt.target) if place.type.optional else place
        old = fit(known, INTEGER, scope, stmt.target.span)
        more = fit(scope.typed(stmt.value, INTEGER), INTEGER, scope, stmt.value.span)
        value = ir.Apply(op, (old, more), INTEGER, stmt.span)
    if isinstance(place, ir.CardVariable):
        return (ir.SetCardVariable(place.name, place.card, value, stmt.span),)
    if isinstance(place, ir.Local):
        return (ir.Change(place, value, stmt.span),)
    return (ir.SetVariable(place.name, place.owner, value, stmt.span),)


def is_new(stmt: syn.Assign, scope: NameScope) -> bool:
    """Whether a line gives a value to a name that there is not, without `let`, which is reported (E201)."""
    world, id, made = scope.world, print_syntax(stmt.target), stmt.value
    near = suggest(id, (*scope.names, *world.spec.variables)) or instead("name", id)
    known = id in scope.names or id in world.globals or id in world.symbols or id in (*world.kinds, "me", "it", "turn")
    if near or known or stmt.operator != "=" or not isinstance(stmt.target, syn.Name):
        return False
    written = f"let {id.removeprefix('let_')} = {print_syntax(made)}"
    if isinstance(made, syn.CallExpression) and made.name.text == "random" and made.args:
        written = f"random {id} in {print_syntax(made.args[0])}"
    message, helps = f"unknown name '{id}'", (f"a new name: `{written}`",)
    scope.fault("E201", message, stmt.target.span, label="no such name", helps=helps)
    return True


def _place(
    target: syn.Expr, scope: NameScope, written: syn.Name | None
) -> ir.Variable | ir.CardVariable | ir.Local | None:
    """The variable or the name that is assigned to; None, and E332, where it is something else."""
    typed = replace(scope, facts=scope.facts - {print_syntax(target)}).typed(target)
    if isinstance(typed, ir.Variable) and not typed.name.startswith(("turn.", "round.")):
        return typed
    if isinstance(typed, ir.CardVariable):
        return typed
    if isinstance(typed, ir.Local) and typed.changes:
        return typed
    if typed.type != UNKNOWN or isinstance(typed, ir.Variable):
        what, helps, others = _not_a_variable(typed, target, scope)
        if written is not None and written.id in scope.world.spec.variables:
            helps = (f"what gets the value stands on the left: `{written.id} = {print_syntax(target)}`",)
        message = f"{what} cannot be changed"
        scope.fault("E332", message, target.span, label="not a variable", helps=helps, others=others)
    return None


def _not_a_variable(
    typed: ir.Expr, target: syn.Expr, scope: NameScope
) -> tuple[str, tuple[str, ...], tuple[Label, ...]]:
    match typed:
        case ir.Option():
            return "an option", ("declare a variable that starts with it",), ()
        case ir.ZoneOf():
            return "a zone", ("cards are moved: `move … to …`",), ()
        case ir.Local() if typed.type.base == "list":
            return f"'{typed.name}' names a list and", ("give each new list a name of its own: `let more = …`",), ()
        case ir.Local():
            return f"'{typed.name}' names a value and", (f"give it a name that changes: `let new = {typed.name}`",), ()
        case ir.AttributeOf():
            return "what is printed on a card", ("give the cards a variable: `cards.DECK.variables`",), ()
        case ir.Variable():
            return f"'{typed.name}'", ("to choose who has the next turn: `next turn PLAYER`",), ()
        case ir.Apply(op="item"):
            helps = ("give the variable another list: `… = [… for … in …]`", "or declare one for each: `of: 1..4`")
            return "an element of a list", helps, ()
        case ir.Call():
            return "a computed value", ("change the variables from which it is computed",), ()
        case _:
            return with_article(typed.type), (), ()


# Lowers lines that run a named effect: `pay(3)`.


def run(call: syn.CallExpression, scope: NameScope) -> ir.Body:
    """Run a named effect with its arguments: E203 unknown, E204 wrong number, E310 wrong type."""
    world, id = scope.world, call.name.text
    declared = world.spec.effects.get(id)
    if declared is None:
        return _unknown_effect(call, scope)
    parameters = declared.signature.parameters
    if len(parameters) != len(call.args):
        message = wrong_count(id, len(parameters), len(call.args))
        others = (Label(declared.signature.span, "declared here"),)
        scope.fault("E204", message, call.span, label=f"{len(call.args)} given", others=others)
        return ()
    args, types = typed_arguments(call.args, parameters, scope)
    key = event_effect(declared, types, scope)
    return (ir.Run(key, tuple(args), call.span),) if key else ()


def _unknown_effect(call: syn.CallExpression, scope: NameScope) -> ir.Body:
    world, id = scope.world, call.name.text
    notes: tuple[str, ...] = ()
    if id in world.spec.functions:
        notes = (f"'{id}' is a function, which has a value and changes nothing",)
    elif id in world.spec.actions:
        notes = (f"'{id}' is an action, which players choose: `offer {id}`",)
    elif id in world.spec.phases:
        notes = (f"'{id}' is a phase: phases are played by `steps`",)
    elif spelled("function", id) or id in SPELLED:
        notes = (f"'{id}(…)' is only a value, so the line would do nothing",)
    helps = did_you_mean(id, [*world.spec.effects, "score", "activate", "say"]) if not notes else ()
    verb, _, rest = id.partition("_")
    if not notes and not helps and verb in EFFECTS and rest:
        helps = (f"write {ENDS if verb == 'end' else f'`{EFFECTS[verb].form}`'}, without parentheses",)
    helps = instead("line that calls", id, argument=print_syntax(call.args[0]) if call.args else "NAME") or helps
    scope.fault("E203", f"unknown effect '{id}'", call.name.span, label="no such effect", notes=notes, helps=helps)
    return ()


# Activating cards: the effect written on a card, done by a player.


def activate(call: syn.CallExpression, scope: NameScope) -> ir.Body:
    """`activate(c)`: the effect written on the card, with `me` who does it."""
    world = scope.world
    target = card_to_activate(call, scope)
    if target is None:
        return ()
    if scope.me is None or scope.me.type != PLAYER:
        message = f"'activate' needs a 'me' who does it, but there is none {scope.where}"
        helps = ("activate cards in an action, a choice or a phase",)
        scope.fault("E320", message, call.span, label="who does it?", helps=helps)
        return ()
    deck = world.spec.decks[target.type.name]
    if not any(one.do for one in deck.kinds):
        message = f"no card of {deck.name.text} has anything to activate"
        helps = ("say on a card what happens: `do: EFFECT`",)
        scope.fault("E331", message, call.span, label="this line does nothing", helps=helps)
    it = scope.frame.local("it", target.type, call.span)
    rows: list[tuple[int, ir.Body]] = []
    for one in reversed(deck.kinds):
        key = card_effect(deck, one, scope) if one.do else None
        if key is not None:
            rows.insert(0, (number_of(one, deck, scope), (ir.Run(key, (scope.me, it), call.span),)))

    def choice(test: ir.Expr, yes: ir.Body, no: ir.Body) -> ir.Body:
        return (ir.When(test, yes, no, call.span),)

    return (ir.Let(it, target, call.span), *by_kind(it, deck, rows, (), choice, call.span))


def card_effect(deck: spec.DeckSpec, one: spec.KindSpec, scope: NameScope) -> str | None:
    """The key of what a card does, typed for the level of reactions of the scope; None where it runs itself (E321)."""
    world, level = scope.world, scope.level
    key = f"card {deck.name.text}.{one.id.text}" + (f"@{level}" if level else "")
    if key in world.typing:
        circle = [
            k.split("@")[0].split(".")[-1].removeprefix("action ") for k in world.typing[world.typing.index(key) :]
        ]
        message = f"'{one.id.text}' activates itself: " + " -> ".join([*circle, one.id.text])
        world.report.add("E321", message, one.id.span, label="circular", path=one.path)
        return None
    if key not in world.effects:
        world.typing.append(key)
        world.enter(EVENT, one.id.span, one.path)
        frame = Frame()
        me = frame.local("me", PLAYER, one.id.span)
        it = frame.local("it", card(deck.name.text), one.id.span)
        inner = scope.fresh(frame=frame, me=me, it=it, level=level, where="in a card's rule", path=one.path)
        lines = inner.lowered(one.do)
        world.depth -= EVENT
        world.typing.pop()
        world.effects[key] = ir.Effect(key, (me, it), lines, one.id.span)
    return key


# Lowers `say(NAME)`: the rules tell the table a text of `words`.
#
#     words: {boom: {en: "{c} explodes in the hands of {me}", fr: "{c} explose entre les mains du {me}"}}
#     do: |
#       random c in me.hand
#       say(boom)
#
# What the text names in braces is read where it is said, so the names there are those of the effect.


def say(call: syn.CallExpression, scope: NameScope) -> ir.Body:
    """Tell a text to all; E728 where there is no such text."""
    name, words = announced_text(call), scope.world.spec.words
    if name is None or name.id not in words:
        written = f"write it under `words`: `{name.id if name else 'boom'}: {{en: …, fr: …}}`"
        scope.fault(
            "E728",
            f"there is no text '{name.id}' to say" if name else "`say` needs the name of one text",
            name.span if name else call.span,
            label="not under `words`" if name else "a text has a name, so that it can be translated",
            helps=did_you_mean(name.id, words) or (written,) if name else (written,),
        )
        return ()
    return (ir.Tell(name.id, None, call.span, interpolations(words[name.id].braces, scope), say=True),)
