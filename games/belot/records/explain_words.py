from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def _(text: str) -> str:
    return text


STEP_TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "passed_out": _("Everyone passed: nothing is scored."),
        "points": _("Card points from the tricks, with 10 for the last one."),
        "declarations": _("Declarations that count: the side with the best one scores its own."),
        "declarations_lost": _("Declarations were announced, but none of them counts."),
        "roem": _("Combinations in tricks: each counts for the side that won the trick."),
        "belote": _("Belote: king and queen of trumps in one hand, 20."),
        "belote_lost": _("A belote was announced, but does not count."),
        "brought_down": _("258 points count as 162; halves are rounded up."),
        "announced": _("Declarations and belotes as given on the slip."),
        "no_trumps": _("No-trumps: everything so far counts double."),
        "capot": _("%(side)s took every trick: %(premium)d more."),
        "totals": _("The totals that decide."),
        "made": _("Made: %(side)s has %(own)d, more than %(others)d."),
        "lost": _("Failed: %(side)s has %(own)d, not more than %(others)d."),
        "hanging": _("Hanging: %(side)s has %(own)d, exactly as many as against it."),
        "made_by_bid": _("Made: %(side)s has %(own)d and needed %(needed)d."),
        "lost_by_bid": _("Failed: %(side)s has %(own)d and needed %(needed)d."),
        "lost_by_floor": _("Failed: %(side)s has %(own)d; no contract is made below %(needed)d."),
        "made_by_capot": _("Made: %(side)s bid all tricks and took them."),
        "lost_by_capot": _("Failed: %(side)s bid all tricks and did not take them."),
        "lost_by_solo": _("Failed: the bidder had to take every trick alone and did not."),
        "forfeit": _("A fault: the other side gets %(whole)d and everything announced."),
        "run_of_eight": _("A run of eight wins the match: its side scores %(target)d."),
        "takes_all": _("%(side)s takes everything in the deal: %(total)d."),
        "base": _("%(side)s scores %(base)d for the deal; announcements add %(more)d."),
        "belote_kept": _("A belote stays with its side, won or lost: %(kept)d."),
        "belote_of_nobody": _("The losing side’s belote is not scored."),
        "rounding_half_up": _("To whole tens: a last digit of 5 goes up."),
        "rounding_half_down": _("To whole tens: a last digit of 5 goes down."),
        "rounding_tens_first": _(
            "Half of it to whole tens, then doubled; a last digit of 5 stays and is doubled."
        ),
        "rounding": _("In tens, by the last digit: below %(limit)d down, above it up."),
        "limit_digit": _("A last digit of exactly %(limit)d: the fewer points go up, others down."),
        "hanging_up": _("A last digit of exactly %(limit)d: what hangs goes up, the rest down."),
        "contra": _("Contra: the whole deal counts %(factor)d times."),
        "decides_match": _("This contra is for the whole match: the winner scores %(target)d."),
        "counted": _("This contract counts %(factor)d times without contra too."),
        "bid": _("The bid is scored too: %(bid)d, counted %(factor)d times."),
        "belote_apart": _("A belote is added once, not multiplied: %(extra)d."),
        "capot_apart": _("The capot premium is added once, not multiplied: %(extra)d."),
        "kirtik": _("Penalty for a failed contract or for taking no trick: 10 less."),
        "waits": _("%(hanging)d wait for the winner of the next deal."),
        "written": _("What is written on the sheet."),
    }
)
"""Filled with the step's params."""

STEP_SOURCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "passed_out": "S1 §2",
        "points": "S1 §4",
        "brought_down": "FFB 27/01/2016 §11",
        "declarations": "S1 Премии",
        "declarations_lost": "S1 Премии",
        "roem": "NKU Rotterdam",
        "belote": "S1 Премии",
        "belote_lost": "S1 Премии",
        "announced": "S1 Премии",
        "no_trumps": "S1 §4",
        "capot": "S1 Премии",
        "totals": "S1 §4",
        "made": "S1 §4",
        "lost": "S1 §4",
        "hanging": "S1 §4",
        "made_by_bid": "FFB 27/01/2016 §10",
        "lost_by_bid": "FFB 27/01/2016 §10",
        "lost_by_floor": "S4 Scoring",
        "made_by_capot": "FFB 27/01/2016 §10",
        "lost_by_capot": "FFB 27/01/2016 §10",
        "lost_by_solo": "Pagat, coinche",
        "forfeit": "S3 Playing; S4 Playing",
        "run_of_eight": "S3 Declarations",
        "takes_all": "S1 §4",
        "base": "FFB 27/01/2016 §10",
        "belote_kept": "FFB 2015, belote",
        "belote_of_nobody": "Bazar Blot",
        "rounding_half_up": "FFB 27/01/2016 §10",
        "rounding_half_down": "Cannes 2016",
        "rounding_tens_first": "Baloot",
        "rounding": "S1 Закръгляване; S4 Scoring",
        "limit_digit": "S1 Закръгляване",
        "hanging_up": "S1 Закръгляване",
        "contra": "S1 §4",
        "decides_match": "Baloot",
        "counted": "FFB 27/01/2016 §10",
        "bid": "FFB 27/01/2016 §10",
        "belote_apart": "FFB 27/01/2016 §10",
        "capot_apart": "S4 Scoring",
        "kirtik": "S4 Scoring",
        "waits": "S1 §4",
        "written": "S1 §4",
    }
)
"""Source and section of the rule."""
