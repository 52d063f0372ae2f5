/* The plain way to evaluate one 7 Up shoe, for scripts/bench.py to measure against: nested loops over the Player's
   second card, the unordered pair of Banker cards and the third cards, every weight a product of the counts left.
   Reads lines of ten counts, writes for each the deals of Player with 7, Player, Banker with 7, Banker, Tie on 7, Tie,
   and of two or more sevens. */
#include <stdio.h>
#include <stdint.h>
#include <string.h>

static int draws(int total, int third) {
    static const char *row[8] = {"DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDDDD", "DDDDDDDDSDD",
                                 "SSDDDDDDSSD", "SSSSDDDDSSD", "SSSSSSDDSSS", "SSSSSSSSSSS"};
    return row[total][third] == 'D';
}

static void settle(int p, int b, int sevens, int64_t w, int64_t out[7]) {
    if (p > b) out[p == 7 ? 0 : 1] += w;
    else if (b > p) out[b == 7 ? 2 : 3] += w;
    else out[p == 7 ? 4 : 5] += w;
    if (sevens >= 2) out[6] += w;
}

static void shoe(int64_t n[10], int64_t out[7]) {
    int64_t all = 0;
    for (int v = 0; v < 10; v++) all += n[v];
    int64_t left3 = all - 3, left4 = all - 4;
    memset(out, 0, 7 * sizeof *out);
    for (int x = 0; x < 10; x++) {
        int64_t wx = n[x]; if (!wx) continue; n[x]--;
        for (int a = 0; a < 10; a++) {
            int64_t wa = n[a]; if (!wa) continue; n[a]--;
            for (int c = a; c < 10; c++) {
                int64_t w = wx * wa * n[c] * (a == c ? 1 : 2); if (!w) continue; n[c]--;
                int p = (7 + x) % 10, b = (a + c) % 10, sevens = 1 + (x == 7) + (a == 7) + (c == 7);
                if (p >= 8 || b >= 8) settle(p, b, sevens, w * left3 * left4, out);
                else if (p >= 6) {
                    if (!draws(b, 10)) settle(p, b, sevens, w * left3 * left4, out);
                    else for (int y = 0; y < 10; y++) if (n[y]) settle(p, (b + y) % 10, sevens + (y == 7), w * n[y] * left4, out);
                } else for (int z = 0; z < 10; z++) {
                    int64_t wz = w * n[z]; if (!wz) continue;
                    int q = (p + z) % 10, s = sevens + (z == 7);
                    if (!draws(b, z)) { settle(q, b, s, wz * left4, out); continue; }
                    n[z]--;
                    for (int y = 0; y < 10; y++) if (n[y]) settle(q, (b + y) % 10, s + (y == 7), wz * n[y], out);
                    n[z]++;
                }
                n[c]++;
            }
            n[a]++;
        }
        n[x]++;
    }
}

int main(void) {
    int64_t n[10], out[7];
    while (scanf("%ld %ld %ld %ld %ld %ld %ld %ld %ld %ld", n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9) == 10) {
        shoe(n, out);
        printf("%ld %ld %ld %ld %ld %ld %ld\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6]);
    }
    return 0;
}
