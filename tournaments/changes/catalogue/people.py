from collections.abc import Sequence
from functools import partial

from django.utils.translation import gettext_lazy as _

from tournaments.changes.forms.base import FromRoundForm, ReasonForm
from tournaments.changes.forms.people import NewPairForm, SubstituteForm
from tournaments.changes.registry import ChangeKind, FormFactory, by_slug
from tournaments.changes.services.people import (
    join_late,
    replace_team,
    substitute_player,
    withdraw_team,
)
from tournaments.changes.services.walkovers import give_walkover
from tournaments.entries.selectors.lineups import lineups_of, players_in
from tournaments.entries.services.entries import PLAYERS_PER_ENTRANT
from tournaments.models import Team, Tournament
from tournaments.state.formats import is_bracket, is_knockout, rounds_to_play
from tournaments.state.visibility import open_round_number


def rounds_left(tournament: Tournament, team: Team | None = None) -> tuple[list[int], int]:
    """Rounds to choose from, and the first without a result.

    Where rounds are drawn one at a time, includes the next one, drawn or not.
    """
    rounds = rounds_to_play(tournament, drawn_rounds(tournament))
    return rounds, first_open(tournament, rounds, team)


def drawn_rounds(tournament: Tournament) -> list[int]:
    return list(tournament.rounds.order_by("number").values_list("number", flat=True)) or [1]


def first_open(tournament: Tournament, rounds: Sequence[int], team: Team | None = None) -> int:
    """First round without a result (of the team, if given), else the last."""
    begun = tournament.rounds.filter(sittings__plays__current__isnull=False)
    if team is not None:
        begun = begun.filter(sittings__seats__team=team)
    last = begun.order_by("-number").values_list("number", flat=True).first() or 0
    return min(last + 1, rounds[-1])


def players_per_entrant(tournament: Tournament) -> int:
    return PLAYERS_PER_ENTRANT[tournament.unit][0]


def is_here(team: Team) -> bool:
    return team.withdrawn_from is None


def is_away(team: Team) -> bool:
    return team.withdrawn_from is not None


def can_withdraw(team: Team) -> bool:
    """Whether the team can withdraw; in a bracket its opponents get a walk-over instead."""
    return is_here(team) and not is_bracket(team.tournament)


def can_give_walkover(team: Team) -> bool:
    return is_here(team) and is_knockout(team.tournament)


def team_kwargs(team: Team) -> dict[str, object]:
    return {"team": team}


def from_round_form(team: Team) -> FormFactory:
    rounds, first = rounds_left(team.tournament, team)
    return partial(FromRoundForm, rounds=rounds, first=first)


def return_form(team: Team) -> FormFactory:
    rounds, first = rounds_left(team.tournament)
    return partial(FromRoundForm, rounds=rounds, first=first)


def plain_form(_team: Team) -> FormFactory:
    return ReasonForm


def replacement_form(team: Team) -> FormFactory:
    rounds, first = rounds_left(team.tournament, team)
    return partial(
        NewPairForm, rounds=rounds, first=first, size=players_per_entrant(team.tournament)
    )


def substitute_form(team: Team) -> FormFactory:
    tournament = team.tournament
    rounds, first = rounds_left(tournament, team)
    number = min(first, open_round_number(tournament) or first)
    players = players_in(team, number, lineups_of(tournament))
    return partial(SubstituteForm, players=players, rounds=rounds, first=number)


PEOPLE_CHANGES = by_slug(
    [
        ChangeKind(
            slug="return",
            title=_("Back in play"),
            hint=_("and play the rounds that are left"),
            lead=_("The pair is back: it plays whoever sits out in the remaining rounds."),
            verb=_("Let them play again"),
            service=join_late,
            form=return_form,
            fixed=lambda team: {"tournament": team.tournament, "team": team},
            takes=("team", "from_round"),
            fits=is_away,
        ),
        ChangeKind(
            slug="walkover",
            title=_("They do not play their match"),
            hint=_("walk-over: their opponents go on"),
            lead=_(
                "The opponents win the match by walk-over. Boards without a result do not count; "
                "those that were played keep their results."
            ),
            lead_of_games=_("The opponents win the match by walk-over."),
            verb=_("Give the walk-over"),
            service=give_walkover,
            form=plain_form,
            fixed=team_kwargs,
            takes=("team",),
            fits=can_give_walkover,
        ),
        ChangeKind(
            slug="substitute",
            title=_("Somebody plays for one of them"),
            hint=_("for a round or to the end"),
            lead=_(
                "Someone plays in a player’s place. The pair keeps its number and results; "
                "credit goes to the person who played."
            ),
            verb=_("Enter the substitute"),
            service=substitute_player,
            form=substitute_form,
            fixed=team_kwargs,
            takes=("team", "leaves", "comes", "people", "from_round", "to_round"),
            fits=is_here,
        ),
        ChangeKind(
            slug="withdraw",
            title=_("They leave"),
            hint=_("their opponents sit out"),
            lead=_(
                "The pair no longer plays. Its opponents sit out in those rounds; existing "
                "results stay, and the pair keeps its place in the standings."
            ),
            verb=_("Take the pair out"),
            service=withdraw_team,
            form=from_round_form,
            fixed=team_kwargs,
            takes=("team", "from_round", "no_show"),
            fits=can_withdraw,
        ),
        ChangeKind(
            slug="replace",
            title=_("Others play in their place"),
            hint=_("as a new pair"),
            lead=_(
                "Two others take over all the seats that are left, as a pair of their own. Results "
                "that are there stay with those who played them."
            ),
            verb=_("Let the others play"),
            service=replace_team,
            form=replacement_form,
            fixed=team_kwargs,
            takes=("team", "players", "people", "from_round"),
            fits=is_here,
        ),
        ChangeKind(
            slug="no-show",
            title=_("They never came"),
            hint=_("take them out of every round"),
            lead=_("The pair was drawn but never came. Its opponents sit out."),
            verb=_("They did not come"),
            service=partial(withdraw_team, from_round=1, no_show=True),
            form=plain_form,
            fixed=team_kwargs,
            takes=("team",),
            fits=can_withdraw,
        ),
    ]
)
"""In page order."""
