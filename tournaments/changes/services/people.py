"""Withdrawals, no-shows, replacements, latecomers and substitutes."""

from collections.abc import Sequence

from django.db.models import Max
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.changes.layout import Layout, TeamRow
from tournaments.changes.services.changes import (
    ChangeDraft,
    change_from,
    change_layout,
    round_to_play,
)
from tournaments.changes.services.latecomers import seat_latecomer
from tournaments.changes.services.substitutes import FirstRest
from tournaments.clubs.names import NAME_LENGTH, has_letters, without_contacts
from tournaments.clubs.services import ResolvedNames, ensure_player, resolve_names
from tournaments.entries.selectors.lineups import players_expected, rounds_of_players
from tournaments.entries.services.entries import MAX_TEAMS, clean_names, set_players, title_of
from tournaments.errors import RuleViolationError
from tournaments.events.append import append_result, record_general_change
from tournaments.events.entry import Author, Entry
from tournaments.models import Change, Play, Player, Result, Substitution, Team, Tournament
from tournaments.permissions import Actor
from tournaments.results.services.results import get_locked_play
from tournaments.state.formats import is_bracket


def withdraw_team(
    *,
    team: Team,
    from_round: int,
    reason: str = "",
    no_show: bool = False,
    actor: Actor = None,
) -> Change:
    """Withdraw the team from this round on; its opponents sit out.

    Earlier results stay. At a table that has begun, open boards become "not played".
    ``no_show``: the team never came.
    """
    action = "team_absent" if no_show else "team_withdrawn"
    with change_layout(
        team.tournament, action, actor=actor, reason=reason,
        team=team.name, number=team.number, round=from_round,
    ) as draft:  # fmt: skip
        row = row_of(draft.layout, team)
        if is_bracket(draft.tournament):
            raise RuleViolationError(
                "bracket", _("In a bracket nobody leaves: the opponents get a walk-over.")
            )
        if row.withdrawn_from is not None and row.withdrawn_from <= from_round:
            raise RuleViolationError("gone_already", _("%s is out already.") % team.name)
        if draft.layout.rounds:
            round_to_play(draft, from_round)
        if no_show:
            check_has_not_played(draft.layout, team)
        open_plays = clear_tables_of(draft, team.pk, from_round)
        draft.layout.teams[(team.pk,)] = row._replace(
            withdrawn_from=from_round, is_present=row.is_present and not no_show
        )
        draft.store()
        for play_id in open_plays:
            append_unplayed(play_id, reason, actor)
    return change_from(draft)


def clear_tables_of(draft: ChangeDraft, team: int, from_round: int) -> list[int]:
    """Clear the team's tables from a round on; return open plays of tables already begun."""
    layout, begun = draft.layout, []
    for key in sorted(key for key in layout.seats if key[1] == team and key[0] >= from_round):
        table = layout.seats[key].table
        if table is not None and layout.results_at(key[0], table):
            begun.append((key[0], table))
            continue
        if table is not None:
            layout.clear(key[0], table)
        layout.seats.pop(key)
    plays = Play.objects.filter(
        sitting__round__tournament=draft.tournament, state=Play.State.EMPTY
    ).values_list("pk", "sitting__round__number", "sitting__table__number")
    return [pk for pk, number, table in plays if (number, table) in begun]


def check_has_not_played(layout: Layout, team: Team) -> None:
    """Refuse a no-show with results."""
    for key, row in layout.seats.items():
        if key[1] == team.pk and row.table is not None and layout.results_at(key[0], row.table):
            raise RuleViolationError(
                "was_there", _("%s has results already, so they leave.") % team.name
            )


def append_unplayed(
    play_id: int, reason: str, actor: Actor, kind: Result.Kind = Result.Kind.NOT_PLAYED
) -> None:
    """Append a result without score: not played, or not counted."""
    author = Author(source=Result.Source.DIRECTOR, user=actor)
    entry = Entry(kind=kind, slip={str(kind): True})
    state = Play.State.CONFIRMED
    append_result(get_locked_play(play_id), entry, author, state=state, reason=reason[:300])


def replace_team(
    *,
    team: Team,
    players: Sequence[str],
    from_round: int,
    name: str = "",
    people: ResolvedNames | None = None,
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Replace a team from this round on; the new one has its own results.

    It takes over the number of a team that has not played, else gets the next one. Raises
    RuleViolationError in a bracket after the team's first match.
    """
    with change_layout(
        team.tournament, "team_replaced", actor=actor, reason=reason,
        before=team.name, number=team.number, round=from_round,
    ) as draft:  # fmt: skip
        round_to_play(draft, from_round)
        if is_bracket(draft.tournament):
            if has_sat(draft.layout, team, from_round):
                raise RuleViolationError(
                    "place_in_bracket",
                    _("In a bracket a place stays with its winner: enter a substitute for %s.")
                    % team.name,
                )
            from_round = 1  # with its earlier byes
        new = enter_team(draft, players, name, people)
        draft.details["after"] = new.name
        take_over_seats(draft.layout, team, new, from_round)
    return change_from(draft)


def has_sat(layout: Layout, team: Team, before: int) -> bool:
    return any(
        key[1] == team.pk and key[0] < before and row.table is not None
        for key, row in layout.seats.items()
    )


def take_over_seats(layout: Layout, team: Team, new: Team, from_round: int) -> None:
    for key in [key for key in layout.seats if key[1] == team.pk and key[0] >= from_round]:
        row = layout.seats[key]
        if row.table is not None and layout.results_at(key[0], row.table):
            raise RuleViolationError(
                "has_played",
                _("%(team)s has results in round %(round)d. Choose the round after it.")
                % {"team": team.name, "round": key[0]},
                field="from_round",
                instead={"from_round": key[0] + 1},
            )
        layout.seats[key[0], new.pk, key[2]] = layout.seats.pop(key)
    old = row_of(layout, team)
    if any(key[1] == team.pk for key in layout.seats):
        layout.teams[(team.pk,)] = old._replace(withdrawn_from=from_round)
        layout.teams[(new.pk,)] = TeamRow(next_number(layout), None, True)
    else:
        layout.teams[(team.pk,)] = TeamRow(None, None, False)
        layout.teams[(new.pk,)] = TeamRow(old.number, None, True)


def join_late(
    *,
    tournament: Tournament,
    from_round: int,
    team: Team | None = None,
    players: Sequence[str] = (),
    name: str = "",
    first_rest: FirstRest = "last",
    people: ResolvedNames | None = None,
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Add a team after the draw: on the free seat of an odd field, or by rotation.

    ``team`` is already entered, ``players`` are new. In a full field one entrant rests in each
    round: the last in the standings first, or as ``first_rest`` says. Where rounds are drawn one
    at a time, it joins the next draw. Raises RuleViolationError without a seat.
    """
    with change_layout(
        tournament, "team_joined", actor=actor, reason=reason, round=from_round
    ) as draft:  # fmt: skip
        if team is None:
            team = enter_team(draft, players, name, people)
        row = draft.layout.teams.get((team.pk,), TeamRow())
        if row.number is not None and row.withdrawn_from is None:
            raise RuleViolationError("takes_part", _("%s takes part already.") % team.name)
        number = row.number or next_number(draft.layout)
        draft.layout.teams[(team.pk,)] = TeamRow(number, None, True)
        draft.details |= {"team": team.name, "number": number}
        seat_latecomer(draft, team.pk, number, from_round, first_rest)
    return change_from(draft)


def enter_team(
    draft: ChangeDraft, players: Sequence[str], name: str, people: ResolvedNames | None = None
) -> Team:
    """Enter a new team, not yet in the draft's layout."""
    tournament = draft.tournament
    typed = clean_names(players, tournament.unit)
    spelt = resolve_names(club=tournament.club, names=typed, people=people)
    names = [spelt[player] for player in typed]
    title = title_of(name, names)
    known = tournament.teams.filter(name=title, number__isnull=True).first()
    if known is not None:
        return known
    if tournament.teams.filter(name=title).exists():
        raise RuleViolationError(
            "team_twice", _("“%s” is entered already.") % title, field="players"
        )
    if tournament.teams.count() >= MAX_TEAMS:
        raise RuleViolationError(
            "too_many_teams", _("A tournament holds at most %d teams.") % MAX_TEAMS
        )
    last = tournament.teams.aggregate(last=Max("entry_order"))["last"] or 0
    team = Team.objects.create(
        tournament=tournament, name=title, entry_order=last + 1, is_present=False
    )
    set_players(team, names)
    return team


def substitute_player(
    *,
    team: Team,
    leaves: Player,
    comes: str,
    from_round: int,
    to_round: int | None = None,
    people: ResolvedNames | None = None,
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Substitute a team's player in some rounds, or to the end.

    ``people`` resolves a name similar to a known one; None: another person. Raises
    RuleViolationError if the player does not play there then, or the substitute plays elsewhere.
    """
    tournament = team.tournament
    with change_layout(
        tournament, "player_substituted", actor=actor, reason=reason, team=team.name,
        number=team.number, before=leaves.name, after=clean_name(comes),
        round=from_round, to=to_round,
    ) as draft:  # fmt: skip
        last = max(draft.layout.rounds, default=0)
        round_to_play(draft, from_round)
        if to_round is not None and not from_round <= to_round <= max(last, from_round):
            raise RuleViolationError(
                "no_such_round", _("There is no such round."), field="to_round"
            )
        player = get_or_create_player(tournament, comes, people)
        rounds = range(from_round, max(to_round or last, from_round) + 1)
        check_substitution(tournament, team, leaves, player, rounds)
        Substitution.objects.create(
            tournament=tournament, team=team, leaves=leaves, comes=player, from_round=from_round,
            to_round=to_round, reason=reason[:300], user_id=actor.pk if actor else None,
        )  # fmt: skip
        record_general_change(tournament.pk)
    return change_from(draft)


def get_or_create_player(tournament: Tournament, name: str, people: ResolvedNames | None) -> Player:
    """The club's player of this name, created if unknown; refuses invalid names."""
    name = clean_name(without_contacts(name))
    if not has_letters(name) or len(name) > NAME_LENGTH:
        raise RuleViolationError("no_letters", _("A name needs letters."), field="comes")
    known = resolve_names(club=tournament.club, names=[name], people=people, field="comes")
    return ensure_player(club=tournament.club, name=known[name])


def check_substitution(
    tournament: Tournament, team: Team, leaves: Player, comes: Player, rounds: range
) -> None:
    """Require that the player plays here in these rounds, and the substitute nowhere."""
    playing = rounds_of_players(tournament)
    if not tournament.rounds.filter(number=rounds[-1]).exists():
        playing |= players_expected(tournament, rounds[-1])
    for number in rounds:
        here = playing.get((number, leaves.pk))
        if here != team.pk:
            raise RuleViolationError(
                "not_playing_there",
                _("%(name)s does not play for this pair in round %(round)d.")
                % {"name": leaves.name, "round": number},
                field="leaves",
            )
        elsewhere = playing.get((number, comes.pk))
        if elsewhere is not None:
            raise RuleViolationError(
                "plays_elsewhere",
                _("%(name)s plays already in round %(round)d.")
                % {"name": comes.name, "round": number},
                field="comes",
            )


def row_of(layout: Layout, team: Team) -> TeamRow:
    """A drawn team's row; raises RuleViolationError without a number."""
    row = layout.teams.get((team.pk,))
    if row is None or row.number is None:
        raise RuleViolationError("not_in_draw", _("%s is not in the draw.") % team.name)
    return row


def next_number(layout: Layout) -> int:
    return max((row.number or 0 for row in layout.teams.values()), default=0) + 1
