/* The double-dummy solver of games/belot/solving/double_dummy once more in C, function by function.

   cc -O3 -march=native -o solver solver.c
   Reads the duties of play, then four masks a board; prints 24 results, milliseconds and nodes. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef int64_t num;
typedef uint32_t mask;

enum { BEAT_PLAIN = 1, FREE_IN_TRUMPS = 2, FREE_WHEN_VOID = 4, OVERTRUMP = 8, ELSE_ANY_CARD = 16 };
enum { NO_TRUMPS = 4, ALL_TRUMPS = 5, LAST_TEN = 10, CAPOT = 90, FAR = 4096 };
enum { TABLE_BITS = 16 };
#define NOTHING (-1)
#define NO_LOW (-256)
#define NO_HIGH 767

typedef struct {
    int seat, trumped, winner, pot, need, count, state, value, gain, best, moves, rest;
    mask led, higher, left, move;
    num key;
    int list[8];
} frame;

static mask trumps, hands[4], canon[4][256];
static int duties, points[32];
static int history[2][32];
static num generation, nodes;
static frame frames[34];
static num table[2 << TABLE_BITS];

static const int TRUMP_RANKS[8] = {0, 1, 5, 6, 3, 7, 2, 4}, PLAIN_RANKS[8] = {0, 1, 2, 4, 5, 6, 3, 7};
static const int TRUMP_STEPS[8] = {0, 0, 3, 4, 10, 11, 14, 20}, PLAIN_STEPS[8] = {0, 0, 0, 2, 3, 4, 10, 11};

static inline int lowest(mask m) { return __builtin_ctz(m); }
static inline int popcount(mask m) { return __builtin_popcount(m); }
static inline mask suit_of(int label) { return 0xFFu << (label & 24); }
static inline mask above(mask bit) {
    return (suit_of(lowest(bit)) & -(bit << 1)) | (trumps & bit ? 0 : trumps);
}
static inline mask everything(void) { return hands[0] | hands[1] | hands[2] | hands[3]; }
static int points_in(mask m) {
    int total = 0;
    for (; m; m &= m - 1) total += points[lowest(m)];
    return total;
}

static inline mask legal_cards(mask hand, mask led, mask higher, int trumped, int partner) {
    mask follow = hand & led, cut, over;
    if (led & trumps) {
        if (!follow) return hand;
        if (partner && duties & FREE_IN_TRUMPS) return follow;
        over = follow & higher;
        return over ? over : follow;
    }
    if (follow) {
        if (duties & BEAT_PLAIN && !trumped && (over = follow & higher)) return over;
        return follow;
    }
    cut = hand & trumps;
    if (!cut || (partner && duties & FREE_WHEN_VOID)) return hand;
    if (trumped && duties & OVERTRUMP) {
        over = cut & higher;
        return over ? over : duties & ELSE_ANY_CARD ? hand : cut;
    }
    return cut;
}

static int ending(int state) { return state == 1 ? CAPOT : state == 2 ? -CAPOT : 0; }

static int last_winner(int leader) {
    mask best = hands[leader];
    int winner = leader;
    for (int step = 1; step < 4; step++) {
        int seat = (leader + step) & 3;
        if (above(best) & hands[seat]) best = hands[seat], winner = seat;
    }
    return winner;
}

static inline mask top_of(mask m) { return m ? 0x80000000u >> __builtin_clz(m) : 0; }
static inline int max(int a, int b) { return a > b ? a : b; }
static inline int min(int a, int b) { return a < b ? a : b; }

static int cashed(int seat, int tricks, int most) {
    mask own = hands[seat], a = hands[(seat + 1) & 3], b = hands[(seat + 2) & 3], c = hands[(seat + 3) & 3];
    int trumpers = 0, rounds = 0, total = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        mask suit = 0xFFu << shift, mine = own & suit;
        int la = popcount(a & suit), lb = popcount(b & suit), lc = popcount(c & suit), count = 0;
        if (mine) {
            mask others = (a | b | c) & suit, tops = others ? mine & ~((top_of(others) << 1) - 1) : mine;
            if (others >> 31) tops = 0;
            count = popcount(tops);
            if (count >= max(max(la, lb), lc)) tops = mine, count = popcount(mine);
            int safe = 8;
            if (trumpers & 1) safe = min(safe, la);
            if (trumpers & 2) safe = min(safe, lb);
            if (trumpers & 4) safe = min(safe, lc);
            while (count > safe) tops &= tops - 1, count--;
            if (count) {
                rounds += count;
                total += points_in(tops);
                if (la <= count) total += points_in(a & suit);
                if (lb <= count) total += points_in(b & suit);
                if (lc <= count) total += points_in(c & suit);
            }
        }
        if (shift == 24 && trumps == 0xFF000000u) trumpers = (la > count) | (lb > count) << 1 | (lc > count) << 2;
    }
    return rounds >= tricks ? most : rounds ? total : NOTHING;
}

static int caught(int leader, mask left, int tricks, int most) {
    mask hand = hands[leader];
    int first = (leader + 1) & 3, third = (leader + 3) & 3, with_first = FAR, with_third = FAR;
    for (int shift = 0; shift < 32; shift += 8) {
        mask suit = 0xFFu << shift;
        if (!(hand & suit)) continue;
        mask top = top_of(left & suit);
        if (trumps == 0xFF000000u && shift != 24)
            for (int step = 1; step < 4; step++) {
                mask other = hands[(leader + step) & 3];
                if (!(other & suit) && other & trumps) return NOTHING;
            }
        if (hands[first] & top) with_first = 0;
        else if (hands[third] & top) with_third = 0;
        else return NOTHING;
    }
    if (!with_first) with_first = cashed(first, tricks, most);
    if (!with_third) with_third = cashed(third, tricks, most);
    return min(with_first, with_third);
}

static int bounded(frame *f) {
    int state = f->state, need = f->need, most = f->rest;
    if (!f->left) {
        f->value = ending(state);
        return 1;
    }
    int cards = popcount(f->left);
    if (cards == 4) {
        int east_west = last_winner(f->seat) & 1;
        f->value = ending(state | 1 << east_west) + (east_west ? 0 : most);
        return 1;
    }
    int low = state & 1 ? 0 : -CAPOT, high = state & 2 ? most : most + CAPOT;
    if (need > high || need <= low) {
        f->value = need > high ? high : low;
        return 1;
    }
    int side = f->seat & 1, sure = cashed(f->seat, cards >> 2, most);
    if (sure == most) {
        f->value = side ? low : high;
        return 1;
    }
    if (sure == NOTHING) {
        sure = caught(f->seat, f->left, cards >> 2, most);
        side ^= 1;
    }
    if (sure == NOTHING) return 0;
    f->value = side ? most - sure : sure;
    return side ? f->value < need : f->value >= need;
}

static void learn_patterns(void) {
    for (int slot = 0; slot < 4; slot++) {
        int owner[8];
        for (int i = 0; i < 8; i++) {
            owner[i] = 4;
            for (int seat = 0; seat < 4; seat++)
                if (hands[seat] >> (8 * slot + i) & 1) owner[i] = seat;
        }
        canon[slot][0] = 0;
        for (int byte = 1; byte < 256; byte++) {
            int top = 31 - __builtin_clz(byte), place = 0;
            mask before = canon[slot][byte ^ 1 << top] >> (8 * slot);
            while (before >> place) place++;
            while (owner[place] != owner[top]) place++;
            canon[slot][byte] = (before | 1u << place) << (8 * slot);
        }
    }
}

static inline num key_of(frame *f) {
    mask m = f->left;
    return (num)(canon[0][m & 255] | canon[1][m >> 8 & 255] | canon[2][m >> 16 & 255] | canon[3][m >> 24]) |
           (num)f->seat << 32 | (num)f->state << 34 | generation << 36;
}

static inline num *place_of(num key) {
    uint64_t mixed = (uint64_t)(key ^ key >> 17) * 0x9E3779B1u;
    return table + ((mixed >> 20 & ((1 << (TABLE_BITS - 2)) - 1)) << 3);
}

static int remembered(frame *f) {
    num key = key_of(f), *entry = place_of(key);
    f->key = key;
    f->best = 32;
    for (int i = 0; i < 8; i += 2) {
        if (entry[i] != key) continue;
        num known = entry[i + 1];
        int low = (int)(known >> 32 & 1023) + NO_LOW, high = (int)(known >> 42 & 1023) + NO_LOW;
        if ((mask)known == f->left) f->best = (int)(known >> 52);
        else {
            if (low < f->need && high >= f->need) continue;
            for (int shift = 0; shift < 32; shift += 8) {
                mask old = (mask)known & 255u << shift, new = f->left & 255u << shift;
                if (old == new) continue;
                for (; old; old &= old - 1, new &= new - 1) {
                    int gap = points[lowest(new)] - points[lowest(old)];
                    if (gap > 0) high += gap;
                    else low += gap;
                }
            }
        }
        if (low >= f->need) {
            f->value = low;
            return 1;
        }
        if (high < f->need) {
            f->value = high;
            return 1;
        }
    }
    return 0;
}

static void store(frame *f) {
    num *entry = place_of(f->key), *victim = entry;
    int low = NO_LOW, high = NO_HIGH, least = FAR;
    for (int i = 0; i < 8; i += 2) {
        num known = entry[i + 1];
        if (entry[i] == f->key && (mask)known == f->left) {
            victim = entry + i;
            low = (int)(known >> 32 & 1023) + NO_LOW;
            high = (int)(known >> 42 & 1023) + NO_LOW;
            break;
        }
        int worth = entry[i] >> 36 == generation ? popcount((mask)known) : 0;
        if (worth < least) least = worth, victim = entry + i;
    }
    if (f->value >= f->need) low = f->value;
    else high = f->value;
    victim[0] = f->key;
    victim[1] = f->left | (num)(low - NO_LOW) << 32 | (num)(high - NO_LOW) << 42 | (num)f->best << 52;
}

/* Each player to come is taken to win with the highest card able to. */
static inline int promise(frame *f, int label) {
    int seat = f->seat, winner = f->winner, known = history[seat & 1][label];
    mask bit = 1u << label, led = f->count ? f->led : suit_of(label), higher = f->higher;
    if (f->count == 0 || higher & bit) {
        higher = above(bit);
        winner = seat;
    }
    for (int step = 1; step < 4 - f->count; step++) {
        int other = (seat + step) & 3;
        mask hand = hands[other], can = hand & led;
        if (!can) can = hand & trumps;
        can &= higher;
        if (can && (other ^ winner) & 1) {
            higher = above(0x80000000u >> __builtin_clz(can));
            winner = other;
        }
    }
    int pot = f->pot + points[label], score = 60 - pot - 2 * (label & 7);
    if (!((winner ^ seat) & 1)) score = (f->count == 0 && winner == seat ? 70 : 80) + pot;
    return score * 1024 + (known > 1023 ? 1023 : known);
}

static void list_moves(frame *f) {
    mask hand = hands[f->seat];
    mask legal = f->count ? legal_cards(hand, f->led, f->higher, f->trumped, !((f->winner ^ f->seat) & 1)) : hand;
    if (!(legal & (legal - 1))) {
        f->list[0] = lowest(legal);
        f->moves = 1;
        return;
    }
    int count = 0;
    for (; legal; legal &= legal - 1) {
        int label = lowest(legal), score = promise(f, label);
        if (!f->count && label == f->best) score += 1 << 20;
        f->list[count++] = score * 32 + label;
    }
    f->moves = count;
}

static mask next_move(frame *f) {
    int *best = f->list, count = f->moves - 1;
    for (int *place = f->list + 1; place <= f->list + count; place++)
        if (*place > *best) best = place;
    int label = *best & 31;
    *best = f->list[count];
    f->moves = count;
    return 1u << label;
}

static void strike_out(frame *f, int value) {
    mask move = f->move, others = f->left & ~hands[f->seat];
    int label = lowest(move), place = 0, end = f->moves;
    while (place < end) {
        int other = f->list[place] & 31, dropped = 0;
        mask bit = 1u << other;
        if (((other ^ label) & 24) == 0) {
            mask between = bit < move ? move - (bit << 1) : bit - (move << 1);
            if (!(between & others)) {
                int gap = abs(points[label] - points[other]);
                if (f->seat & 1) {
                    if (value - gap >= f->need) {
                        dropped = 1;
                        if (value - gap < f->value) f->value = value - gap;
                    }
                } else if (value + gap < f->need) {
                    dropped = 1;
                    if (value + gap > f->value) f->value = value + gap;
                }
            }
        }
        if (dropped) f->list[place] = f->list[--end];
        else place++;
    }
    f->moves = end;
}

static void play(frame *f, mask move) {
    frame *g = f + 1;
    int label = lowest(move);
    f->move = move;
    f->gain = 0;
    hands[f->seat] ^= move;
    int pot = f->pot + points[label];
    if (f->count == 0) {
        g->led = suit_of(label);
        g->higher = above(move);
        g->trumped = 0;
        g->winner = f->seat;
    } else {
        g->led = f->led;
        if (f->higher & move) {
            g->higher = above(move);
            g->trumped = !(f->led & move);
            g->winner = f->seat;
        } else {
            g->higher = f->higher;
            g->trumped = f->trumped;
            g->winner = f->winner;
        }
    }
    g->state = f->state;
    g->rest = f->rest;
    if (f->count < 3) {
        g->need = f->need;
        g->pot = pot;
        g->left = f->left;
        g->seat = (f->seat + 1) & 3;
        g->count = f->count + 1;
        return;
    }
    mask left = everything();
    int winner = g->winner, gain = winner & 1 ? 0 : left ? pot : pot + LAST_TEN;
    f->gain = gain;
    g->need = f->need - gain;
    g->state |= winner & 1 ? 2 : 1;
    g->seat = winner;
    g->count = g->pot = g->trumped = 0;
    g->led = g->higher = 0;
    g->left = left;
    g->rest -= pot;
}

static int weighed(frame *f) {
    int seat = f->seat, value = f[1].value + f->gain, settled;
    hands[seat] ^= f->move;
    if (seat & 1) {
        if (value < f->value) f->value = value;
        settled = value < f->need;
    } else {
        if (value > f->value) f->value = value;
        settled = value >= f->need;
    }
    if (settled) {
        f->best = lowest(f->move);
        history[seat & 1][f->best]++;
    } else if (f->moves) {
        strike_out(f, value);
        if (f->moves) return 0;
    }
    if (f->count == 0) store(f);
    return 1;
}

static int reach(frame *top, int need) {
    frame *f = top;
    f->need = need;
    for (;;) {
        nodes++;
        int back = f->count == 0 && (bounded(f) || remembered(f));
        if (!back) {
            list_moves(f);
            f->value = f->seat & 1 ? FAR : -FAR;
        }
        while (back) {
            if (f == top) return f->value;
            f--;
            back = weighed(f);
        }
        play(f, next_move(f));
        f++;
    }
}

static num passes;
static int exact(frame *top, int guess) {
    mask left = everything();
    int most = top->pot + points_in(left) + (left ? LAST_TEN : 0);
    int low = top->state & 1 ? 0 : -CAPOT, high = top->state & 2 ? most : most + CAPOT;
    int step = 2, need = guess, met = 0;
    while (low < high) {
        if (need <= low) need = low + 1;
        if (need > high) need = high;
        int value = reach(top, need);
        passes++;
        if (value >= need) {
            low = value <= most ? value : most + CAPOT;
            if (low < 0 && low > -CAPOT) low = 0;
            met |= 1;
            need = low + step;
        } else {
            high = value >= 0 ? value : -CAPOT;
            if (high > most && high < most + CAPOT) high = most;
            met |= 2;
            need = high - step + 1;
        }
        if (met == 3) need = (low + high + 1) >> 1;
        else if (step < 64) step *= 2;
    }
    return low;
}

static int slot_of(int suit, int contract) {
    if (contract >= NO_TRUMPS) return suit;
    return suit == contract ? 3 : suit == 3 ? contract : suit;
}

static void lay_out(const unsigned *deal, int contract) {
    trumps = contract == NO_TRUMPS ? 0 : contract == ALL_TRUMPS ? 0xFFFFFFFFu : 0xFF000000u;
    generation++;
    memset(history, 0, sizeof history);
    memset(hands, 0, sizeof hands);
    for (int suit = 0; suit < 4; suit++) {
        int slot = slot_of(suit, contract), trump = contract == ALL_TRUMPS || contract == suit;
        for (int i = 0; i < 8; i++) {
            points[8 * slot + i] = (trump ? TRUMP_STEPS : PLAIN_STEPS)[i];
            for (int seat = 0; seat < 4; seat++)
                hands[seat] |= (deal[seat] >> (8 * suit + (trump ? TRUMP_RANKS : PLAIN_RANKS)[i]) & 1) << (8 * slot + i);
        }
    }
    learn_patterns();
}

static void board(const unsigned *deal, int *answers) {
    for (int contract = 0; contract < 6; contract++) {
        lay_out(deal, contract);
        int guess = points_in(everything()) >> 1;
        for (int leader = 0; leader < 4; leader++) {
            frame *top = frames;
            memset(top, 0, sizeof *top);
            top->seat = top->winner = leader;
            top->left = everything();
            top->rest = points_in(top->left) + LAST_TEN;
            answers[4 * contract + leader] = guess = exact(top, guess);
        }
    }
}

int main(void) {
    unsigned deal[4];
    if (scanf("%d", &duties) != 1) return 1;
    while (scanf("%u %u %u %u", deal, deal + 1, deal + 2, deal + 3) == 4) {
        int answers[24];
        num before = nodes;
        clock_t start = clock();
        board(deal, answers);
        double ms = (double)(clock() - start) / CLOCKS_PER_SEC * 1000;
        for (int i = 0; i < 24; i++) printf("%d ", answers[i]);
        printf("%.3f %lld\n", ms, (long long)(nodes - before));
        fflush(stdout);
    }
    fprintf(stderr, "%lld passes\n", (long long)passes);
    return 0;
}
