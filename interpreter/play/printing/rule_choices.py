"""What players decide inside effects, in a rulebook: what `words` calls it, and a passage of the same name tells."""

from __future__ import annotations

from collections.abc import Iterator

from ...language.spec.check_unlabelled import choices
from ...language.spec.nodes import Spec
from .entries import Entry
from .rule_words import GAP, RuleWords


def choice_entries(spec: Spec, told: RuleWords) -> Iterator[Entry]:
    """Each choice that has words and no passage of its own, in the order of the spec."""
    places = (spec.phases, spec.actions, spec.reactions, spec.triggers, spec.effects, spec.decks)
    names = dict.fromkeys(pick.name.text for one in choices(tuple(places)) for pick in one.picks)
    for name in names:
        if name in spec.words and name not in spec.rulebook and name not in spec.actions:
            title = told.title(spec.words[name].texts, name)
            if GAP not in title:
                yield Entry(f"words.{name}", title)
