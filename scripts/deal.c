/* A plain simulator of 7 Up from shoes, for scripts/bench.py to measure against: xoshiro256**, Fisher and Yates over the
   whole shoe, first card shown and as many skipped, cut card 14 from the end, that coup the last.
   Counts what the package counts: Player's total, Banker's total, cards of each hand, sevens; and for each bet the sums
   over shoes that a standard error needs. Usage: deal SHOES; writes the coups, and how often Player, Banker and neither won. */
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>

static uint64_t s[4] = {1, 2, 3, 4};
static inline uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }
static inline uint64_t next(void) {
    uint64_t r = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return r;
}
static const char *rows[8] = {"DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDSDD",
                              "SSDDDDDDSSD", "SSSSDDDDSSD", "SSSSSSDDSSS", "SSSSSSSSSSS"};

int main(int argc, char **argv) {
    long shoes = argc > 1 ? atol(argv[1]) : 1000, coups = 0, won[3] = {0, 0, 0};
    static long cells[10][10][2][2][7], moments[4][5];
    int cards[416], n = 416;
    for (int i = 0; i < n; i++) cards[i] = (i % 13) < 9 ? i % 13 + 1 : 0;
    for (long k = 0; k < shoes; k++) {
        for (int i = n - 1; i > 0; i--) {
            int j = (int)((next() >> 32) * (uint64_t)(i + 1) >> 32), t = cards[i];
            cards[i] = cards[j]; cards[j] = t;
        }
        int at = 1 + (cards[0] ? cards[0] : 10), cut = n - 14;
        long units[4] = {0, 0, 0, 0}, played = 0;
        while (at < cut) {
            int b = (cards[at] + cards[at + 2]) % 10, p = (7 + cards[at + 1]) % 10, third = 10, last = 10;
            int sevens = 1 + (cards[at] == 7) + (cards[at + 1] == 7) + (cards[at + 2] == 7);
            at += 3;
            if (p < 8 && b < 8) {
                if (p <= 5) { third = cards[at++]; p = (p + third) % 10; }
                if (rows[b][third] == 'D') { last = cards[at++]; b = (b + last) % 10; }
            }
            sevens += (third == 7) + (last == 7);
            cells[p][b][third < 10][last < 10][sevens]++;
            units[0] += p > b ? (p == 7 ? 1 : 2) : b > p ? -2 : 0;
            units[1] += b > p ? (b == 7 ? 3 : 2) : p > b ? -2 : 0;
            units[2] += p == b ? (p == 7 ? 9 : 7) : -1;
            units[3] += sevens >= 2 ? 3 : -2;
            played++;
        }
        coups += played;
        for (int bet = 0; bet < 4; bet++) {
            moments[bet][0] += played; moments[bet][1] += played * played; moments[bet][2] += units[bet];
            moments[bet][3] += units[bet] * units[bet]; moments[bet][4] += units[bet] * played;
        }
    }
    for (int p = 0; p < 10; p++) for (int b = 0; b < 10; b++)
        for (int i = 0; i < 28; i++) won[p > b ? 0 : b > p ? 1 : 2] += (&cells[p][b][0][0][0])[i];
    printf("%ld %ld %ld %ld\n", coups, won[0], won[1], won[2]);
    return 0;
}
