/* What the programs share that are written by hand for one game each: cheap random numbers, and the clock.
   Usage: PROGRAM GAMES SEED. Prints games, decisions, seconds, and how often each seat has won. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 4 };

static uint64_t state;

/* A number from 0 to k - 1, by xorshift and a multiplication. */
static inline uint32_t below(uint32_t k) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)(((state * 0x2545F4914F6CDD1Du >> 32) * k) >> 32);
}

static inline void shuffle(uint8_t *cards, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* One game: the number of its decisions. */
static long play_game(long *won);

int main(int argc, char **argv) {
    long games = argc > 1 ? atol(argv[1]) : 100000, first = argc > 2 ? atol(argv[2]) : 0, decisions = 0;
    long won[SEATS] = {0};
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long g = 0; g < games; g++) {
        state = (uint64_t)(first + g + 1) * 0x9E3779B97F4A7C15u;
        decisions += play_game(won);
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) / 1e9;
    printf("%ld %ld %f", games, decisions, seconds);
    for (int p = 0; p < SEATS; p++) printf(" %ld", won[p]);
    printf("\n");
    return 0;
}
