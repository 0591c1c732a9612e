"""What `compare` says of fairness, and of what happens in the course of the games; see `words`."""

from __future__ import annotations

COMPARE: dict[str, dict[str, str]] = {
    "whoever_begins": {"en": "whoever begins", "fr": "le camp qui commence"},
    "whoever_begins_first": {"en": "Whoever begins", "fr": "Le camp qui commence"},
    "who_begins": {"en": "{who}, who begins,", "fr": "{who}, qui commence,"},
    "at_the_end": {
        "en": "in brackets: 95% intervals that hold for all lines together, if the number of games was fixed beforehand"
        " (Student's t); ?: too few games to say",
        "fr": "entre parenthèses : intervalles à 95 %, valables pour toutes les lignes ensemble si le nombre de parties"
        " était fixé d’avance (Student) ; « ? » : trop peu de parties pour le dire",
    },
    "no_pairs": {
        "en": "No pair of games has been played, so there is nothing to compare.",
        "fr": "Aucune paire de parties n’a été jouée : il n’y a rien à comparer.",
    },
    "sides_left": {
        "en": "Of {n} more side it is not settled that it wins more or less often (`--details` shows it)."
        "|Of {n} more sides it is not settled that they win more or less often (`--details` shows them).",
        "fr": "Pour {n} autre camp, il n’est pas établi qu’il gagne plus ou moins souvent (voir `--details`)."
        "|Pour {n} autres camps, il n’est pas établi qu’ils gagnent plus ou moins souvent (voir `--details`).",
    },
    "fair_less": {
        "en": "B is fairer: {who_b} is {b} off an even share; in A, {who_a} is {a} off.",
        "fr": "B est plus équitable : l’écart à la juste part est de {b} ({who_b}) ; dans A, de {a} ({who_a}).",
    },
    "fair_more": {
        "en": "B is less fair: {who_b} is {b} off an even share; in A, {who_a} is {a} off.",
        "fr": "B est moins équitable : l’écart à la juste part est de {b} ({who_b}) ; dans A, de {a} ({who_a}).",
    },
    "fair_same": {
        "en": "They are about as fair, to within {smallest}: in A {who_a} is {a} off an even share, in B {who_b} is {b}"
        " off.",
        "fr": "Ils sont à peu près aussi équitables, à {smallest} près : l’écart à la juste part est de {a} dans A"
        " ({who_a}), de {b} dans B ({who_b}).",
    },
    "fair_open": {
        "en": "Which is fairer is not settled: in A {who_a} is {a} off an even share, in B {who_b} is {b} off.",
        "fr": "Lequel est le plus équitable n’est pas tranché : l’écart à la juste part est de {a} dans A ({who_a}), de"
        " {b} dans B ({who_b}).",
    },
    "watched": {
        "en": "Seen in {n} game of each, watched move by move:|Seen in {n} games of each, watched move by move:",
        "fr": "Vu dans {n} partie de chaque, suivie coup par coup :"
        "|Vu dans {n} parties de chaque, suivies coup par coup :",
    },
    "use_score_more": {
        "en": "Scores are higher in B: {b} instead of {a} a side, by {difference}.",
        "fr": "Les scores sont plus hauts dans B : {b} au lieu de {a} par camp, soit {difference}.",
    },
    "use_score_less": {
        "en": "Scores are lower in B: {b} instead of {a} a side, by {difference}.",
        "fr": "Les scores sont plus bas dans B : {b} au lieu de {a} par camp, soit {difference}.",
    },
    "use_score_level": {
        "en": "Score of a side: A {a}, B {b}, a difference of {difference}.",
        "fr": "Score d’un camp : A {a}, B {b}, écart de {difference}.",
    },
    "use_real_more": {
        "en": "There is more to decide in B: {b} of the decisions are a real choice instead of {a}, by {difference}.",
        "fr": "Il y a plus à décider dans B : {b} des décisions sont un vrai choix au lieu de {a}, soit {difference}.",
    },
    "use_real_less": {
        "en": "There is less to decide in B: {b} of the decisions are a real choice instead of {a}, by {difference}.",
        "fr": "Il y a moins à décider dans B : {b} des décisions sont un vrai choix au lieu de {a}, soit {difference}.",
    },
    "use_real_level": {
        "en": "Decisions that are a real choice: A {a}, B {b}, a difference of {difference}.",
        "fr": "Décisions qui sont un vrai choix : A {a}, B {b}, écart de {difference}.",
    },
    "use_leads_more": {
        "en": "The lead changes more often in B: {b} times a game instead of {a}, by {difference}.",
        "fr": "La tête change plus souvent dans B : {b} fois par partie au lieu de {a}, soit {difference}.",
    },
    "use_leads_less": {
        "en": "The lead changes less often in B: {b} times a game instead of {a}, by {difference}.",
        "fr": "La tête change moins souvent dans B : {b} fois par partie au lieu de {a}, soit {difference}.",
    },
    "use_leads_level": {
        "en": "Changes of the lead a game: A {a}, B {b}, a difference of {difference}.",
        "fr": "Changements de tête par partie : A {a}, B {b}, écart de {difference}.",
    },
    "use_unsettled": {"en": "Not settled.", "fr": "Pas encore tranché."},
    "head_use": {"en": "uses a game", "fr": "emplois par partie"},
    "head_a": {"en": "A", "fr": "A"},
    "head_b": {"en": "B", "fr": "B"},
    "head_more": {"en": "more in B", "fr": "de plus dans B"},
    "never": {"en": "never", "fr": "jamais"},
    "use_none": {
        "en": "Of {n} action or card it is not settled that it is used more or less often."
        "|Of {n} actions and cards, none is settled to be used more or less often.",
        "fr": "Pour {n} action ou carte, il n’est pas établi que l’emploi change."
        "|Parmi {n} actions et cartes, aucune dont il soit établi que l’emploi change.",
    },
    "use_more": {
        "en": "{n} more is used more or less often (`--details` shows it)."
        "|{n} more are used more or less often (`--details` shows them).",
        "fr": "L’emploi de {n} autre change (voir `--details`).|L’emploi de {n} autres change (voir `--details`).",
    },
    "use_open": {
        "en": "Of {n} more action or card that is not settled.|Of {n} more actions and cards that is not settled.",
        "fr": "Pour {n} autre action ou carte, ce n’est pas tranché."
        "|Pour {n} autres actions et cartes, ce n’est pas tranché.",
    },
}
