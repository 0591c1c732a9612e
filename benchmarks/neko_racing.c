/* NekoNeko Racing for three players on the short circuit with one lap, random moves: what one would write by hand for
   this one game. With one lap no car goes round, so cars are compared by their columns alone.
   See games.h for its arguments and what it prints. */

#include "games.h"

enum { N = 3, NUMBERS = 10, LANES = 3, COLUMNS = 25, LINE = COLUMNS + 1 };

static const int steps_of[NUMBERS + 1] = {0, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1};

/* A card is its colour times 16, plus its number. */
static uint8_t hand[N][NUMBERS], boosts[N][NUMBERS];
static int cards[N], boosted[N], trump[N], lead, column[N], lane[N];
static long decisions;

static int pick(int n) {
    decisions++;
    return below(n);
}

/* The car drives; whether it is over the line. */
static int drive(int p, int steps) {
    int at[N], lanes[N], rivals = 0, found[2 * COLUMNS], n = 0, start = column[p];
    for (int q = 0; q < N; q++)
        if (q != p && column[q] > 0) {
            at[rivals] = column[q];
            lanes[rivals++] = lane[q];
        }
    int low = start + steps < LINE ? start + steps : LINE;
    int high = start + steps + rivals < LINE ? start + steps + rivals : LINE;
    for (int l = 0; l < LANES; l++)
        for (int c = low; c <= high; c++) {
            int between = 0, columns = 0, taken = 0;
            for (int r = 0; r < rivals; r++) {
                int passed = at[r] > start && at[r] < c;
                between += passed;
                columns += passed && !(r && at[0] == at[r]);
                taken |= at[r] == c && lanes[r] == l;
            }
            int shortest = c - start - columns, longest = c - start - between + columns;
            if (l == 0 ? c == LINE && shortest <= steps : c < LINE && !taken && shortest <= steps && steps <= longest)
                found[n++] = l * 32 + c;
        }
    int to = found[pick(n)];
    lane[p] = to / 32;
    column[p] = to % 32;
    lead = p;
    return column[p] == LINE;
}

static int use_boosts(int p, int led) {
    if (!boosted[p]) return 0;
    int which = pick(1 << boosted[p]), steps = 0, kept = 0;
    for (int i = 0; i < boosted[p]; i++) {
        int card = boosts[p][i];
        if (which >> i & 1) steps += card / 16 == led ? steps_of[card % 16] : 1;
        else boosts[p][kept++] = card;
    }
    boosted[p] = kept;
    return steps;
}

static int trick(void) {
    int led = -1, taker = -1, best = -1, number = 0;
    for (int step = 0; step < N; step++) {
        int p = (lead + step) % N, which[NUMBERS], n = 0;
        for (int i = 0; i < cards[p]; i++)
            if (hand[p][i] / 16 == led) which[n++] = i;
        if (!n)
            for (; n < cards[p]; n++) which[n] = n;
        int i = which[pick(n)], card = hand[p][i];
        hand[p][i] = hand[p][--cards[p]];
        if (led < 0) led = card / 16;
        if (card / 16 == led) {
            int strength = card % 16 == trump[p] ? 16 + step : card % 16;
            if (strength > best) {
                best = strength;
                taker = p;
                number = card % 16;
            }
        } else {
            boosts[p][boosted[p]++] = card;
        }
    }
    return drive(taker, steps_of[number] + use_boosts(taker, led));
}

static int play_round(void) {
    uint8_t deck[N * NUMBERS];
    for (int i = 0; i < N * NUMBERS; i++) deck[i] = i / NUMBERS * 16 + i % NUMBERS + 1;
    shuffle(deck, N * NUMBERS);
    for (int p = 0; p < N; p++) {
        memcpy(hand[p], deck + p * NUMBERS, NUMBERS);
        cards[p] = NUMBERS;
        boosted[p] = 0;
    }
    for (int t = 0; t < NUMBERS; t++)
        if (trick()) return 1;
    int last = (lead + 1) % N;
    for (int step = 2; step <= N; step++) {
        int p = (lead + step) % N;
        if (column[p] < column[last]) last = p;
    }
    lead = last;
    return 0;
}

static long play_game(long *won) {
    uint8_t colours[N];
    decisions = 0;
    for (int p = 0; p < N; p++) {
        colours[p] = p;
        column[p] = lane[p] = 0;
    }
    shuffle(colours, N);
    for (int p = 0; p < N; p++) {
        trump[p] = 3 + colours[p];
        if (!colours[p]) lead = p;
    }
    while (!play_round()) {}
    won[lead]++;
    return decisions;
}
