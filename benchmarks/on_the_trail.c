/* On the Trail for two players with the default options, random moves: what one would write by hand for this one game.
   Two cards of a kind are one choice. See games.h for its arguments and what it prints. */

#include "games.h"

enum { RED, YELLOW, GREEN, NONE, KINDS };
enum { STOPS_RED, STOPS_YELLOW, STOPS_GREEN, FINE, CRAMPS, SPRAIN, EXHAUSTION, BLISTERS, WALL, SETBACKS };
enum { PACE, INTERVALS, FLAT, HIGH, COOL, PIT, BREAK, HELP, BEST, EYES, BOOSTS };
enum { CURE = 10, DRAW, NOTHING };
enum { RUNNING, FINISHER, RETIRED };
enum { CARD, PAIR, BOOST, STOP };
enum { N = 2, DECK = 13, PARTS = 5, LEGS = 6, LENGTH = PARTS * LEGS, PILE = 14 };

static const uint8_t deck_of[DECK] = {RED, RED, RED, YELLOW, YELLOW, YELLOW, YELLOW, GREEN, GREEN, GREEN, GREEN, GREEN, NONE};
static const char *trail[PARTS][2] = {{"GYGRYG", "nsnasa"}, {"YGRGYG", "snansa"}, {"GRYGGY", "nnsasa"},
    {"YGGYRG", "snsnna"}, {"RGYGYG", "nsansa"}};
static const uint8_t setback_cards[PILE] = {FINE, FINE, FINE, FINE, CRAMPS, CRAMPS, CRAMPS, SPRAIN, EXHAUSTION, BLISTERS,
    WALL, STOPS_GREEN, STOPS_YELLOW, STOPS_RED};
static const struct { int cost[KINDS], cards, effect; } boost[BOOSTS] = {
    [PACE] = {{0, 0, 2}, 2, 3}, [INTERVALS] = {{0, 1, 1}, 2, 3}, [FLAT] = {{1, 1, 0}, 2, 3}, [HIGH] = {{1, 1, 1}, 3, 5},
    [COOL] = {{0, 0, 1}, 1, CURE}, [PIT] = {{0, 1, 0}, 1, CURE}, [BREAK] = {{1, 0, 0}, 1, CURE},
    [HELP] = {{0, 0, 2}, 2, DRAW}, [BEST] = {{0, 2, 0}, 2, DRAW}, [EYES] = {{0, 0, 0}, 0, NOTHING}};

typedef struct {
    uint8_t deck[DECK];
    int left, hand[KINDS], discard[KINDS], setbacks[SETBACKS], has[BOOSTS], used[BOOSTS];
    int at, ran, standing;
} Runner;
typedef struct { uint8_t what, which, relief, paid[KINDS]; } Move;

static Runner runner[N];
static uint8_t leg[LENGTH + 1], pile[PILE], boosts[BOOSTS];
static char stop_at[LENGTH + 2];
static int finish, in_pile, spent[SETBACKS], boosts_left;
static long decisions;

static int pick(int n) {
    decisions++;
    return below(n);
}

static void draw(Runner *p, int n) {
    while (n-- > 0) {
        if (!p->left) {
            for (int k = 0; k < KINDS; k++)
                for (; p->discard[k]; p->discard[k]--) p->deck[p->left++] = k;
            if (!p->left) return;
            shuffle(p->deck, p->left);
        }
        p->hand[p->deck[--p->left]]++;
    }
}

static void pay(Runner *p, int kind, int n) {
    p->hand[kind] -= n;
    p->discard[kind] += n;
}

static int pays(const int *cost, const int *paid, int green_is_wild) {
    int lacking = 0;
    for (int k = 0; k < NONE; k++) lacking += cost[k] > paid[k] ? cost[k] - paid[k] : 0;
    return !lacking || (lacking == 1 && (paid[NONE] || (green_is_wild && cost[GREEN] < paid[GREEN])));
}

static int list_boost(Move *moves, int n, Runner *p, int b, int wild) {
    int paid[KINDS], cards = boost[b].cards;
    for (int i = 0; i < KINDS; i++)
        for (int j = cards > 1 ? i : KINDS - 1; j < KINDS; j++)
            for (int k = cards > 2 ? j : KINDS - 1; k < KINDS; k++) {
                memset(paid, 0, sizeof paid);
                paid[i]++;
                if (cards > 1) paid[j]++;
                if (cards > 2) paid[k]++;
                if (paid[0] > p->hand[0] || paid[1] > p->hand[1] || paid[2] > p->hand[2] || paid[3] > p->hand[3]) continue;
                if (!pays(boost[b].cost, paid, wild)) continue;
                Move move = {BOOST, b, SETBACKS, {paid[0], paid[1], paid[2], paid[3]}};
                if (boost[b].effect != CURE) {
                    moves[n++] = move;
                    continue;
                }
                for (int s = 0; s < SETBACKS; s++)
                    if (p->setbacks[s]) {
                        move.relief = s;
                        moves[n++] = move;
                    }
            }
    return n;
}

static int list(Move *moves, Runner *p) {
    const Runner *rival = &runner[p == runner];
    int n = 0, here = leg[p->at], tired = p->setbacks[EXHAUSTION];
    int wild = p->has[EYES] && !tired && rival->standing != RETIRED && p->at < rival->at;
    for (int k = 0; k < KINDS; k++)
        if (p->hand[k] && (k == here || k == NONE || (k == GREEN && wild))) moves[n++] = (Move){CARD, k, 0, {0}};
    for (int k = 0; k < NONE; k++)
        if (k != here && !p->setbacks[k] && p->hand[k] > 1) moves[n++] = (Move){PAIR, k, 0, {0}};
    if (!tired)
        for (int b = 0; b < EYES; b++)
            if (p->has[b] && !p->used[b]) n = list_boost(moves, n, p, b, wild);
    if (p->ran) moves[n++] = (Move){STOP, 0, 0, {0}};
    return n;
}

static void run(Runner *p, int n) {
    if (n > finish - p->at) n = finish - p->at;
    p->at += n;
    p->ran += n;
    if (p->at == finish) p->standing = FINISHER;
}

static void play(Runner *p, const Move *move) {
    if (move->what != BOOST) {
        pay(p, move->which, move->what == PAIR ? 2 : 1);
        run(p, 1);
        return;
    }
    p->used[move->which] = 1;
    for (int k = 0; k < KINDS; k++) pay(p, k, move->paid[k]);
    int effect = boost[move->which].effect;
    if (effect == CURE) {
        p->setbacks[move->relief]--;
        spent[move->relief]++;
    } else if (effect == DRAW) {
        draw(p, 3);
    } else {
        run(p, effect);
    }
}

static void stop(Runner *p) {
    if (stop_at[p->at] == 's') {
        if (!in_pile) {
            for (int s = 0; s < SETBACKS; s++)
                for (; spent[s]; spent[s]--) pile[in_pile++] = s;
            shuffle(pile, in_pile);
        }
        if (in_pile) p->setbacks[pile[--in_pile]]++;
    } else if (stop_at[p->at] == 'a') {
        int may_take = boosts_left && !p->setbacks[BLISTERS];
        if (pick(1 + may_take) < may_take) {
            p->has[boosts[--boosts_left]] = 1;
        } else {
            for (int s = 0; s < SETBACKS; s++) {
                spent[s] += p->setbacks[s];
                p->setbacks[s] = 0;
            }
        }
    }
}

static void turn(Runner *p) {
    Move moves[256];
    p->ran = 0;
    memset(p->used, 0, sizeof p->used);
    for (;;) {
        int n = list(moves, p);
        if (!n) {
            p->standing = RETIRED;
            return;
        }
        const Move *move = &moves[pick(n)];
        if (move->what == STOP) break;
        play(p, move);
        if (p->standing != RUNNING) return;
    }
    int keep[KINDS + 1], n = 0;
    if (!p->setbacks[WALL])
        for (int k = 0; k < KINDS; k++)
            if (p->hand[k]) keep[n++] = k;
    keep[n++] = KINDS;
    int kept = keep[pick(n)];
    for (int k = 0; k < KINDS; k++) {
        int stays = k == kept;
        p->discard[k] += p->hand[k] - stays;
        p->hand[k] = stays;
    }
    stop(p);
    int draws = 4 - p->setbacks[CRAMPS] - 2 * p->setbacks[SPRAIN];
    draw(p, draws > 0 ? draws : 0);
}

static int in_hand(const Runner *p) { return p->hand[0] + p->hand[1] + p->hand[2] + p->hand[3]; }

static long play_game(long *won) {
    uint8_t parts[PARTS] = {0, 1, 2, 3, 4};
    decisions = 0;
    memset(runner, 0, sizeof runner);
    memset(spent, 0, sizeof spent);
    shuffle(parts, PARTS);
    for (int i = 0; i < LENGTH; i++) {
        char kind = trail[parts[i / LEGS]][0][i % LEGS];
        leg[i] = kind == 'R' ? RED : kind == 'Y' ? YELLOW : GREEN;
        stop_at[i + 1] = trail[parts[i / LEGS]][1][i % LEGS];
        if (stop_at[i + 1] == 'a') finish = i + 1;
    }
    memcpy(pile, setback_cards, PILE);
    shuffle(pile, in_pile = PILE);
    for (int b = 0; b < BOOSTS; b++) boosts[b] = b;
    shuffle(boosts, boosts_left = BOOSTS);
    for (int i = 0; i < N; i++) {
        memcpy(runner[i].deck, deck_of, DECK);
        shuffle(runner[i].deck, runner[i].left = DECK);
        draw(&runner[i], 4);
    }
    int starter = below(N), over = 0;
    while (!over) {
        for (int i = 0; i < N; i++) {
            Runner *p = &runner[(starter + i) % N];
            if (p->standing == RUNNING) turn(p);
        }
        int one = runner[0].standing, other = runner[1].standing;
        over = (one != RUNNING && other != RUNNING) || one == FINISHER || other == FINISHER;
    }
    int best = -1;
    for (int i = 0; i < N; i++)
        if (runner[i].standing == FINISHER && in_hand(&runner[i]) > best) best = in_hand(&runner[i]);
    for (int i = 0; i < N; i++) won[i] += runner[i].standing == FINISHER && in_hand(&runner[i]) == best;
    return decisions;
}
