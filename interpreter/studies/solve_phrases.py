"""What `solve` says of games that are worked out, or bounded from deals; see `words`."""

from __future__ import annotations

SOLVE: dict[str, dict[str, str]] = {
    "solved_size": {
        "en": "{positions} positions in its tree: {ends} ends, {chance} of chance; at most {longest} decisions",
        "fr": "{positions} positions dans son arbre : {ends} fins, {chance} de hasard ; au plus {longest} décisions",
    },
    "head_seat": {"en": "seat", "fr": "place"},
    "head_sets": {"en": "information sets", "fr": "ensembles d’information"},
    "head_random": {"en": "at random", "fr": "au hasard"},
    "head_value": {"en": "good play", "fr": "en jouant bien"},
    "head_gain": {"en": "could gain", "fr": "gain possible"},
    "head_answer": {"en": "best answer of {seat}", "fr": "meilleure réponse de {seat}"},
    "solved_alone": {
        "en": "Returns. Good play is the best that can be done without knowing what is hidden; it is exact.",
        "fr": "Gains. Bien jouer : le mieux possible sans connaître ce qui est caché ; c’est exact.",
    },
    "solved_at_once": {
        "en": "Returns. Nobody can do better than to play at random, if the others do.",
        "fr": "Gains. Personne ne peut faire mieux que de jouer au hasard, si les autres en font autant.",
    },
    "solved_sides": {
        "en": "Returns, after {n} rounds of CFR+. The value lies within the brackets for certain: the best answers to"
        " the strategies found are worked out.",
        "fr": "Gains, après {n} tours de CFR+. La valeur est dans l’intervalle à coup sûr : les meilleures réponses aux"
        " stratégies trouvées sont calculées.",
    },
    "solved_many": {
        "en": "Returns, after {n} rounds of CFR+. “Could gain” is what a seat gains at most by leaving these"
        " strategies alone. Other equilibria may be worth something else.",
        "fr": "Gains, après {n} tours de CFR+. « Gain possible » : ce qu’une place gagne au plus à s’écarter seule de"
        " ces stratégies. D’autres équilibres peuvent valoir autre chose.",
    },
    "solved_bounds_reached": {
        "en": "Its bounds are {reached} apart; asked was {asked}.",
        "fr": "Les bornes sont à {reached} l’une de l’autre ; il était demandé {asked}.",
    },
    "solved_bounds_missed": {
        "en": "Its bounds are {reached} apart, not {asked}, after the largest number of rounds: `--rounds` allows more"
        " than {most}.",
        "fr": "Les bornes sont à {reached} l’une de l’autre, et non à {asked}, après le plus grand nombre de tours :"
        " `--rounds` en permet plus de {most}.",
    },
    "solved_gains_reached": {
        "en": "No seat could gain more than {reached}; asked was {asked}.",
        "fr": "Aucune place ne gagnerait plus de {reached} ; il était demandé {asked}.",
    },
    "solved_gains_missed": {
        "en": "A seat could gain {reached}, not at most {asked}, after the largest number of rounds: `--rounds` allows"
        " more than {most}.",
        "fr": "Une place pourrait gagner {reached}, et non au plus {asked}, après le plus grand nombre de tours :"
        " `--rounds` en permet plus de {most}.",
    },
    "solved_bots": {
        "en": "What the best answer gains a game against bots (each asked {n} times in each information set;"
        " in brackets: 95% intervals by drawing its answers again; ?: always the same, so how"
        " rough it is is not known):",
        "fr": "Ce que la meilleure réponse gagne par partie contre des robots (interrogés {n} fois par ensemble ; entre"
        " parenthèses : intervalles à 95 % en tirant de nouveau leurs réponses ; « ? » : toujours la même réponse, donc"
        " précision inconnue) :",
    },
    "bounded": {
        "en": "{n} deal, from seed {seed} on|{n} deals, from seed {seed} on",
        "fr": "{n} donne, à partir de la graine {seed}|{n} donnes, à partir de la graine {seed}",
    },
    "bounded_open": {
        "en": "{n} of them is open: it has more than {most} positions"
        "|{n} of them are open: they have more than {most} positions",
        "fr": "{n} d’entre elles reste ouverte : elle a plus de {most} positions"
        "|{n} d’entre elles restent ouvertes : elles ont plus de {most} positions",
    },
    "head_who": {"en": "who plays", "fr": "qui joue"},
    "head_return": {"en": "return", "fr": "gain"},
    "bounded_bot": {"en": "{bot}, which does not see what is hidden", "fr": "{bot}, qui ne voit pas ce qui est caché"},
    "bounded_seen": {"en": "the best, all cards known", "fr": "le mieux, toutes cartes connues"},
    "bounded_found": {
        "en": "the best, all cards known, at least (open deals: the best found)",
        "fr": "le mieux, toutes cartes connues, au moins (donnes ouvertes : le mieux trouvé)",
    },
    "bounded_most": {
        "en": "the best, all cards known, at most (open deals: {ceiling})",
        "fr": "le mieux, toutes cartes connues, au plus (donnes ouvertes : {ceiling})",
    },
    "bounded_between": {
        "en": "Good play is worth {low} to {high}: no player can reach more than with all cards known, nor need"
        " reach less than these bots.",
        "fr": "Bien jouer vaut de {low} à {high} : personne ne fait mieux qu’avec toutes les cartes connues, ni ne doit"
        " faire moins que ces robots.",
    },
    "bounded_intervals": {
        "en": "in brackets: 95% intervals over the deals ({method}); ?: not known",
        "fr": "entre parenthèses : intervalles à 95 % sur les donnes ({method}) ; « ? » : inconnu",
    },
}
"""Each phrase by its name, in each language."""
