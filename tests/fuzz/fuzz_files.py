"""Mutated files: specs, variants, parts, scenarios and clauses, checked, run and shown by all verbs that read them."""

from __future__ import annotations

from random import Random

from tests.fuzz.fuzz_corpus import Shelf, Sort, shelves
from tests.fuzz.fuzz_follow_up import followed_up
from tests.fuzz.fuzz_said import judged, say
from tests.fuzz.fuzz_texts import mutated
from tests.fuzz.fuzz_trial import Outcome, Trial

SORTS: tuple[tuple[Sort, int], ...] = (
    ("spec", 10),
    ("variant", 5),
    ("part", 5),
    ("scenarios", 5),
    ("clauses", 1),
)

KEPT = 9_000
"""Of a longer file only some scenarios are kept, so that trials are short."""


class Files:
    """Mutated files."""

    def make(self, luck: Random) -> Trial:
        """A file of a game, mutated, with the rest of its game, and a verb that reads it."""
        shelf = luck.choices(shelves(), [1 / (len(one.files[one.spec]) + 3000) for one in shelves()])[0]
        sorts = [(sort, weight) for sort, weight in SORTS if shelf.of(sort)]
        sort = luck.choices([one for one, _ in sorts], [weight for _, weight in sorts])[0]
        name = luck.choice(shelf.of(sort))
        text = shelf.files[name].decode()
        if sort == "scenarios" and len(text) > KEPT:
            text = _some_scenarios(text, luck)
        other = luck.choice(shelves())
        new = mutated(text, luck, other.files[luck.choice(tuple(other.files))].decode())
        files = shelf.with_rules_only()
        if sort == "clauses":
            files |= {one: shelf.files[one] for one in shelf.of("scenarios")[:2]}
        return Trial(
            kind="files",
            files={**files, name: new},
            words=words_for(shelf, sort, name, luck),
            shrinks=name,
            more={"spec": shelf.spec},
        )

    def run(self, trial: Trial) -> Outcome:
        """Say the words, and ask more where all is well."""
        said = say(trial.words)
        return followed_up(said, trial.more["spec"], judged(said))


def _some_scenarios(text: str, luck: Random) -> str:
    """The head of a file of scenarios with a few of them."""
    head, key, body = text.partition("scenarios:\n")
    blocks = ("\n" + body).split('\n  "')
    kept = sorted(luck.sample(range(1, len(blocks)), min(6, len(blocks) - 1)))
    return head + key + "".join('  "' + blocks[i] + "\n" for i in kept)


def words_for(shelf: Shelf, sort: Sort, name: str, luck: Random) -> tuple[str, ...]:
    """A command line that reads a file."""
    json = luck.choice((("--format", "json"), ("--format", "json"), ()))
    spec = shelf.spec
    match sort:
        case "spec":
            return (*_about_a_game(spec, luck), *json)
        case "variant":
            return (*_about_a_variant(spec, name, luck), *json)
        case "part":
            return (*_about_a_part(spec, name, luck), *json)
        case "scenarios":
            path = ("--path", spec.partition("/")[0]) if "/" in spec else ()
            return (luck.choice(("test", "test", "validate")), name, *path, *json)
        case "clauses":
            return (*luck.choice((("validate", name), ("clauses", spec), ("clauses", spec, "--open"))), *json)


def _about_a_game(spec: str, luck: Random) -> tuple[str, ...]:
    stage = luck.choice(("merged", "spec", "typed", "program", "layout"))
    return luck.choices(
        (
            ("validate", spec),
            ("validate", spec, "--format", "github"),
            ("run", spec, "--seed", str(luck.randrange(99)), "--engine", luck.choice(("fast", "reference"))),
            ("run", spec, "--seed", "1", "--lang", "fr", "--seats", "first", "--engine", "reference"),
            ("resolve", spec, "--stage", stage),
            ("resolve", spec, "--origins"),
            ("options", spec),
            ("placeholders", spec),
            ("clauses", spec),
            ("diff", spec, spec),
            ("cards", spec, "--format", luck.choice(("text", "csv", "html", "json"))),
            ("list", "--path", "."),
            ("fmt", spec),
        ),
        (12, 1, 6, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1),
    )[0]


def _about_a_variant(spec: str, variant: str, luck: Random) -> tuple[str, ...]:
    return luck.choices(
        (
            ("validate", variant),
            ("run", spec, "--variant", variant, "--seed", "3", "--engine", "reference"),
            ("resolve", spec, "--variant", variant, "--origins"),
            ("diff", spec, f"{spec}+{variant}"),
            ("options", spec, "--variant", variant),
            ("list", "--path", "."),
            ("fmt", variant),
        ),
        (8, 3, 2, 2, 1, 1, 1),
    )[0]


def _about_a_part(spec: str, part: str, luck: Random) -> tuple[str, ...]:
    return luck.choices(
        (
            ("validate", spec),
            ("validate", part),
            ("run", spec, "--seed", "3", "--engine", luck.choice(("fast", "reference"))),
            ("resolve", spec),
            ("resolve", spec, "--origins"),
            ("options", spec),
            ("fmt", part),
        ),
        (8, 2, 3, 3, 1, 1, 1),
    )[0]
