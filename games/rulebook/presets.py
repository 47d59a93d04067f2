from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

PRESET_WORDS: Mapping[str, tuple[Text, Text]] = {
    "bulgarian": (
        _("Bulgarian belot"),
        _("Six contracts, contra and recontra, hanging points; scores in tens, to 151."),
    ),
    "belote": (
        _("Belote, common rules"),
        _("Six contracts; a player who is void must always trump, and any trump will do."),
    ),
    "belot": (
        _("Belot, Eastern European rules"),
        _("Six contracts; declarations need a trick, and a proven fault costs the deal."),
    ),
    "french": (
        _("French belote"),
        _("A card is turned up and its suit taken or not; points as they are, to 1001."),
    ),
    "bela": (
        _("Bela"),
        _("Croatian rules: someone must name trumps; points are not rounded, to 1001."),
    ),
    "bela3": (
        _("Bela for three"),
        _("Each plays alone; the first player sees twelve cards and sets two aside."),
    ),
    "bela2": (_("Bela for two"), _("Ten cards each; one card is turned up to be taken or not.")),
    "klaberjass2": (
        _("Klaberjass for two"),
        _(
            "Nine cards each; a card is turned up and stays out. Sequences only, 20 and 50; to "
            "500. An offer to throw the cards in is not part of these rules."
        ),
    ),
    "belot3": (_("Belot for three"), _("Each plays alone with a pack of 24 cards.")),
    "belot2": (_("Belot for two"), _("Nine cards each from a pack of 24.")),
    "open_belot": (
        _("Open belot for two"),
        _("Sixteen cards each: eight in the hand, four face up on four face down."),
    ),
    "french_ffb": (
        _("French belote, FFB 2015"),
        _("As French belote, but a belote is never lost, and a deal that is even hangs."),
    ),
    "contree_ffb": (
        _("Contrée, FFB 2016"),
        _("Numbers from 80 to 160 or all tricks; points made and bid are scored, to 2000."),
    ),
    "contree_cannes": (
        _("Contrée, Cannes 2016"),
        _("Numbers from 80 to 260 or all tricks; contra multiplies the bid alone, to 2001."),
    ),
    "coinche_ffb": (
        _("Coinche with declarations, FFB 2015"),
        _("Numbers from 80, six contracts and declarations; the bid, and more than the defence."),
    ),
    "bazar_blot": (
        _("Bazar Blot"),
        _(
            "Armenian rules: numbers from 8, suits and no trumps, declarations that help to reach "
            "the bid; to 301."
        ),
    ),
    "klaverjas_rotterdam": (
        _("Klaverjas, Rotterdam"),
        _(
            "Combinations count in the tricks; a player who cannot follow must trump, even if the "
            "partner is winning. Sixteen deals."
        ),
    ),
    "klaverjas_amsterdam": (
        _("Klaverjas, Amsterdam"),
        _(
            "Combinations count in the tricks; nobody has to trump when the partner is winning, "
            "and four jacks count 200. Sixteen deals."
        ),
    ),
    "baloot": (
        _("Baloot"),
        _(
            "A card is turned up: its suit (hokm), another, or no trumps (sun), which go over a "
            "suit. Contra goes up to “coffee”, which is for the match; to 152."
        ),
    ),
}

CONTREE_NOTES: Final[tuple[Text, ...]] = (
    _("In some clubs only the points made count (“points faits”)."),
    _(
        "In others only the points bid count (“points annoncés”); if the contract fails, the "
        "defence scores the bid."
    ),
    _("In some clubs a player who cannot overtrump must play a lower trump."),
)
KLAVERJAS_NOTES: Final[tuple[Text, ...]] = (
    _(
        "In some clubs the player next to the dealer must name trumps at once, and nobody else "
        "speaks (“verplicht”, as in Utrecht)."
    ),
    _("A player may name a suit without holding a card of it."),
    _("In some clubs the defence is paid 100 for all tricks too."),
    _(
        "The penalty for a revoke varies: here the other side scores all the points of the deal "
        "plus 100."
    ),
    _("Doubling, and bidding as in Leiden or by Kraken, is no part of these rules."),
)
BALOOT_NOTES: Final[tuple[Text, ...]] = (
    _(
        "The regulation of the Saudi Mind Sports Federation was not found: ask for it before "
        "relying on these rules. They are put together from a collection of card games and from "
        "rounds that were played on a large site."
    ),
    _(
        "No trumps are usually doubled only while one side has more than 100 and the other does "
        "not; here only the director checks that."
    ),
    _(
        "On ashkal in the second round sources differ: here it is said in the first one only. It "
        "may be said over a suit."
    ),
    _(
        "After a suit each of the other players is asked once, in turn, whether to call no trumps; "
        "some let only those speak who have not passed yet."
    ),
    _("In some clubs a player holding only sevens, eights and nines may ask for a new deal."),
    _(
        "No source we know says what a player who cannot overtrump must play, whether a partner’s "
        "trump must be beaten too, or whose declarations count when both sides’ are equal."
    ),
    _("What a fault costs differs from club to club: here the director decides."),
)
FRENCH_NOTES: Final = (
    _("Clubs in France play clockwise; the direction can be changed among the rules."),
    _("In France only the side with the best declaration scores any; a carré beats a sequence."),
)
PRESET_NOTES: Final[Mapping[str, tuple[Text, ...]]] = {
    "baloot": BALOOT_NOTES,
    "french_ffb": (
        _("Elsewhere an even deal is lost, or the belote goes to the other side: French belote."),
        _("In Québec the game is called bœuf; no rules of its own are known."),
    ),
    "contree_ffb": (
        *CONTREE_NOTES,
        _("Note 1 of the text lets contra multiply the bid alone."),
        _(
            "The FFB’s “Équipe Ludique” counts contra twice and recontra three times, and rounds a "
            "5 down."
        ),
        _(
            "Pagat describes that 82 points are always needed, that contra multiplies the bid "
            "alone, and that the belote is kept."
        ),
        _("No-trumps and all-trumps are an option of the text."),
        _("The federation has published texts that differ from one another: this is that of 2016."),
    ),
    "contree_cannes": (
        *CONTREE_NOTES,
        _(
            "The text does not say explicitly what is scored under contra, or for a bid of all "
            "tricks that fails: here the winner takes everything."
        ),
    ),
    "coinche_ffb": (
        _("All-trumps may be brought down from 258 to 162 points instead."),
        _("On some sites declarations do not help to reach the bid; here they do."),
        _("Some play no-trumps and all-trumps not at all."),
    ),
    "bazar_blot": (
        _(
            "In some clubs a trump must be played even if the partner is winning; in others "
            "a player who cannot overtrump may play any card."
        ),
        _(
            "One set of rules rounds a 6 up for the side with fewer points if nothing was "
            "announced, so that the two sides score 16 together; here a 6 is always rounded up."
        ),
        _("In the same rules play goes counter-clockwise."),
        _("Some let the last bidder bid again after three passes; here they end the auction."),
        _(
            "At some tables a player may announce what they do not hold until cards are shown in "
            "the second trick; here announcements must be true."
        ),
        _("In the printed example nobody scores the belote of a failed contract."),
        _("Matches to 101 and 151 are played too."),
    ),
    **dict.fromkeys(("french", "french_ffb"), FRENCH_NOTES),
    "klaverjas_rotterdam": (
        _("In many clubs the player next to the dealer speaks first, and must if all pass."),
        *KLAVERJAS_NOTES,
        _("Elsewhere four jacks count 200, or four of a kind count from tens up only."),
    ),
    "klaverjas_amsterdam": (
        _("By the NKU’s rules the dealer speaks first, and must if all pass."),
        *KLAVERJAS_NOTES,
        _("Elsewhere four jacks count 100, or four of a kind count from tens up only."),
    ),
}
"""Where clubs differ; all can be set in a tournament's rules."""


def rules_notes(preset: str) -> tuple[str, ...]:
    """How clubs differ from a preset, in sentences; empty for most."""
    return tuple(map(str, PRESET_NOTES.get(preset, ())))


def rules_name(preset: str) -> str:
    return str(PRESET_WORDS[preset][0]) if preset in PRESET_WORDS else preset


def rules_summary(preset: str) -> str:
    return str(PRESET_WORDS[preset][1]) if preset in PRESET_WORDS else ""
