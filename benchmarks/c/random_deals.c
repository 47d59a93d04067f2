/* The kernel's random legal deals as a plain C program: the same draws, cards, rules and scores.
 *
 *     gcc -O3 -march=native -o random_deals random_deals.c && ./random_deals SEED FIRST COUNT
 *
 * The Bulgarian rules are written into it. It prints the four sums and the seconds of processor time taken.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t a, b, c, d;

static inline uint32_t draw(void) {
    uint32_t word = a + b + d++;
    a = b ^ (b >> 9);
    b = c + (c << 3);
    c = ((c << 21) | (c >> 11)) + word;
    return word;
}

static inline uint32_t below(uint32_t limit) {
    return limit < 2 ? 0 : (uint32_t)(((uint64_t)draw() * limit) >> 32);
}

static void start(uint64_t seed, uint64_t number) {
    a = (uint32_t)seed;
    b = (uint32_t)((seed >> 32) ^ ((number >> 32) << 1));
    c = (uint32_t)number;
    d = 1;
    for (int round = 0; round < 15; round++) draw();
}

enum { NO_TRUMPS = 4, ALL_TRUMPS = 5, KING = 6, QUEEN = 5 };
static const int PLAIN_POINTS[8] = {0, 0, 0, 10, 2, 3, 4, 11};  /* 7 8 9 T J Q K A */
static const int TRUMP_POINTS[8] = {0, 0, 14, 10, 20, 3, 4, 11};
static const int PLAIN_ORDER[8] = {0, 1, 2, 6, 3, 4, 5, 7};
static const int TRUMP_ORDER[8] = {0, 1, 6, 4, 7, 2, 3, 5};
static uint32_t beats[6][32], trumps_of[6];
static int points_of[6][32];

static void make_tables(void) {
    for (int contract = 0; contract < 6; contract++) {
        uint32_t trumps = contract < 4 ? 0xFFu << (8 * contract) : contract == ALL_TRUMPS ? ~0u : 0;
        trumps_of[contract] = trumps;
        for (int card = 0; card < 32; card++) {
            int is_trump = trumps >> card & 1;
            const int *order = is_trump ? TRUMP_ORDER : PLAIN_ORDER;
            uint32_t mask = is_trump ? 0 : trumps;
            for (int rank = 0; rank < 8; rank++)
                if (order[rank] > order[card & 7]) mask |= 1u << ((card & ~7) | rank);
            beats[contract][card] = mask;
            points_of[contract][card] = (is_trump ? TRUMP_POINTS : PLAIN_POINTS)[card & 7];
        }
    }
}

static inline int nth(uint32_t mask, int place) {
    while (place-- > 0) mask &= mask - 1;
    return __builtin_ctz(mask);
}

/* Bulgarian duties: trump unless the partner wins, overtrump or any card, beat in trumps. */
static inline uint32_t legal_cards(uint32_t hand, uint32_t led, uint32_t trumps, uint32_t higher,
                                   int trumped, int partner) {
    uint32_t follow = hand & led, over;
    if (led & trumps) {
        if (!follow) return hand;
        over = follow & higher;
        return over ? over : follow;
    }
    if (follow) return follow;
    uint32_t cut = hand & trumps;
    if (!cut || partner) return hand;
    if (trumped) {
        over = cut & higher;
        return over ? over : hand;
    }
    return cut;
}

static const int PACKETS[3] = {3, 2, 3};
static uint32_t hands[4];
static int8_t pack[32], trace[32];
static int points[2], tricks[2], belotes[2], totals[2], scores[2], hangs, capot;

static void deal_cards(int dealer) {
    for (int card = 0; card < 32; card++) pack[card] = (int8_t)card;
    for (int last = 31; last > 0; last--) {
        int place = (int)below((uint32_t)last + 1);
        int8_t kept = pack[last];
        pack[last] = pack[place];
        pack[place] = kept;
    }
    for (int seat = 0; seat < 4; seat++) hands[seat] = 0;
    int next = 0;
    for (int round = 0; round < 3; round++)
        for (int turn = 1; turn <= 4; turn++)
            for (int card = 0; card < PACKETS[round]; card++)
                hands[(dealer + turn) & 3] |= 1u << pack[next++];
}

static int play(int contract, int dealer) {
    uint32_t trumps = trumps_of[contract];
    int seat = (dealer + 1) & 3, moves = 0;
    for (int side = 0; side < 2; side++) points[side] = tricks[side] = belotes[side] = 0;
    for (int trick = 0; trick < 8; trick++) {
        uint32_t led = 0, higher = 0;
        int best = 0, winner = 0, pot = 0;
        for (int place = 0; place < 4; place++) {
            uint32_t hand = hands[seat], legal = hand;
            if (place)
                legal = legal_cards(hand, led, trumps, higher, !(led >> best & 1),
                                    !((winner ^ seat) & 1));
            int card = legal & (legal - 1)
                           ? nth(legal, (int)below((uint32_t)__builtin_popcount(legal)))
                           : __builtin_ctz(legal);
            uint32_t bit = 1u << card, pair = 0x60u << (card & ~7);
            if ((hand & pair) == pair && bit & pair) {
                int suit = card >> 3;
                if (contract == suit ||
                    (contract == ALL_TRUMPS && (!place || led >> card & 1)))
                    belotes[seat & 1]++;
            }
            hands[seat] = hand ^ bit;
            trace[moves++] = (int8_t)card;
            pot += points_of[contract][card];
            if (!place) led = 0xFFu << (card & ~7);
            if (!place || higher & bit) {
                best = card;
                winner = seat;
                higher = beats[contract][card];
            }
            seat = (seat + 1) & 3;
        }
        seat = winner;
        points[winner & 1] += pot;
        tricks[winner & 1]++;
    }
    points[seat & 1] += 10;
    return seat & 1;
}

static int rounded(int total, int contract, int up) {
    int limit = contract == NO_TRUMPS ? 5 : contract == ALL_TRUMPS ? 4 : 6, digit = total % 10;
    return total / 10 + (digit > limit || (digit == limit && up));
}

static void settle(int contract, int side, int last) {
    capot = tricks[last] == 8 ? last : -1;
    for (int s = 0; s < 2; s++) {
        totals[s] = (points[s] + 20 * belotes[s]) * (contract == NO_TRUMPS ? 2 : 1);
        scores[s] = 0;
    }
    hangs = 0;
    if (capot >= 0) totals[capot] += 90;
    int mine = totals[side], other = totals[1 - side];
    if (mine > other) {
        scores[side] = rounded(mine, contract, 0);
        scores[1 - side] = rounded(other, contract, 1);
    } else if (mine == other) {
        scores[1 - side] = rounded(other, contract, 0);
        hangs = rounded(mine, contract, 1);
    } else {
        scores[1 - side] = rounded(mine + other, contract, 0);
    }
}

int main(int count, char **words) {
    if (count != 4) return 2;
    uint64_t seed = strtoull(words[1], 0, 10), first = strtoull(words[2], 0, 10);
    uint64_t deals = strtoull(words[3], 0, 10);
    int64_t sums[4] = {0, 0, 0, 0};
    struct timespec begin, end;
    make_tables();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
    for (uint64_t number = first; number < first + deals; number++) {
        start(seed, number);
        deal_cards((int)(number & 3));
        int contract = (int)below(6), bidder = (int)below(4);
        int last = play(contract, (int)(number & 3));
        settle(contract, bidder & 1, last);
        sums[0] += scores[0];
        sums[1] += scores[1];
        sums[2] += hangs;
        sums[3] += capot >= 0;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - begin.tv_sec);
    seconds += (double)(end.tv_nsec - begin.tv_nsec) / 1e9;
    printf("%lld %lld %lld %lld %.9f\n", (long long)sums[0], (long long)sums[1],
           (long long)sums[2], (long long)sums[3], seconds);
    return 0;
}
