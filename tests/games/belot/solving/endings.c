/* Endings by trying everything, without a bound, to hold the solver's values against.

   cc -O2 -o endings endings.c
   An ending a line: duties of play, trumps, leader, state of the capot, 32 points, four hands, in the
   labels of games/belot/solving/double_dummy/labels.py. Prints what North-South get by each card of
   the leader from the lowest label on. Positions between tricks are remembered by their cards. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint32_t mask;
enum { BEAT_PLAIN = 1, FREE_IN_TRUMPS = 2, FREE_WHEN_VOID = 4, OVERTRUMP = 8, ELSE_ANY = 16, NOT_UNDER = 32, CLOSED = 64 };
enum { SLOTS = 1 << 22 };

static mask hands[4], trumps;
static int duties, points[32], values[SLOTS];
static uint64_t known[SLOTS], ending;

static mask suit_of(int card) { return 0xFFu << (card & 24); }

static int beats(int card, int best) {
    if (card >> 3 == best >> 3) return card > best;
    return trumps >> card & 1 && !(trumps >> best & 1);
}

static mask better(mask cards, int best) {
    mask found = 0;
    for (int card = 0; card < 32; card++)
        if (cards >> card & 1 && beats(card, best)) found |= 1u << card;
    return found;
}

static mask or_else(mask one, mask other) { return one ? one : other; }

static mask legal(int seat, int lead, int best, int winner) {
    mask hand = hands[seat], follow, cut;
    if (lead < 0) return duties & CLOSED ? or_else(hand & ~trumps, hand) : hand;
    int partner = !((winner ^ seat) & 1), trumped = !(suit_of(lead) >> best & 1);
    follow = hand & suit_of(lead);
    if (trumps >> lead & 1) {
        if (!follow) return hand;
        return partner && duties & FREE_IN_TRUMPS ? follow : or_else(better(follow, best), follow);
    }
    if (follow) return duties & BEAT_PLAIN && !trumped ? or_else(better(follow, best), follow) : follow;
    cut = hand & trumps;
    if (!cut) return hand;
    mask over = better(cut, best);
    if (partner && duties & FREE_WHEN_VOID)
        return trumped && duties & NOT_UNDER ? or_else(hand & ~(cut & ~over), hand) : hand;
    if (!trumped || !(duties & OVERTRUMP)) return cut;
    if (duties & NOT_UNDER) return or_else(over, or_else(hand ^ cut, hand));
    return or_else(over, duties & ELSE_ANY ? hand : cut);
}

static int trick(int leader, int state);

static int card(int count, int seat, int lead, int best, int winner, int pot, int leader, int state, int *each) {
    int found = seat & 1 ? 1 << 20 : -(1 << 20);
    mask open = legal(seat, count ? lead : -1, best, winner);
    for (int one = 0; one < 32; one++) {
        if (!(open >> one & 1)) continue;
        int first = count == 0, wins = first || beats(one, best), value;
        int now = wins ? seat : winner;
        hands[seat] ^= 1u << one;
        if (count < 3)
            value = card(count + 1, (seat + 1) & 3, first ? one : lead, wins ? one : best, now,
                         pot + points[one], leader, state, 0);
        else {
            int last = !(hands[0] | hands[1] | hands[2] | hands[3]);
            value = trick(now, state | 1 << (now & 1));
            if (!(now & 1)) value += pot + points[one] + (last ? 10 : 0);
        }
        hands[seat] ^= 1u << one;
        if (each) *each++ = value;
        if (seat & 1 ? value < found : value > found) found = value;
    }
    return found;
}

static int trick(int leader, int state) {
    mask left = hands[0] | hands[1] | hands[2] | hands[3];
    if (!left) return state == 1 ? 90 : state == 2 ? -90 : 0;
    uint64_t key = left | (uint64_t)leader << 32 | (uint64_t)state << 34 | ending << 36;
    uint64_t place = (key ^ key >> 23) * 0x9E3779B97F4A7C15u >> 42;
    while (known[place] >> 36 == ending && known[place] != key) place = (place + 1) % SLOTS;
    if (known[place] == key) return values[place];
    int value = card(0, leader, -1, -1, leader, 0, leader, state, 0);
    while (known[place] >> 36 == ending) place = (place + 1) % SLOTS;
    known[place] = key;
    return values[place] = value;
}

int main(void) {
    int leader, state, each[8];
    while (scanf("%d %u %d %d", &duties, &trumps, &leader, &state) == 4) {
        for (int i = 0; i < 32; i++)
            if (scanf("%d", points + i) != 1) return 1;
        if (scanf("%u %u %u %u", hands, hands + 1, hands + 2, hands + 3) != 4) return 1;
        ending++;
        card(0, leader, -1, -1, leader, 0, leader, state, each);
        int count = __builtin_popcount(legal(leader, -1, -1, leader));
        for (int i = 0; i < count; i++) printf("%d ", each[i]);
        puts("");
        fflush(stdout);
    }
    return 0;
}
