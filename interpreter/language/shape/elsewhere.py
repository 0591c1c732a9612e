"""Keys that are written in a wrong place of a spec, but exist in another: `after` is one of triggers, not of reactions.

Told are the things that have the key, if there are only a few: a `label` is nearly everywhere.
"""

from __future__ import annotations

from functools import cache

from .schema import Shape, shape_of

FEW = 2
"""At most this many things with a key are told."""

DEPTH = 5
"""How deep below a section a key is looked for; deeper things are the same again."""


def of_the_game(key: str, title: str) -> tuple[str, ...]:
    """Where in a variant a part of its game is changed, as helps; none if the key is no path of a game.

    >>> of_the_game("options.target.default", "a variant")
    ('changes stand under `override`, `add`, `remove` or `insert`: `override: {options.target.default: …}`',)
    """
    sections = shape_of("spec").mapping
    if title != shape_of("variant").title or sections is None or key.partition(".")[0] not in sections.fixed:
        return ()
    return (f"changes stand under `override`, `add`, `remove` or `insert`: `override: {{{key}: …}}`",)


OF_FILES = {
    **dict.fromkeys(
        ("scenario", "scenarios", "given", "then", "tests", "test"),
        "scenarios stand in a file of their own, which begins with `game: …` and `scenarios:`",
    ),
    **dict.fromkeys(
        ("variant", "variants", "extends", "still_true"),
        "a variant is a file of its own, which begins with `variant: …` and `extends: …`",
    ),
    **dict.fromkeys(
        ("parameters", "parameter", "part", "parts"),
        "a part is a file of its own, which begins with `part: …`; a game brings it in by `uses: {name: part}`",
    ),
}
"""Keys that stand at the top of other files, and what to do with them in a spec."""


def of_another_file(key: str, title: str) -> tuple[str, ...]:
    """In which file a key stands that a spec does not have, as helps; none if it is no such key."""
    return (OF_FILES[key],) if title == shape_of("spec").title and key in OF_FILES else ()


@cache
def belongs(key: str, title: str) -> tuple[str, ...]:
    """Where a key belongs that a thing of this title does not have, as helps; none if it is nowhere, or everywhere.

    >>> belongs("after", "a reaction")
    ("'after' is a key of a kind of card (in 'cards') or a trigger (in 'triggers')",)
    >>> belongs("label", "a spec"), belongs("nowhere", "a spec")
    ((), ())
    """
    file = shape_of("scenario")
    every = file.mapping.fixed["scenarios"].mapping if title == file.title and file.mapping else None
    if every is not None and every.rest is not None and every.rest.mapping and key in every.rest.mapping.fixed:
        return (f"'{key}' stands in each scenario, below its name",)
    found: dict[str, str] = {}
    sections = shape_of("spec").mapping
    for section, shape in sections.fixed.items() if sections else ():
        _look(key, shape, section, found, 0)
    found.pop(title, None)
    if not 0 < len(found) <= FEW:
        return ()
    places = " or ".join(f"{thing} (in '{section}')" for thing, section in found.items())
    return (f"'{key}' is a key of {places}",)


def _look(key: str, shape: Shape, section: str, found: dict[str, str], depth: int) -> None:
    """Note each thing below a section that has the key, by its title."""
    if shape.mapping is None or depth > DEPTH:
        return
    if key in shape.mapping.fixed:
        found.setdefault(shape.title, section)
    below = [*shape.mapping.fixed.values(), *([shape.mapping.rest] if shape.mapping.rest else [])]
    for one in below:
        _look(key, one, section, found, depth + 1)
