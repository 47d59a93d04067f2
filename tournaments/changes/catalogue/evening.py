from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.changes.catalogue.people import (
    drawn_rounds,
    first_open,
    players_per_entrant,
    rounds_left,
)
from tournaments.changes.forms.people import LateForm, LengthForm, PairRestingForm, RedrawForm
from tournaments.changes.registry import ChangeKind, FormFactory, by_slug
from tournaments.changes.services.byes import pair_resting
from tournaments.changes.services.people import join_late
from tournaments.changes.services.redraws import redraw_rest
from tournaments.changes.services.round_count import change_rounds, earliest_end, round_count
from tournaments.models import Team, Tournament
from tournaments.state.formats import has_lives, is_bracket, is_drawn_by_round

MAX_EXTRA_ROUNDS = 3


def tournament_kwargs(tournament: Tournament) -> dict[str, object]:
    return {"tournament": tournament}


def is_seated_ahead(tournament: Tournament) -> bool:
    return not is_drawn_by_round(tournament)


def has_fixed_length(tournament: Tournament) -> bool:
    """Whether the number of rounds is fixed, not decided by the winner."""
    return not is_bracket(tournament) and not has_lives(tournament)


def late_entry_form(tournament: Tournament) -> FormFactory:
    rounds, first = rounds_left(tournament)
    waiting = Team.objects.filter(tournament=tournament, number__isnull=True)
    return partial(
        LateForm,
        size=players_per_entrant(tournament),
        teams=list(waiting.order_by("entry_order")),
        rounds=rounds,
        first=first,
        takes_turns=is_seated_ahead(tournament),
    )


def redraw_form(tournament: Tournament) -> FormFactory:
    rounds = drawn_rounds(tournament)
    first = first_open(tournament, rounds)
    return partial(RedrawForm, rounds=rounds, first=first, has_boards=not tournament.is_open_play)


def pair_resting_form(tournament: Tournament) -> FormFactory:
    """Rounds in which resting entrants are paired."""
    rounds = drawn_rounds(tournament)
    first = first_open(tournament, rounds)
    return partial(
        PairRestingForm, rounds=rounds, first=first, has_boards=not tournament.is_open_play
    )


def fewer_rounds_form(tournament: Tournament) -> FormFactory:
    """Fewer rounds; the earliest possible end is proposed."""
    least, now = earliest_end(tournament), round_count(tournament)
    return partial(LengthForm, lengths=list(range(least, now)) or [now], first=least)


def more_rounds_form(tournament: Tournament) -> FormFactory:
    now = round_count(tournament)
    return partial(
        LengthForm, lengths=list(range(now + 1, now + 1 + MAX_EXTRA_ROUNDS)), first=now + 1
    )


EVENING_CHANGES = by_slug(
    [
        ChangeKind(
            slug="join",
            title=_("A pair comes late"),
            hint=_("it plays from the next round on"),
            lead=_(
                "It plays whoever would sit out, on boards new to both. In a full field a "
                "different entrant sits out each round, and the others keep their seats. In "
                "a bracket it takes the place of a bye, as long as nobody has played there."
            ),
            lead_of_games=_(
                "It plays whoever would sit out. In a full field a different entrant sits "
                "out each round, and the others keep their seats. In a bracket it takes the "
                "place of a bye, as long as nobody has played there."
            ),
            verb=_("Let them play"),
            service=join_late,
            form=late_entry_form,
            fixed=tournament_kwargs,
            takes=("players", "people", "from_round", "first_rest"),
        ),
        ChangeKind(
            slug="fewer-rounds",
            title=_("End earlier"),
            hint=_("fewer rounds than planned"),
            lead=_(
                "Unless you choose more rounds, the evening ends after this one; all results count."
            ),
            verb=_("End the evening earlier"),
            service=change_rounds,
            form=fewer_rounds_form,
            fixed=tournament_kwargs,
            takes=("length",),
            fits=has_fixed_length,
        ),
        ChangeKind(
            slug="more-rounds",
            title=_("Play one more round"),
            hint=_("the next of the movement, or one by lot"),
            lead=_(
                "One more round follows: the next of the movement, or by lot without a board that "
                "anybody at the table has played."
            ),
            lead_of_games=_("One more round follows: the next of the movement, or by lot."),
            verb=_("Add the round"),
            service=change_rounds,
            form=more_rounds_form,
            fixed=tournament_kwargs,
            takes=("length",),
            fits=has_fixed_length,
        ),
        ChangeKind(
            slug="pair-resting",
            title=_("Let the sit-outs play"),
            hint=_("two who sit out meet each other"),
            lead=_("Two who sit out in a round meet each other, on boards that are new to both."),
            lead_of_games=_("Two who sit out in a round meet each other."),
            verb=_("Seat them"),
            service=pair_resting,
            form=pair_resting_form,
            fixed=tournament_kwargs,
            takes=("from_round", "to_round", "new_boards"),
            fits=lambda tournament: not is_bracket(tournament),
        ),
        ChangeKind(
            slug="redraw",
            title=_("Draw the remaining rounds again"),
            hint=_("by lot, for those who are here"),
            lead=_(
                "By lot, for those who take part now. Those with the fewest unplayed rounds rest; "
                "the same people meet or are partners again only if there is no other way. Nobody "
                "plays a board twice. Printed guide cards are no longer right."
            ),
            lead_of_games=_(
                "By lot, for those who take part now. Those with the fewest unplayed rounds rest; "
                "the same people meet or are partners again only if there is no other way. "
                "Printed guide cards are no longer right."
            ),
            verb=_("Draw again"),
            service=redraw_rest,
            form=redraw_form,
            fixed=tournament_kwargs,
            takes=("from_round", "boards"),
            fits=is_seated_ahead,
        ),
    ]
)
"""In page order."""
