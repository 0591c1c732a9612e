"""What `compare` says of fairness, and of what happens in the course of the games; see `words`."""

from __future__ import annotations

COMPARE: dict[str, dict[str, str]] = {
    "whoever_begins": {"en": "whoever begins", "fr": "le camp qui commence"},
    "whoever_begins_first": {"en": "Whoever begins", "fr": "Le camp qui commence"},
    "who_begins": {"en": "{who}, who begins,", "fr": "{who}, qui commence,"},
    "at_the_end": {
        "en": "in brackets: 95% intervals, if the number of games was fixed beforehand (Student's t); those of the"
        " differences hold for all lines together{apart}; ?: too few games to say",
        "fr": "entre parenthèses : intervalles à 95 %, si le nombre de parties était fixé d’avance (Student) ; ceux"
        " des écarts valent pour toutes les lignes ensemble{apart} ; « ? » : trop peu de parties pour le dire",
    },
    "apart": {
        "en": " (of what happens in the course of the games, among themselves)",
        "fr": " (à part pour ce qui se passe en cours de partie)",
    },
    "victory_identical": {
        "en": "{who} wins as often in both: {a}.",
        "fr": "{who} gagne aussi souvent dans A et B : {a}.",
    },
    "decisions_identical": {
        "en": "Games are as long in both: {a} decisions.",
        "fr": "Les parties sont aussi longues dans A et B : {a} décisions.",
    },
    "score_identical": {"en": "{who} scores as much in both: {a}.", "fr": "{who} marque autant dans A et B : {a}."},
    "return_identical": {
        "en": "{who} has the same return in both: {a}.",
        "fr": "{who} a le même gain dans A et B : {a}.",
    },
    "duel_victory_identical": {
        "en": "{first} and {second} win as often, {a} for each seat.",
        "fr": "{first} et {second} gagnent aussi souvent, {a} par place.",
    },
    "duel_score_identical": {
        "en": "{first} and {second} score as much: {a}.",
        "fr": "{first} et {second} marquent autant : {a}.",
    },
    "duel_return_identical": {
        "en": "{first} and {second} have the same return: {a}.",
        "fr": "{first} et {second} ont le même gain : {a}.",
    },
    "compare_same": {
        "en": "Settled: they differ by less than {smallest}.",
        "fr": "Tranché : l’écart est inférieur à {smallest}.",
    },
    "compare_identical": {
        "en": "It was the same in every pair of games.",
        "fr": "Ce fut la même chose à chaque paire de parties.",
    },
    "compare_open": {
        "en": "Not settled for differences of {smallest}:",
        "fr": "Pas encore tranché pour un écart de {smallest} :",
    },
    "more_games": {
        "en": "about {n} more game of each.|about {n} more games of each.",
        "fr": "encore {n} partie de chaque environ.|encore {n} parties de chaque environ.",
    },
    "out_of_reach": {
        "en": "that would take more than a billion games.",
        "fr": "il faudrait plus d’un milliard de parties.",
    },
    "no_pairs": {
        "en": "No pair of games has been played, so there is nothing to compare.",
        "fr": "Aucune paire de parties n’a été jouée : il n’y a rien à comparer.",
    },
    "sides_left": {
        "en": "Of {n} more side it is not settled that it wins more or less often (`--details` shows it)."
        "|Of {n} more sides it is not settled that they win more or less often (`--details` shows them).",
        "fr": "Pour {n} autre camp, il n’est pas établi qu’il gagne plus ou moins souvent (voir `--details`)."
        "|Pour {n} autres camps, il n’est pas établi qu’ils gagnent plus ou moins souvent (voir `--details`).",
    },
    "fair_less": {
        "en": "B is fairer: {who_b} is {b} off an even share; in A, {who_a} is {a} off.",
        "fr": "B est plus équitable : l’écart à la juste part est de {b} ({who_b}) ; dans A, de {a} ({who_a}).",
    },
    "fair_more": {
        "en": "B is less fair: {who_b} is {b} off an even share; in A, {who_a} is {a} off.",
        "fr": "B est moins équitable : l’écart à la juste part est de {b} ({who_b}) ; dans A, de {a} ({who_a}).",
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
    "fair_identical": {
        "en": "They are as fair: {who_a} is {a} off an even share in both.",
        "fr": "Ils sont aussi équitables : l’écart à la juste part est de {a} dans A et B ({who_a}).",
    },
    "watched": {
        "en": "; {n} of them watched move by move, for scores, choices, the lead, actions and cards",
        "fr": " ; {n} suivies coup par coup, pour les scores, les choix, la tête, les actions et les cartes",
    },
    "shared_counts": {
        "en": "a victory that several share counts in parts: one half for each of two",
        "fr": "une victoire partagée compte par parts : une moitié pour chacun de deux",
    },
    "use_shared_more": {
        "en": "Fewer games have a sole winner in B: {b} have none instead of {a}, by {difference}.",
        "fr": "Moins de parties ont un seul gagnant dans B : {b} n’en ont pas au lieu de {a}, soit {difference}.",
    },
    "use_shared_less": {
        "en": "More games have a sole winner in B: {b} have none instead of {a}, by {difference}.",
        "fr": "Plus de parties ont un seul gagnant dans B : {b} n’en ont pas au lieu de {a}, soit {difference}.",
    },
    "head_open": {"en": "not settled", "fr": "pas encore tranché"},
    "head_more_games": {"en": "more games", "fr": "parties de plus"},
    "many_games": {"en": "over a billion", "fr": "plus d’un milliard"},
    "games_mean": {
        "en": "more games: about so many of each would settle it for differences of {points} in victories,"
        " and of {percent} of A's number in all else (of returns: of their spread, if that is more)",
        "fr": "parties de plus : à peu près autant de chaque trancheraient pour un écart de {points} entre victoires,"
        " et sinon de {percent} du nombre de A (pour les gains : de leur dispersion, si elle est plus grande)",
    },
    "comparison": {"en": "a comparison", "fr": "une comparaison"},
    "plot_points": {"en": "More in B, in points", "fr": "De plus dans B, en points"},
    "plot_own": {"en": "Return: more in B", "fr": "Gain : de plus dans B"},
    "plot_percent": {"en": "More in B, in % of A", "fr": "De plus dans B, en % de A"},
    "open_victory": {"en": "{who} wins", "fr": "{who} gagne"},
    "open_beginning": {"en": "{who} wins", "fr": "{who} gagne"},
    "open_decisions": {"en": "decisions a game", "fr": "décisions par partie"},
    "open_score": {"en": "score of {who}", "fr": "score de {who}"},
    "open_return": {"en": "return of {who}", "fr": "gain de {who}"},
    "open_use_score": {"en": "score of a side", "fr": "score d’un camp"},
    "open_use_real": {"en": "decisions with a choice", "fr": "décisions avec un choix"},
    "open_use_leads": {"en": "changes of the lead", "fr": "changements de tête"},
    "open_use_shared": {"en": "no sole winner", "fr": "pas un seul gagnant"},
    "head_use_open": {"en": "uses a game, not settled", "fr": "emplois par partie, pas tranché"},
    "use_score_more": {
        "en": "Scores are higher in B: {b} instead of {a} a side, by {difference}.",
        "fr": "Les scores sont plus hauts dans B : {b} au lieu de {a} par camp, soit {difference}.",
    },
    "use_score_less": {
        "en": "Scores are lower in B: {b} instead of {a} a side, by {difference}.",
        "fr": "Les scores sont plus bas dans B : {b} au lieu de {a} par camp, soit {difference}.",
    },
    "use_real_more": {
        "en": "There is more to decide in B: {b} of the decisions are a real choice instead of {a}, by {difference}.",
        "fr": "Il y a plus à décider dans B : {b} des décisions sont un vrai choix au lieu de {a}, soit {difference}.",
    },
    "use_real_less": {
        "en": "There is less to decide in B: {b} of the decisions are a real choice instead of {a}, by {difference}.",
        "fr": "Il y a moins à décider dans B : {b} des décisions sont un vrai choix au lieu de {a}, soit {difference}.",
    },
    "use_leads_more": {
        "en": "The lead changes more often in B: {b} times a game instead of {a}, by {difference}.",
        "fr": "La tête change plus souvent dans B : {b} fois par partie au lieu de {a}, soit {difference}.",
    },
    "use_leads_less": {
        "en": "The lead changes less often in B: {b} times a game instead of {a}, by {difference}.",
        "fr": "La tête change moins souvent dans B : {b} fois par partie au lieu de {a}, soit {difference}.",
    },
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
        "en": "Of {n} more action or card it is not settled that it is used more or less often."
        "|Of {n} more actions and cards it is not settled that they are used more or less often.",
        "fr": "Pour {n} autre action ou carte, il n’est pas établi que l’emploi change."
        "|Pour {n} autres actions et cartes, il n’est pas établi que l’emploi change.",
    },
}
