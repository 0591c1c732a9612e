"""What a study says beyond what all studies say, in the languages of people; see `words`."""

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
