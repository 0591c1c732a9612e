/* Course Folle for two players with free edges, random moves: what one would write by hand for this one game.
   The halves of a card are at one edge only, which is ignored: with free edges any two of a kind pair.
   See games.h for its arguments and what it prints. */

#include "games.h"

enum { TRAIN, CAR, MOTORBIKE, BOAT, PLANE, VEHICLES };
enum { TOP, FASTEST, LATE, MASKED, SPEED, EXCHANGE, NO_BOOSTER };
enum { COLOURS = 7, VIOLET = 6, WHITE = -1, CARDS = COLOURS * VEHICLES, STARTERS = 8, N = 2 };

typedef struct { int colour, vehicle, speed, booster; } Card;

static const int full[VEHICLES] = {1, 1, 2, 2, 0}, half[VEHICLES] = {0, 1, 0, 1, 2};
static const int speeds[VEHICLES][COLOURS] = {{10, 11, 12, 13, 14, 15, 16}, {23, 24, 25, 26, 20, 21, 22},
    {36, 30, 31, 32, 33, 34, 35}, {42, 43, 44, 45, 46, 40, 41}, {55, 56, 50, 51, 52, 53, 54}};
static const int first[COLOURS] = {0, 1, 2, 3, 4, 5, 0};
static const int starters[STARTERS][2] = {{0, 17}, {0, 18}, {1, 27}, {1, 28}, {2, 37}, {3, 47}, {4, 57}, {4, 58}};

static Card hand[N][VEHICLES], route[N][VEHICLES], display[N + 1];
static int cards, laid, shown, row[VEHICLES], colour[N], active[N], marker;
static long decisions;

static int pick(int n) {
    decisions++;
    return below(n);
}

/* Raise a vehicle to a row; those from there on go down by one. Or lower it to the last: the others go up. */
static void put(int vehicle, int to) {
    int from = row[vehicle];
    for (int v = 0; v < VEHICLES; v++) {
        if (row[v] >= to && row[v] < from) row[v]++;
        if (row[v] > from && row[v] <= to) row[v]--;
    }
    row[vehicle] = to;
}

static void reward(int p) {
    if (active[p] == TOP) {
        active[p] = NO_BOOSTER;
        int raised = pick(VEHICLES + 1);
        if (raised) put(raised - 1, 0);
    } else if (active[p] == EXCHANGE) {
        int which[VEHICLES], n = 0;
        active[p] = NO_BOOSTER;
        for (int i = 0; i < cards; i++)
            if (hand[p][i].vehicle != TRAIN) which[n++] = i;
        if (!n) return;
        int move = pick(1 + n * laid);
        if (move--) {
            Card *mine = &hand[p][which[move % n]], *there = &route[p][move / n], kept = *mine;
            *mine = *there;
            *there = kept;
        }
    }
}

static void play_round(void) {
    Card played[N];
    int disguised[N] = {0}, by_row[N], order[N], keys[N];
    for (int p = 0; p < N; p++) {
        int i = pick(cards);
        played[p] = hand[p][i];
        hand[p][i] = hand[p][cards - 1];
    }
    cards--;
    for (int step = 0; step < N; step++) {
        int p = (marker + step) % N;
        if (active[p] == MASKED && row[played[p].vehicle]) disguised[p] = pick(2) == 0;
    }
    /* By row, then boosted, then the fastest, then from the marker on. */
    for (int p = 0; p < N; p++) {
        int speed = disguised[p] ? 0 : played[p].speed, at = disguised[p] ? 0 : row[played[p].vehicle];
        keys[p] = ((at * 2 + (active[p] != FASTEST)) * 64 + (63 - speed)) * N + (p - marker + N) % N;
    }
    by_row[0] = keys[0] < keys[1] ? 0 : 1;
    by_row[1] = !by_row[0];
    order[0] = by_row[0];
    if (active[0] == SPEED || active[1] == SPEED) {
        for (int p = 0; p < N; p++) {
            int speed = disguised[p] ? 0 : played[p].speed, at = disguised[p] ? 0 : row[played[p].vehicle];
            keys[p] = (((63 - speed) * 8 + at) * 2 + (active[p] != FASTEST)) * N + (p - marker + N) % N;
        }
        order[0] = keys[0] < keys[1] ? 0 : 1;
    }
    order[1] = !order[0];
    for (int n = 0; n < N; n++) {
        int i = pick(shown);
        route[order[n]][laid] = display[i];
        for (shown--; i < shown; i++) display[i] = display[i + 1];
    }
    laid++;
    for (int i = 0; i < shown; i++) {
        int at = row[display[i].vehicle];
        put(display[i].vehicle, at ? at - 1 : VEHICLES - 1);
    }
    for (int p = 0; p < N; p++) {
        display[shown++] = played[p];
        active[p] = p == by_row[N - 1] && cards ? played[p].booster : NO_BOOSTER;
    }
    for (int step = 0; step < N; step++) reward((marker + step) % N);
    marker = (marker + 1) % N;
}

/* The points, and where they are equal the faster cards. */
static int points(int p) {
    int halves[3] = {0}, total = 0, white = 0, speed = 0;
    for (int i = 0; i < laid; i++) {
        Card *card = &route[p][i];
        halves[half[card->vehicle]]++;
        total += full[card->vehicle] + (card->colour == colour[p]);
        white += card->colour == WHITE;
        speed += card->speed;
    }
    total += halves[1] / 2 + 4 * (halves[2] / 2) + (colour[p] == VIOLET && white >= 2);
    return total * 1024 + speed;
}

static long play_game(long *won) {
    uint8_t deck[STARTERS];
    decisions = 0;
    colour[0] = below(COLOURS);
    colour[1] = (colour[0] + 1 + below(COLOURS - 1)) % COLOURS;
    for (int p = 0; p < N; p++) {
        int c = colour[p];
        for (int v = 0; v < VEHICLES; v++) hand[p][v] = (Card){c, v, speeds[v][c], (first[c] + v) % 6};
        active[p] = NO_BOOSTER;
    }
    for (int v = 0; v < VEHICLES; v++) row[v] = v;
    for (int i = 0; i < STARTERS; i++) deck[i] = i;
    for (int i = 0; i <= N; i++) {
        int j = i + below(STARTERS - i), one = deck[j];
        deck[j] = deck[i];
        display[i] = (Card){WHITE, starters[one][0], starters[one][1], NO_BOOSTER};
    }
    shown = N + 1;
    laid = 0;
    cards = VEHICLES;
    marker = below(N);
    while (cards) play_round();
    int a = points(0), b = points(1);
    won[0] += a >= b;
    won[1] += b >= a;
    return decisions;
}
