"""How a sign-up stands at this moment, which is also decided by the draw and by the clock."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from tournaments.clubs.names import search_key
from tournaments.models import Signup, Team, TeamPlayer, Tournament
from tournaments.registration.selectors import entry_by, plan_for
from tournaments.state.visibility import PUBLISHED

State = Signup.State
UNDECIDED: Final = (State.ASKED, State.WAITING)


class Moment(StrEnum):
    """What is true of a sign-up now; ``PLAYS`` and what follows it are so once there is a draw."""

    LOOKS = "looks"
    LOOKS_WHERE_ALL_IS_TAKEN = "looks_full"
    ASKED = "asked"
    PLACE = "place"
    ENTERED = "entered"
    WAITS = "waits"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    DRAWN = "drawn"
    PLAYS = "plays"
    NOT_THERE = "not_there"
    LEFT_UNDECIDED = "left_undecided"
    LEFT_WAITING = "left_waiting"
    LEFT_ALONE = "left_alone"


OVER: Final = {State.WITHDRAWN: Moment.WITHDRAWN, State.REFUSED: Moment.REFUSED}
LEFT_OUT: Final = {State.ASKED: Moment.LEFT_UNDECIDED, State.WAITING: Moment.LEFT_WAITING}


def moment_of(signup: Signup) -> Moment:
    """How it stands; of two who were put together, of both as the pair that they are."""
    pair = signup.joined or signup
    state = State(pair.state)
    if state in OVER:
        return OVER[state]
    if state == State.APPROVED and pair.team is None:
        return Moment.REFUSED  # taken out of the list by the organiser
    if pair.tournament.state == Tournament.State.ENTRY:
        return before_the_draw(pair)
    if pair.tournament.state not in PUBLISHED and state == State.APPROVED:
        return Moment.DRAWN
    team = team_of(pair)
    if team is not None:
        return Moment.NOT_THERE if team.number is None else Moment.PLAYS
    return Moment.LEFT_ALONE if pair.is_looking else LEFT_OUT[state]


def before_the_draw(signup: Signup) -> Moment:
    """How a sign-up stands while there is no draw.

    Without the organiser's word whoever has a place is told alike, also where somebody of the
    same name is entered: see ``is_known`` of the queue.
    """
    plan = plan_for(signup.tournament)
    if signup.is_looking:
        is_full = plan is not None and entry_by(signup.tournament, plan).is_full
        return Moment.LOOKS_WHERE_ALL_IS_TAKEN if is_full else Moment.LOOKS
    if signup.state == State.WAITING:
        return Moment.WAITS
    if plan is not None and not plan.needs_approval:
        return Moment.PLACE
    return Moment.ENTERED if signup.state == State.APPROVED else Moment.ASKED


def told_state(signup: Signup) -> str:
    """The state as programs are told it: without the organiser's word a kept place is a place."""
    is_place = not signup.is_looking and moment_of(signup) is Moment.PLACE
    return State.APPROVED.value if is_place and signup.joined is None else signup.state


def team_of(signup: Signup) -> Team | None:
    """The entrant that they are: by the sign-up, or, as they came late, by the same names."""
    if signup.team is not None or signup.is_looking:
        return signup.team
    wanted = set(map(search_key, signup.players))
    rows = TeamPlayer.objects.filter(tournament=signup.tournament_id).select_related("team")
    for row in rows.filter(player__search_key__in=wanted):
        players = row.team.team_players.values_list("player__search_key", flat=True)
        if wanted <= set(players):
            return row.team
    return None


def those_without_place(tournament: Tournament) -> Sequence[Signup]:
    """Those who asked, wait or look for a partner and are in no team, first come first."""
    rows = Signup.objects.filter(tournament=tournament.pk, state__in=UNDECIDED).order_by("place")
    found = list(rows.select_related("tournament"))
    if not found or tournament.state == Tournament.State.ENTRY:
        return found
    players = TeamPlayer.objects.filter(tournament=tournament.pk)
    entered = set(players.values_list("player__search_key", flat=True))
    return [each for each in found if not entered.issuperset(map(search_key, each.players))]
