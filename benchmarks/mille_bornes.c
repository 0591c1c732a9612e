/* Mille Bornes for two players, a single hand, random moves: what one would write by hand for this one game.
   See games.h for its arguments and what it prints. */

#include "games.h"

enum { KM25, KM50, KM75, KM100, KM200, GO, ACCIDENT, PUNCTURE, PETROL_OUT, RED, LIMIT,
       REPAIR, WHEEL, PETROL, END_LIMIT, ACE, PROOF, TANKER, PRIORITY, KINDS };

static const int copies[KINDS] = {10, 10, 10, 12, 4, 14, 2, 2, 2, 4, 3, 6, 6, 6, 6, 1, 1, 1, 1};
static const int km_of[KINDS] = {25, 50, 75, 100, 200};
enum { DISTANCE, ROLL, ATTACK, REMEDY, LIMIT_END, SAFETY };
static const int role[KINDS] = {DISTANCE, DISTANCE, DISTANCE, DISTANCE, DISTANCE, ROLL, ATTACK, ATTACK, ATTACK, ATTACK,
                                ATTACK, REMEDY, REMEDY, REMEDY, LIMIT_END, SAFETY, SAFETY, SAFETY, SAFETY};
/* The attack that a remedy lifts, and the safety against an attack. */
static const int lifts[KINDS] = {[REPAIR] = ACCIDENT, [WHEEL] = PUNCTURE, [PETROL] = PETROL_OUT};
static const int safety_of[KINDS] = {[ACCIDENT] = ACE, [PUNCTURE] = PROOF, [PETROL_OUT] = TANKER, [RED] = PRIORITY, [LIMIT] = PRIORITY};

/* Only the last card of a battle pile counts, and the one under an attack; of a speed pile, whether a limit lies there. */
typedef struct {
    int hand[KINDS], safe[KINDS];
    int cards, km, coups, laid_200, safeties;
    int battle, under, limited;
} Side;
enum { NOTHING = KINDS };
enum { THROW = 32 }; /* A move is a kind to play, or with this added a kind to throw away. */

static Side side[2];
static uint8_t pile[101];
static int left;
static int thrown[KINDS];
static int goal, caller, winner, crowned;

static void throw_away(int kind) { thrown[kind]++; }

static void draw(Side *s) {
    if (!left) return;
    s->hand[pile[--left]]++;
    s->cards++;
}

static void lose(Side *s, int kind) { s->hand[kind]--; s->cards--; }
static int attacked(const Side *s) { return s->battle >= ACCIDENT && s->battle <= RED; }
static int breakdown(const Side *s) { return s->battle >= ACCIDENT && s->battle < RED; }
static int rolling(const Side *s) { return s->battle == GO || (s->safe[PRIORITY] && !breakdown(s)); }

static void expose(Side *s, int safety) {
    lose(s, safety);
    s->safe[safety] = 1;
    s->safeties++;
    if (attacked(s) && safety_of[s->battle] == safety) {
        throw_away(s->battle);
        s->battle = s->under;
    }
    if (safety == PRIORITY && s->limited) {
        s->limited = 0;
        throw_away(LIMIT);
    }
}

static int list(uint8_t *moves, const Side *me, const Side *you) {
    int n = 0, roll = rolling(me), slow = me->limited, yours = rolling(you);
    for (int k = 0; k < KINDS; k++) {
        if (!me->hand[k]) continue;
        int ok = 1;
        switch (role[k]) {
            case DISTANCE:
                ok = roll && !(slow && km_of[k] > 50) && me->km + km_of[k] <= goal && !(k == KM200 && me->laid_200 >= 2);
                break;
            case ROLL: ok = !roll && !breakdown(me); break;
            case REMEDY: ok = lifts[k] == me->battle; break;
            case LIMIT_END: ok = slow; break;
            case ATTACK: ok = !you->safe[safety_of[k]] && (k == LIMIT ? !you->limited : yours); break;
        }
        if (ok) moves[n++] = k;
        moves[n++] = k + THROW;
    }
    return n;
}

/* The attack is laid, unless whoever is attacked holds the safety; who has the next turn. */
static int attack(int me, int kind) {
    Side *you = &side[!me];
    int safety = safety_of[kind];
    if (!side[me].safe[safety] && !you->safe[safety] && !thrown[safety] && you->hand[safety]) {
        int again = left > 0;
        throw_away(kind);
        expose(you, safety);
        you->coups++;
        if (again) draw(you);
        return again ? !me : -1;
    }
    if (kind == LIMIT) {
        you->limited = 1;
    } else {
        you->under = you->battle;
        you->battle = kind;
    }
    return -1;
}

static int points(int who) {
    Side *s = &side[who];
    int p = s->km + 100 * s->safeties + (s->safeties == 4 ? 300 : 0) + 300 * s->coups;
    if (winner == who) {
        p += 400 + (crowned ? 300 : 0) + (s->laid_200 ? 0 : 300);
        if (caller == who) p += 200;
    } else if (caller == !who && winner != caller) {
        p += 200;
    }
    if (s->km && !side[!who].km) p += 500;
    return p;
}

static long play_game(long *won) {
    long decisions = 0;
    memset(side, 0, sizeof side);
    memset(thrown, 0, sizeof thrown);
    left = 0;
    goal = 700;
    caller = winner = -1;
    crowned = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < copies[k]; i++) pile[left++] = k;
    shuffle(pile, left);
    side[0].battle = side[1].battle = NOTHING;
    int me = below(2);
    for (int i = 0; i < 6; i++) { draw(&side[me]); draw(&side[!me]); }
    for (;;) {
        Side *s = &side[me];
        uint8_t moves[64];
        int next = !me;
        draw(s);
        int n = list(moves, s, &side[!me]);
        int move = moves[below(n)], k = move % THROW;
        decisions++;
        if (move >= THROW) {
            lose(s, k);
            throw_away(k);
        } else switch (role[k]) {
            case DISTANCE:
                lose(s, k);
                s->laid_200 += k == KM200;
                s->km += km_of[k];
                if (s->km == goal) {
                    if (caller < 0 && goal < 1000) {
                        decisions++;
                        if (!below(2)) { caller = me; goal = 1000; }
                    }
                    if (s->km == goal) { winner = me; crowned = !left; goto over; }
                }
                break;
            case ROLL: lose(s, k); s->battle = k; break;
            case REMEDY: lose(s, k); s->battle = k; break;
            case LIMIT_END: lose(s, k); s->limited = 0; break;
            case ATTACK: {
                lose(s, k);
                int who = attack(me, k);
                if (who >= 0) next = who;
                break;
            }
            case SAFETY: {
                int again = left > 0;
                expose(s, k);
                if (again) next = me;
                break;
            }
        }
        if (!left && !side[next].cards) {
            next = !next;
            if (!side[next].cards) break;
        }
        me = next;
    }
over:;
    int a = points(0), b = points(1);
    won[0] += a >= b;
    won[1] += b >= a;
    return decisions;
}
