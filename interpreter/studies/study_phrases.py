"""What a study says beyond what all studies say, in the languages of people; see `words`."""

from __future__ import annotations

STUDY: dict[str, dict[str, str]] = {
    "minutes": {
        "en": "minutes a game: {minutes}, if a choice takes {pace} seconds and any other move {forced}",
        "fr": "minutes par partie : {minutes}, si un choix prend {pace} secondes et tout autre coup {forced}",
    },
    "course": {
        "en": "The course of the chances, in {n} game (each position played on {playouts} times at random):"
        "|The course of the chances, in {n} games (each position played on {playouts} times at random):",
        "fr": "Le cours des chances, dans {n} partie (chaque position jouée {playouts} fois au hasard jusqu’au bout) :"
        "|Le cours des chances, dans {n} parties (chaque position jouée {playouts} fois au hasard jusqu’au bout) :",
    },
    "course_open": {
        "en": "uncertainty left at half of the game: {half}, at nine tenths: {nearly}",
        "fr": "incertitude restante à la moitié de la partie : {half}, aux neuf dixièmes : {nearly}",
    },
    "course_decided": {
        "en": "decided (the winner stays above 90%) after this share of the decisions: mean {decided}, in half of the"
        " games {half}",
        "fr": "décidée (le gagnant reste au-dessus de 90 %) après cette part des décisions : moyenne {decided}, dans la"
        " moitié des parties {half}",
    },
    "course_swings": {
        "en": "swings (another side comes to have the best chance by 10 points): {swings} a game",
        "fr": "renversements (un autre camp prend la meilleure chance, de 10 points) : {swings} par partie",
    },
    "course_behind": {
        "en": "won from behind (the winner once had less than half of an even share): {behind}",
        "fr": "victoires revenues de loin (le gagnant a eu moins de la moitié de sa juste part) : {behind}",
    },
    "mirror": {
        "en": "The same with {bot}, in {n} game of each:|The same with {bot}, in {n} games of each:",
        "fr": "La même chose avec {bot}, en {n} partie de chaque :"
        "|La même chose avec {bot}, en {n} parties de chaque :",
    },
    "mirror_agrees": {"en": "(Both bots find this.)", "fr": "(Les deux robots trouvent cela.)"},
    "mirror_differs": {
        "en": "(The other bot found something else: the bots may be the cause.)",
        "fr": "(L’autre robot trouve autre chose : les robots en sont peut-être la cause.)",
    },
    "mirror_open": {
        "en": "(Whether both bots find the same is not settled.)",
        "fr": "(Si les deux robots trouvent la même chose n’est pas tranché.)",
    },
    "saved": {
        "en": "games saved by playing the same deals: {shares}",
        "fr": "parties épargnées en jouant les mêmes donnes : {shares}",
    },
    "saved_victory": {"en": "for victories {share}", "fr": "pour les victoires {share}"},
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
        "fr": "{played} parties sur {most} ont été jouées : un réglage est laissé dès que son sort est certain.",
    },
    "first_ahead": {
        "en": "last score of {side}, compared with the mean of the others: {ahead}",
        "fr": "score final de {side}, comparé à la moyenne des autres : {ahead}",
    },
    "luck": {
        "en": "what decides ({deals} deals, each played {times} times): the seat {seat}, the deal {deal},"
        " the play {play}",
        "fr": "ce qui décide ({deals} donnes, jouées {times} fois chacune) : la place {seat}, la donne {deal},"
        " le jeu {play}",
    },
    "section_course": {"en": "When it is decided", "fr": "Quand la partie se décide"},
    "axis_course": {"en": "uncertainty left, by share of the game", "fr": "incertitude restante, selon l’avancement"},
    "section_rules": {"en": "Reactions by themselves, and winning", "fr": "Les réactions automatiques et la victoire"},
    "head_rules": {"en": "reaction by itself", "fr": "réaction automatique"},
    "section_dealt": {"en": "Cards dealt, and winning", "fr": "Les cartes reçues et la victoire"},
    "section_measures": {"en": "Measures of the game", "fr": "Mesures du jeu"},
    "head_measures": {"en": "measure", "fr": "mesure"},
    "head_measured": {"en": "at the end", "fr": "à la fin"},
    "head_dealt": {"en": "card dealt", "fr": "carte reçue"},
    "head_given": {"en": "dealt a game", "fr": "reçues par partie"},
    "given": {
        "en": "Cards dealt were given by chance before anybody decided anything: there the difference is what a card"
        " is worth.",
        "fr": "Les cartes reçues l’ont été par hasard, avant toute décision : là, l’écart est ce que vaut la carte.",
    },
    "panel_games": {"en": "games", "fr": "parties"},
    "panel_length": {"en": "decisions", "fr": "décisions"},
    "panel_minutes": {"en": "minutes", "fr": "minutes"},
    "panel_real": {"en": "real choices", "fr": "vrais choix"},
    "panel_fair": {"en": "furthest off even", "fr": "écart à l’équité"},
    "panel_decided": {"en": "decided after", "fr": "décidée après"},
    "all_rows": {"en": "all {n} rows as a table", "fr": "les {n} lignes en tableau"},
}
"""Each phrase by its name, in each language."""
