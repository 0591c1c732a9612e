/* Mille Bornes for two players, a single hand, random moves: what one would write by hand for this one game.
   Usage: mille_bornes GAMES SEED. Prints games, decisions, games won by each side, and seconds. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

typedef struct { uint8_t kind[102]; int n; } Stack;
typedef struct {
    uint8_t hand[KINDS];
    int cards, km, coups;
    uint8_t laid[KINDS], safe[KINDS];
    int safeties, needs_green;
    Stack battle, speed;
} Side;
typedef struct { uint8_t kind; uint8_t what; } Move;
enum { PLAY, THROW };

static uint64_t seed, drawn;
static Side side[2];
static Stack pile, discard;
static int thrown[KINDS];
static int goal, caller, winner, crowned;

static uint64_t next_number(void) {
    uint64_t z = seed + ++drawn * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint32_t below(uint32_t k) {
    for (;;) {
        uint64_t p = (next_number() >> 32) * k;
        uint32_t low = (uint32_t)p;
        if (low >= k || low >= (uint32_t)-k % k) return p >> 32;
    }
}

static int top(const Stack *s) { return s->n ? s->kind[s->n - 1] : -1; }
static void push(Stack *s, int kind) { s->kind[s->n++] = kind; }
static void throw_away(int kind) { push(&discard, kind); thrown[kind]++; }

static void draw(Side *s) {
    if (!pile.n) return;
    int i = below(pile.n), kind = pile.kind[i];
    pile.kind[i] = pile.kind[--pile.n];
    s->hand[kind]++;
    s->cards++;
}

static void lose(Side *s, int kind) { s->hand[kind]--; s->cards--; }
static int attacked(const Side *s) { int t = top(&s->battle); return t >= 0 && role[t] == ATTACK; }
static int breakdown(const Side *s) { return attacked(s) && top(&s->battle) != RED; }
static int limited(const Side *s) { return top(&s->speed) == LIMIT; }
static int rolling(const Side *s) {
    return (top(&s->battle) == GO && !s->needs_green) || (s->safe[PRIORITY] && !breakdown(s));
}

static void expose(Side *s, int safety) {
    lose(s, safety);
    s->safe[safety] = 1;
    s->safeties++;
    int t = top(&s->battle);
    if (t >= 0 && role[t] == ATTACK && safety_of[t] == safety) {
        s->battle.n--;
        throw_away(t);
        s->needs_green = 0;
    }
    if (safety == PRIORITY && limited(s)) {
        s->speed.n--;
        throw_away(LIMIT);
    }
}

static int list(Move *moves, const Side *me, const Side *you) {
    int n = 0, roll = rolling(me), slow = limited(me), t = top(&me->battle);
    if (roll)
        for (int k = KM25; k <= KM200; k++)
            if (me->hand[k] && !(slow && km_of[k] > 50) && me->km + km_of[k] <= goal && !(k == KM200 && me->laid[KM200] >= 2))
                moves[n++] = (Move){k, PLAY};
    if (me->hand[GO] && !roll && !breakdown(me)) moves[n++] = (Move){GO, PLAY};
    if (attacked(me))
        for (int k = REPAIR; k <= PETROL; k++)
            if (me->hand[k] && lifts[k] == t) moves[n++] = (Move){k, PLAY};
    if (me->hand[END_LIMIT] && slow) moves[n++] = (Move){END_LIMIT, PLAY};
    int yours = rolling(you), held = limited(you);
    for (int k = ACCIDENT; k <= LIMIT; k++)
        if (me->hand[k] && !you->safe[safety_of[k]] && (k == LIMIT ? !held : yours)) moves[n++] = (Move){k, PLAY};
    for (int k = ACE; k <= PRIORITY; k++)
        if (me->hand[k]) moves[n++] = (Move){k, PLAY};
    for (int k = 0; k < KINDS; k++)
        if (me->hand[k]) moves[n++] = (Move){k, THROW};
    return n;
}

/* The attack is laid, unless whoever is attacked holds the safety; who has the next turn. */
static int attack(int me, int kind) {
    Side *you = &side[!me];
    int safety = safety_of[kind];
    if (!side[me].safe[safety] && !you->safe[safety] && !thrown[safety] && you->hand[safety]) {
        int again = pile.n > 0;
        throw_away(kind);
        expose(you, safety);
        you->coups++;
        if (again) draw(you);
        return again ? !me : -1;
    }
    push(kind == LIMIT ? &you->speed : &you->battle, kind);
    return -1;
}

static int points(int who) {
    Side *s = &side[who];
    int p = s->km + 100 * s->safeties + (s->safeties == 4 ? 300 : 0) + 300 * s->coups;
    if (winner == who) {
        p += 400 + (crowned ? 300 : 0) + (s->laid[KM200] ? 0 : 300);
        if (caller == who) p += 200;
    } else if (caller == !who && winner != caller) {
        p += 200;
    }
    if (s->km && !side[!who].km) p += 500;
    return p;
}

static long play_game(int *won) {
    long decisions = 0;
    memset(side, 0, sizeof side);
    memset(thrown, 0, sizeof thrown);
    pile.n = discard.n = 0;
    goal = 700;
    caller = winner = -1;
    crowned = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = 0; i < copies[k]; i++) push(&pile, k);
    int me = below(2);
    for (int i = 0; i < 6; i++) { draw(&side[me]); draw(&side[!me]); }
    for (;;) {
        Side *s = &side[me];
        Move moves[64];
        int next = !me;
        draw(s);
        int n = list(moves, s, &side[!me]);
        Move move = moves[below(n)];
        int k = move.kind;
        decisions++;
        if (move.what == THROW) {
            lose(s, k);
            throw_away(k);
        } else switch (role[k]) {
            case DISTANCE:
                lose(s, k);
                s->laid[k]++;
                s->km += km_of[k];
                if (s->km == goal) {
                    if (caller < 0 && goal < 1000) {
                        decisions++;
                        if (!below(2)) { caller = me; goal = 1000; }
                    }
                    if (s->km == goal) { winner = me; crowned = !pile.n; goto over; }
                }
                break;
            case ROLL: lose(s, k); push(&s->battle, k); s->needs_green = 0; break;
            case REMEDY: lose(s, k); push(&s->battle, k); break;
            case LIMIT_END: lose(s, k); push(&s->speed, k); break;
            case ATTACK: {
                lose(s, k);
                int who = attack(me, k);
                if (who >= 0) next = who;
                break;
            }
            case SAFETY: {
                int again = pile.n > 0;
                expose(s, k);
                if (again) next = me;
                break;
            }
        }
        if (!pile.n && !side[next].cards) {
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

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000, first = argc > 2 ? atol(argv[2]) : 0, decisions = 0;
    int won[2] = {0, 0};
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long g = 0; g < games; g++) {
        seed = first + g;
        drawn = 0;
        decisions += play_game(won);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%ld %ld %d %d %f\n", games, decisions, won[0], won[1],
           (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
