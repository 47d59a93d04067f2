"""The displayed status of a sign-up; it also depends on draw and time."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from tournaments.clubs.names import search_key
from tournaments.models import Signup, Team, TeamPlayer, Tournament
from tournaments.registration.selectors import entry_status_for, plan_for
from tournaments.state.visibility import PUBLISHED

State = Signup.State
UNDECIDED: Final = (State.ASKED, State.WAITING)


class SignupStatus(StrEnum):
    """Displayed status; ``PLAYS`` and later values apply after the draw."""

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


OVER: Final = {State.WITHDRAWN: SignupStatus.WITHDRAWN, State.REFUSED: SignupStatus.REFUSED}
LEFT_OUT: Final = {
    State.ASKED: SignupStatus.LEFT_UNDECIDED,
    State.WAITING: SignupStatus.LEFT_WAITING,
}


def signup_status(signup: Signup) -> SignupStatus:
    """The status; joined sign-ups share that of their pair."""
    pair = signup.joined or signup
    state = State(pair.state)
    if state in OVER:
        return OVER[state]
    if state == State.APPROVED and pair.team is None:
        return SignupStatus.REFUSED
    if pair.tournament.state == Tournament.State.ENTRY:
        return status_before_draw(pair)
    if pair.tournament.state not in PUBLISHED and state == State.APPROVED:
        return SignupStatus.DRAWN
    team = team_of(pair)
    if team is not None:
        return SignupStatus.NOT_THERE if team.number is None else SignupStatus.PLAYS
    return SignupStatus.LEFT_ALONE if pair.is_looking else LEFT_OUT[state]


def status_before_draw(signup: Signup) -> SignupStatus:
    """The status before the draw.

    Without approval, everyone with a place sees the same, so that duplicate names do not
    reveal other entrants: see ``has_known_name``.
    """
    plan = plan_for(signup.tournament)
    if signup.is_looking:
        is_full = plan is not None and entry_status_for(signup.tournament, plan).is_full
        return SignupStatus.LOOKS_WHERE_ALL_IS_TAKEN if is_full else SignupStatus.LOOKS
    if signup.state == State.WAITING:
        return SignupStatus.WAITS
    if plan is not None and not plan.needs_approval:
        return SignupStatus.PLACE
    return SignupStatus.ENTERED if signup.state == State.APPROVED else SignupStatus.ASKED


def public_state(signup: Signup) -> str:
    """The state for API clients; without approval a reserved place counts as approved."""
    is_place = not signup.is_looking and signup_status(signup) is SignupStatus.PLACE
    return State.APPROVED.value if is_place and signup.joined is None else signup.state


def team_of(signup: Signup) -> Team | None:
    """The entrant: by sign-up, or by equal names if entered separately."""
    if signup.team is not None or signup.is_looking:
        return signup.team
    player_keys = set(map(search_key, signup.players))
    rows = TeamPlayer.objects.filter(tournament=signup.tournament_id).select_related("team")
    for row in rows.filter(player__search_key__in=player_keys):
        players = row.team.team_players.values_list("player__search_key", flat=True)
        if player_keys <= set(players):
            return row.team
    return None


def signups_without_place(tournament: Tournament) -> Sequence[Signup]:
    """Sign-ups that are pending, waiting or looking and in no team, in order."""
    rows = Signup.objects.filter(tournament=tournament.pk, state__in=UNDECIDED).order_by("place")
    signups = list(rows.select_related("tournament"))
    if not signups or tournament.state == Tournament.State.ENTRY:
        return signups
    players = TeamPlayer.objects.filter(tournament=tournament.pk)
    entered = set(players.values_list("player__search_key", flat=True))
    return [each for each in signups if not entered.issuperset(map(search_key, each.players))]
