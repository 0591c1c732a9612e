"""What studies say beyond what all say, in the languages of people; see `wording`."""

from __future__ import annotations

STUDY: dict[str, dict[str, str]] = {
    "rare": {"en": "up to {share} may differ", "fr": "sauf {share} au plus"},
    "always_of": {
        "en": "{value} (in every game; up to {share} may differ)",
        "fr": "{value} (à chaque partie, sauf {share} au plus)",
    },
    "leads": {
        "en": "changes of the lead a game: {mean}, in half of the games at most {half}",
        "fr": "changements de meneur par partie : {mean}, dans la moitié des parties {half} au plus",
    },
    "leads_unseen": {
        "en": "changes of the lead: not measured, since the score never changed before the end of a game",
        "fr": "changements de meneur : non mesurés, le score n’ayant jamais changé avant la fin d’une partie",
    },
    "chances_open": {
        "en": "Whether the sides have equal chances is not settled ({p}); one may be off its even share by up to"
        " {off}.",
        "fr": "Si les camps ont les mêmes chances n’est pas tranché ({p}) ; l’un d’eux peut s’écarter de sa juste part"
        " de {off} au plus.",
    },
    "minutes": {
        "en": "minutes a game: {minutes}, if a choice takes {pace} seconds and any other move {forced}",
        "fr": "minutes par partie : {minutes}, si un choix prend {pace} secondes et tout autre coup {forced}",
    },
    "course": {
        "en": "The course of the chances, in {n} game (each position played on {playouts} times at random):"
        "|The course of the chances, in {n} games (each position played on {playouts} times at random):",
        "fr": "Le cours des chances, dans {n} partie (chaque position jouée {playouts} fois au hasard jusqu’au bout) :"
        "|Le cours des chances, dans {n} parties (chaque position jouée {playouts} fois au hasard jusqu’au bout) :",
    },
    "course_open": {
        "en": "uncertainty left at half of the game: {half}, at nine tenths: {nearly}",
        "fr": "incertitude restante à la moitié de la partie : {half}, aux neuf dixièmes : {nearly}",
    },
    "course_decided": {
        "en": "decided (the winner stays above 90%) after this share of the decisions: mean {decided}, in half of the"
        " games at most {half}",
        "fr": "décidée (le gagnant reste au-dessus de 90 %) après cette part des décisions : moyenne {decided}, dans la"
        " moitié des parties {half} au plus",
    },
    "course_swings": {
        "en": "swings (another side comes to have the best chance by 10 points): {swings} a game",
        "fr": "renversements (un autre camp prend la meilleure chance, de 10 points) : {swings} par partie",
    },
    "course_noise": {
        "en": "(Swings and comebacks are counted a little too often: each chance comes from {playouts} games.)",
        "fr": "(Renversements et remontées sont un peu surestimés : chaque chance vient de {playouts} parties.)",
    },
    "course_behind": {
        "en": "won from behind (the winner once had less than half of an even share): {behind}",
        "fr": "victoires revenues de loin (le gagnant a eu moins de la moitié de sa juste part) : {behind}",
    },
    "mirror": {
        "en": "The same with {bot}, in {n} game of each:|The same with {bot}, in {n} games of each:",
        "fr": "La même chose avec {bot}, en {n} partie de chaque :"
        "|La même chose avec {bot}, en {n} parties de chaque :",
    },
    "mirror_agrees": {"en": "(Both bots find this.)", "fr": "(Les deux robots trouvent cela.)"},
    "mirror_differs": {
        "en": "(The other bot found something else: the bots may be the cause.)",
        "fr": "(L’autre robot trouve autre chose : les robots en sont peut-être la cause.)",
    },
    "mirror_open": {
        "en": "(Whether both bots find the same is not settled.)",
        "fr": "(Si les deux robots trouvent la même chose n’est pas tranché.)",
    },
    "sprt_ahead": {
        "en": "Fishtest's test: {second} is ahead of {first}, by {smallest} rather than not at all (after {n} pairs).",
        "fr": "Test de fishtest : {second} devance {first}, plutôt de {smallest} que de rien (après {n} paires).",
    },
    "sprt_not_ahead": {
        "en": "Fishtest's test: {second} is rather not ahead of {first} by {smallest} (after {n} pairs).",
        "fr": "Test de fishtest : {second} ne devance plutôt pas {first} de {smallest} (après {n} paires).",
    },
    "sprt_open": {
        "en": "Fishtest's test whether {second} is ahead of {first} by {smallest}: open"
        " (log-likelihood ratio {llr}, it ends at {bound} to either side).",
        "fr": "Test de fishtest, si {second} devance {first} de {smallest} : ouvert"
        " (log du rapport de vraisemblance {llr}, fin à {bound} de chaque côté).",
    },
    "saved_yes": {
        "en": "games saved by playing the same deals: {shares}",
        "fr": "parties épargnées en jouant les mêmes donnes : {shares}",
    },
    "saved_no": {
        "en": "games that the same deals took in addition, as the luck of one is the other's bad luck: {shares}",
        "fr": "parties que les mêmes donnes ont demandées en plus, la chance de l’un étant la malchance de l’autre :"
        " {shares}",
    },
    "saved_open": {
        "en": "Whether the same deals save games is not settled {shares}.",
        "fr": "Si les mêmes donnes épargnent des parties n’est pas tranché {shares}.",
    },
    "saved_luck_yes": {
        "en": "pairs saved by taking out luck (the differences above are without it): {shares}",
        "fr": "paires épargnées en ôtant la chance (les écarts ci-dessus sont sans elle) : {shares}",
    },
    "saved_luck_no": {
        "en": "pairs that taking out luck took in addition (the differences above are without it): {shares}",
        "fr": "paires que le retrait de la chance a demandées en plus (les écarts ci-dessus sont sans elle) : {shares}",
    },
    "saved_luck_open": {
        "en": "Whether taking out luck saves pairs (the differences above are without it) is not settled {shares}.",
        "fr": "Si ôter la chance épargne des paires (les écarts ci-dessus sont sans elle) n’est pas tranché {shares}.",
    },
    "luck_unseen": {
        "en": "No luck could be taken out: it does not show in this game's value, score or tracks.",
        "fr": "La chance n’a pas pu être ôtée : elle ne se voit ni à la valeur, ni au score, ni aux pistes de ce jeu.",
    },
    "saved_victory": {"en": "for victories {share}", "fr": "pour les victoires {share}"},
    "saved_beginning": {"en": "for whoever begins {share}", "fr": "pour qui commence {share}"},
    "saved_decisions": {"en": "for lengths {share}", "fr": "pour les durées {share}"},
    "saved_score": {"en": "for scores {share}", "fr": "pour les scores {share}"},
    "saved_return": {"en": "for returns {share}", "fr": "pour les gains {share}"},
    "sweep": {"en": "a sweep", "fr": "un balayage"},
    "map_off": {"en": "Furthest from an even share", "fr": "Plus grand écart à la juste part"},
    "map_length": {"en": "Length, in decisions", "fr": "Durée, en décisions"},
    "map_side": {"en": "Victories of {side}", "fr": "Victoires de {side}"},
    "at_most": {
        "en": "at most {n} game for each setting|at most {n} games for each setting",
        "fr": "au plus {n} partie par réglage|au plus {n} parties par réglage",
    },
    "raced": {
        "en": "{played} of {most} games were played: a setting is left as soon as it is certain what it does.",
        "fr": "{played} parties sur {most} ont été jouées : un réglage est laissé dès que son sort est certain.",
    },
    "first_ahead": {
        "en": "last score of {side}, compared with the mean of the others: {ahead}",
        "fr": "score final de {side}, comparé à la moyenne des autres : {ahead}",
    },
    "luck": {
        "en": "what decides ({deals} deals, each played {times} times): the seat {seat}, the deal {deal},"
        " the play {play}",
        "fr": "ce qui décide ({deals} donnes, jouées {times} fois chacune) : la place {seat}, la donne {deal},"
        " le jeu {play}",
    },
    "section_course": {"en": "When it is decided", "fr": "Quand la partie se décide"},
    "axis_course": {"en": "uncertainty left, by share of the game", "fr": "incertitude restante, selon l’avancement"},
    "section_rules": {"en": "Rules, and winning", "fr": "Les règles et la victoire"},
    "head_rules": {"en": "rule", "fr": "règle"},
    "head_moves": {"en": "at moves a game", "fr": "coups par partie"},
    "nobodys": {"en": "nobody's own", "fr": "à personne"},
    "section_dealt": {"en": "Cards dealt, and winning", "fr": "Les cartes reçues et la victoire"},
    "section_measures": {"en": "Measures of the game", "fr": "Mesures du jeu"},
    "head_measures": {"en": "measure", "fr": "mesure"},
    "head_measured": {"en": "at the end", "fr": "à la fin"},
    "head_dealt": {"en": "card dealt", "fr": "carte reçue"},
    "head_given": {"en": "dealt a game", "fr": "reçues par partie"},
    "given": {
        "en": "Cards dealt were given by chance before anybody decided anything, and are compared where each side"
        " was dealt as many: there the difference is what a card is worth.",
        "fr": "Les cartes reçues l’ont été par hasard, avant toute décision,"
        " et sont comparées à nombres de cartes égaux : là, l’écart est ce que vaut la carte.",
    },
    "panel_games": {"en": "games", "fr": "parties"},
    "panel_length": {"en": "decisions", "fr": "décisions"},
    "panel_minutes": {"en": "minutes", "fr": "minutes"},
    "panel_real": {"en": "real choices", "fr": "vrais choix"},
    "panel_fair": {"en": "furthest off even", "fr": "écart à l’équité"},
    "panel_decided": {"en": "decided after", "fr": "décidée après"},
    "all_rows": {"en": "all {n} rows as a table", "fr": "les {n} lignes en tableau"},
    "nature": {
        "en": "for bots that guess, {n} game|for bots that guess, {n} games",
        "fr": "pour un robot qui devine, {n} partie|pour un robot qui devine, {n} parties",
    },
    "nature_leaf_correlation": {
        "en": "last choice makes no difference (leaf correlation)",
        "fr": "dernier choix sans effet (corrélation des feuilles)",
    },
    "nature_bias": {"en": "of these {side} wins (bias)", "fr": "dont gagnées par {side} (biais)"},
    "nature_hidden": {
        "en": "decisions at which hidden cards may lie otherwise",
        "fr": "décisions où des cartes cachées peuvent être ailleurs",
    },
    "nature_disambiguation": {
        "en": "ways to lie ruled out by the next decision (disambiguation)",
        "fr": "répartitions exclues à la décision suivante (désambiguïsation)",
    },
    "suits_no_choice": {
        "en": "There is hardly anything to decide, so all bots play much alike.",
        "fr": "Il n’y a presque rien à décider : tous les robots jouent à peu près pareil.",
    },
    "suits_open": {
        "en": "Whoever decides knows where all cards lie but for the order of piles, so a bot that looks ahead sees"
        " what is really there.",
        "fr": "Qui décide sait où sont toutes les cartes, à l’ordre des piles près : un robot qui anticipe voit ce"
        " qu’il en est.",
    },
    "suits_shows": {
        "en": "What is hidden soon shows, so little is lost by guessing it and looking ahead as if the guess were"
        " true.",
        "fr": "Ce qui est caché se montre vite : on perd peu à le deviner et à anticiper comme si c’était vrai.",
    },
    "suits_seldom_matters": {
        "en": "The last choice seldom matters, so little is lost by guessing what is hidden.",
        "fr": "Le dernier choix compte rarement : on perd peu à deviner ce qui est caché.",
    },
    "suits_stays_hidden": {
        "en": "What is hidden stays hidden, and the last choice matters: a bot that takes its guesses for true plays"
        " badly here. Search that keeps apart what each player knows is better; if the game is small, `solve` finds an"
        " equilibrium.",
        "fr": "Ce qui est caché le reste, et le dernier choix compte : un robot qui prend ses suppositions pour vraies"
        " joue mal ici. Mieux vaut une recherche qui distingue ce que chacun sait ; si le jeu est petit, `solve` trouve"
        " un équilibre.",
    },
    "suits_once": {
        "en": "Nobody decides again after a decision at which something was hidden, so whether it shows is not"
        " measured; search that keeps apart what each player knows is safe.",
        "fr": "Nul ne décide de nouveau après une décision où quelque chose était caché : si cela se montre n’est pas"
        " mesuré ; une recherche qui distingue ce que chacun sait convient en tout cas.",
    },
    "suits_unsettled": {
        "en": "Whether guessing what is hidden is enough here is not settled by these games; search that keeps apart"
        " what each player knows is safe.",
        "fr": "S’il suffit ici de deviner ce qui est caché n’est pas tranché par ces parties ; une recherche qui"
        " distingue ce que chacun sait convient en tout cas.",
    },
    "suits_try": {
        "en": "Try first: {bot}. (`cardwright compare {game} --seats greedy --against {bot}` tells whether it is"
        " better.)",
        "fr": "À essayer d’abord : {bot}. (`cardwright compare {game} --seats greedy --against {bot}` dit s’il est"
        " meilleur.)",
    },
    "suits_alone": {
        "en": "Try first: {bot}. (`cardwright study {game} --seats {bot}` tells how far it comes.)",
        "fr": "À essayer d’abord : {bot}. (`cardwright study {game} --seats {bot}` dit jusqu’où il va.)",
    },
    "section_nature": {"en": "For bots", "fr": "Pour les robots"},
    "compensation": {
        "en": "even chances, had {side} begun so many points behind (nobody playing otherwise for it): {points}",
        "fr": "chances égales si {side} avait commencé avec tant de points de moins (sans jouer autrement pour cela) :"
        " {points}",
    },
    "section_options": {"en": "Options, shared out", "fr": "Les options, réparties"},
    "head_option": {"en": "option", "fr": "option"},
    "head_value_of": {"en": "value", "fr": "valeur"},
    "head_many": {"en": "games", "fr": "parties"},
    "head_wins": {"en": "{side} wins", "fr": "{side} gagne"},
    "head_longer": {"en": "decisions", "fr": "décisions"},
    "given_options": {
        "en": "Options were shared out among the games, whatever happened in them: there the difference from the games"
        " with another value is what the value does.",
        "fr": "Les options ont été réparties entre les parties, quoi qu’il s’y passe : là, l’écart avec les parties"
        " d’une autre valeur est l’effet de la valeur.",
    },
    "section_without": {"en": "Doing without", "fr": "Se passer de"},
    "head_without": {"en": "doing without", "fr": "sans"},
    "head_pairs": {"en": "pairs of games", "fr": "paires de parties"},
    "head_costs": {"en": "victories, against the same bot", "fr": "victoires, contre le même robot"},
    "given_without": {
        "en": "Who did without something was settled beforehand, on the same deals with seats changed: there the"
        " difference is what it costs this bot.",
        "fr": "Qui se passe de quoi était fixé d’avance, avec les mêmes donnes et les places échangées : là, l’écart"
        " est ce qu’il en coûte à ce robot.",
    },
}
"""Each phrase by its name, in each language."""


# What `compare` says of fairness, and of what happens in the course of the games; see `words`.

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


# What `solve` says of games that are worked out, or bounded from deals; see `words`.

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
