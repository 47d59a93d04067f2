from collections.abc import Mapping, Sequence, Set
from itertools import zip_longest

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from games.fields import clean_name
from tournaments.clubs.names import NAME_LENGTH, has_letters, plain_key, without_contacts
from tournaments.clubs.services import ResolvedNames, ensure_players, resolve_names
from tournaments.entries.team_names import default_titles, public_title
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, log_each, record_general_change
from tournaments.models import Player, Team, TeamPlayer, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_tournament
from tournaments.state.version_tokens import names_state

MAX_TEAMS = 2000
WRONG_NUMBER: Mapping[str, tuple[str, str | Promise]] = {
    "pair": ("two_players", _lazy("A team needs the names of two players.")),
    "team": ("four_players", _lazy("A team needs the names of four players, six at most.")),
    "player": ("one_player", _lazy("Enter one player at a time.")),
}
SAME_NAMES: Mapping[str, str | Promise] = {
    "pair": _lazy("The two players have the same name."),
    "team": _lazy("Two players of the team have the same name."),
    "player": "",
}
PLAYERS_PER_ENTRANT: Mapping[str, tuple[int, int]] = {
    "pair": (2, 2),
    "team": (4, 6),
    "player": (1, 1),
}


@transaction.atomic
def add_team(
    *,
    tournament: Tournament,
    players: Sequence[str],
    name: str = "",
    remark: str = "",
    people: ResolvedNames | None = None,
    actor: Actor = None,
) -> Team:
    """Enter a pair, a team of four to six or a single player, by player names.

    By default the team is named after its players. ``people`` as in ``add_teams``.
    """
    (team,) = add_teams(
        tournament=tournament,
        teams=[players],
        names=[name],
        remarks=[remark],
        people=people,
        actor=actor,
    )
    return team


@transaction.atomic
def add_teams(
    *,
    tournament: Tournament,
    teams: Sequence[Sequence[str]],
    names: Sequence[str] = (),
    remarks: Sequence[str] = (),
    people: ResolvedNames | None = None,
    actor: Actor = None,
) -> list[Team]:
    """Enter many teams atomically with a constant number of queries.

    ``remarks`` are private to the organiser. ``people`` resolves unknown names similar to
    known ones; None: all are new players.
    """
    tournament = lock_for_entry_list(tournament)
    last, taken = 0, set[str]()
    for title, order in tournament.teams.values_list("name", "entry_order"):
        last = max(last, order)
        taken.add(title)
    if len(taken) + len(teams) > MAX_TEAMS:
        raise RuleViolationError(
            "too_many_teams", _("A tournament holds at most %d teams.") % MAX_TEAMS
        )
    entered = list[Team]()
    lineups = list[Sequence[str]]()
    cleaned = [clean_names(players, tournament.unit) for players in teams]
    known = resolve_names(
        club=tournament.club, names=[name for each in cleaned for name in each], people=people
    )
    rows = zip_longest(cleaned, names[: len(teams)], remarks[: len(teams)], fillvalue="")
    for order, (players, name, remark) in enumerate(rows, start=last + 1):
        lineup = [known[player] for player in players]
        title = unused_title(name, lineup, taken)
        if title in taken:
            raise RuleViolationError(
                "team_twice", _("“%s” is entered already.") % title, field="name"
            )
        taken.add(title)
        lineups.append(lineup)
        entered.append(Team(tournament=tournament, name=title, remark=remark, entry_order=order))
    Team.objects.bulk_create(entered)
    seat_players(tournament, list(zip(entered, lineups, strict=True)))
    log_each(tournament.pk, "team_added", [{"team": team.name} for team in entered], user=actor)
    return entered


@transaction.atomic
def rename_team(
    *,
    team: Team,
    players: Sequence[str],
    name: str = "",
    seen: VersionToken = None,
    actor: Actor = None,
) -> Team:
    """Correct a team's names at any time; its results are kept.

    ``seen`` is the version token; raises ConflictError if outdated.
    """
    lock_tournament(team.tournament_id)
    team = Team.objects.select_related("tournament__club").get(pk=team.pk)
    typed = clean_names(players, team.tournament.unit)
    known = resolve_names(club=team.tournament.club, names=typed)
    names = [known[player] for player in typed]
    before = team.name
    present = names_state(team)
    others = Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk)
    taken = others.filter(name__in=default_titles(names)).values_list("name", flat=True)
    team.name = unused_title(name, names, set(taken))
    if present.values == {"name": team.name, "players": names}:
        return team
    check_version(seen, present)
    try:
        with transaction.atomic():
            team.save(update_fields=["name"])
    except IntegrityError as taken:
        raise RuleViolationError(
            "team_twice", _("“%s” is entered already.") % team.name, field="name"
        ) from taken
    team.team_players.all().delete()
    set_players(team, names)
    log(team.tournament_id, "team_renamed", user=actor, before=before, after=team.name)
    record_general_change(team.tournament_id)
    return team


@transaction.atomic
def remove_team(*, team: Team, actor: Actor = None) -> None:
    tournament = lock_for_entry_list(team.tournament)
    if team.ledger.exists():
        raise RuleViolationError(
            "has_paid",
            _(
                "%s has entries in the ledger. Give the money back and state that they are "
                "not playing."
            )
            % team.name,
        )
    log(tournament.pk, "team_removed", user=actor, team=team.name)
    team.delete()


@transaction.atomic
def set_present(*, team: Team, is_present: bool, actor: Actor = None) -> Team:
    """Set presence; only present teams are drawn."""
    lock_for_entry_list(team.tournament)
    if is_present != team.is_present:
        team.here_since = timezone.now() if is_present else None
    team.is_present = is_present
    team.absence, team.expected_at = "", None
    team.save(update_fields=["is_present", "here_since", "absence", "expected_at"])
    return team


@transaction.atomic
def set_all_present(*, tournament: Tournament, is_present: bool, actor: Actor = None) -> int:
    """Set presence of all teams; return their number."""
    tournament = lock_for_entry_list(tournament)
    since = F("here_since") if is_present else None
    return tournament.teams.update(
        is_present=is_present, here_since=since, absence="", expected_at=None
    )


def lock_for_entry_list(tournament: Tournament) -> Tournament:
    """Lock the tournament; refused after the draw."""
    tournament = lock_tournament(tournament.pk)
    if tournament.state != Tournament.State.ENTRY:
        raise RuleViolationError(
            "entry_closed",
            _("The teams are drawn already. Take the draw back to change who takes part."),
        )
    return tournament


def title_of(name: str, players: Sequence[str]) -> str:
    """The given name, or one from the players' names."""
    return clean_name(without_contacts(name))[:200] or default_titles(players)[0]


def unused_title(name: str, players: Sequence[str], taken: Set[str]) -> str:
    title = title_of(name, players)
    options = default_titles(players)
    if title not in options:
        return title
    return next((each for each in options if each not in taken), title)


def clean_names(players: Sequence[str], unit: str = "pair") -> list[str]:
    """Cleaned distinct names; raises RuleViolationError for a wrong number or invalid names."""
    names = [name for name in (clean_name(without_contacts(each)) for each in players) if name]
    least, most = PLAYERS_PER_ENTRANT[unit]
    if not least <= len(names) <= most:
        code, words = WRONG_NUMBER[unit]
        raise RuleViolationError(code, str(words), field="players")
    keys = [plain_key(name) for name in names]
    if len(set(keys)) < len(keys):
        raise RuleViolationError("same_player", str(SAME_NAMES[unit]), field="players")
    if max(map(len, names)) > NAME_LENGTH:
        raise RuleViolationError(
            "long_name", _("A name may have at most %d letters.") % NAME_LENGTH, field="players"
        )
    if not all(map(has_letters, names)):
        raise RuleViolationError("no_letters", _("A name needs letters."), field="players")
    return names


def set_players(team: Team, names: Sequence[str]) -> None:
    seat_players(team.tournament, [(team, names)])


def seat_players(tournament: Tournament, lineups: Sequence[tuple[Team, Sequence[str]]]) -> None:
    """Add named players to empty teams; a player can only be in one team of a tournament."""
    known = ensure_players(
        club=tournament.club, names=[name for _team, names in lineups for name in names]
    )
    rows = [
        TeamPlayer(tournament=tournament, team=team, player=known[name], position=position)
        for team, names in lineups
        for position, name in enumerate(names, start=1)
    ]
    seated = set(
        TeamPlayer.objects.filter(
            tournament=tournament, player__in=[player.pk for player in known.values()]
        ).values_list("player", flat=True)
    )
    for row in rows:
        if row.player_id in seated:
            name = row.player.name
            raise RuleViolationError(
                "player_twice",
                _("%s is in another team already.") % name,
                field="players",
                player=name,
            )
        seated.add(row.player_id)
    TeamPlayer.objects.bulk_create(rows)
    renamed = [
        team for team, names in lineups if set_public_name(team, [known[name] for name in names])
    ]
    Team.objects.bulk_update(renamed, ["named_after_players", "public_name"], batch_size=200)


def set_public_name(team: Team, players: Sequence[Player]) -> bool:
    """Set whether a team is named after these players, and its public name; return if changed."""
    names = [player.name for player in players]
    is_after = team.name in default_titles(names)
    shown = public_title(team.name, names, [player.shown for player in players]) if is_after else ""
    before = (team.named_after_players, team.public_name)
    team.named_after_players, team.public_name = is_after, shown
    return before != (is_after, shown)


def update_public_names(teams: QuerySet[Team]) -> None:
    """Update public names of teams named after their players; three queries."""
    renamed_teams = list(
        teams.filter(named_after_players=True).prefetch_related("team_players__player")
    )
    for team in renamed_teams:
        players = [row.player for row in team.team_players.all()]
        names, shown = [each.name for each in players], [each.shown for each in players]
        team.public_name = public_title(team.name, names, shown)
    Team.objects.bulk_update(renamed_teams, ["public_name"], batch_size=200)
