"""Stage 4: a merged tree becomes the records of a spec, with every line of rules parsed."""

from __future__ import annotations

from ...diagnostics.diagnostic import Report
from ..text.tree import Mapping
from .check_languages import check_languages, check_plain_texts
from .check_odd import check_brackets, check_empty_decks, check_quotes
from .check_texts import check_labels, check_silent
from .nodes import Spec
from .read_actions import read_actions, read_reactions, read_triggers
from .read_cards import read_decks, read_types
from .read_flow import read_phases
from .read_functions import read_effects, read_functions
from .read_options import read_options, read_presets
from .read_players import check_owners, read_players, read_teams
from .read_rulebook import read_rulebook
from .read_scoring import check_measures, read_limits, read_result, read_scoring
from .read_table import check_faces, read_table
from .read_variables import read_variables
from .read_zones import read_permissions, read_quantities, read_zones
from .reading import Reading, entries, read_words, scalar


def read_spec(tree: Mapping, report: Report) -> Spec | None:
    """Read the records of a game.

    The shape of the tree must have been checked before: its keys are known, and each value is a text, a list or a
    mapping as the schema says. Everything is read, so that all mistakes are reported together; if there are errors, the
    result is None. Names are not resolved here, except those of options and attributes of cards, because the values of
    other keys depend on them.
    """
    own = Report()
    heads = [entry.key.text.partition("(")[0].strip() for entry in entries(tree, "effects")]
    types = frozenset(entry.key.text for section in ("types", "cards") for entry in entries(tree, section))
    reading = Reading(own, named=frozenset(heads), types=types)
    spec = _read(reading, tree)
    check_owners(spec, own)
    check_measures(spec, own)
    check_labels(tree, spec, own)
    check_silent(reading.told, spec, own)
    check_quotes(reading.told, own)
    check_brackets(reading.told, own)
    check_empty_decks(spec, own)
    check_faces(tree, spec, own)
    check_languages(reading.texts_met, own)
    check_plain_texts(reading.told, tree.get("title"), own)
    report.diagnostics += [one for one in own.diagnostics if one not in report.diagnostics]
    return None if own.errors else spec


def _read(reading: Reading, tree: Mapping) -> Spec:
    players_node = tree.get("players")
    assert players_node is not None, "the shape of the file was checked before"
    players = read_players(reading, players_node)
    options = read_options(reading, tree, players)
    types = read_types(reading, tree)
    decks = read_decks(reading, tree, types)
    return Spec(
        name=scalar(tree.get("game")).text,
        title=reading.texts(tree.get("title"), "title"),
        about=reading.texts(tree.get("about"), "about"),
        players=players,
        teams=read_teams(reading, tree.get("teams"), players),
        options=options,
        presets=read_presets(reading, tree, options, players),
        types=types,
        words=read_words(reading, tree),
        quantities=read_quantities(reading, tree),
        permissions=read_permissions(reading, tree),
        decks=decks,
        zones=read_zones(reading, tree, decks),
        variables=read_variables(reading, tree),
        functions=read_functions(reading, tree),
        effects=read_effects(reading, tree),
        begin=reading.word(scalar(tree.get("begin")), "begin"),
        phases=read_phases(reading, tree),
        actions=read_actions(reading, tree),
        reactions=read_reactions(reading, tree),
        triggers=read_triggers(reading, tree),
        scoring=read_scoring(reading, tree),
        result=read_result(reading, tree),
        rulebook=read_rulebook(reading, tree),
        table=read_table(reading, tree),
        limits=read_limits(reading, tree),
        span=tree.span,
    )
