"""Enter teams, change them, take them out again."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from django.db import IntegrityError, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.clubs.names import (
    NAME_LENGTH,
    clean_name,
    has_letters,
    search_key,
    without_contacts,
)
from tournaments.clubs.services import know_player
from tournaments.entries.titles import public_title, usual_titles
from tournaments.errors import Refused
from tournaments.facts.append import facts_changed, log
from tournaments.facts.locks import hold_for_change
from tournaments.facts.present import present_names
from tournaments.facts.seen import Seen, must_be_as_seen
from tournaments.models import Player, Team, TeamPlayer, Tournament
from tournaments.permissions import Actor

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
PLAYERS: Mapping[str, tuple[int, int]] = {"pair": (2, 2), "team": (4, 6), "player": (1, 1)}
"""The fewest and the most players of an entrant."""


@transaction.atomic
def add_team(
    *,
    tournament: Tournament,
    players: Sequence[str],
    name: str = "",
    remark: str = "",
    actor: Actor = None,
) -> Team:
    """Enter a pair, a team of four to six or a single player, by the names of the players.

    A team is named after its players by default.
    """
    tournament = open_for_entry(tournament)
    names = clean_names(players, tournament.unit)
    last = tournament.teams.aggregate(last=Max("entry_order"))["last"] or 0
    if tournament.teams.count() >= MAX_TEAMS:
        raise Refused("too_many_teams", _("A tournament holds at most %d teams.") % MAX_TEAMS)
    title = free_title(name, names, tournament.teams.all())
    try:
        with transaction.atomic():
            team = Team.objects.create(
                tournament=tournament, name=title, remark=remark, entry_order=last + 1
            )
    except IntegrityError as taken:
        raise Refused("team_twice", _("“%s” is entered already.") % title, field="name") from taken
    set_players(team, names)
    log(tournament.pk, "team_added", user=actor, team=title)
    return team


@transaction.atomic
def add_teams(
    *,
    tournament: Tournament,
    teams: Sequence[Sequence[str]],
    names: Sequence[str] = (),
    remarks: Sequence[str] = (),
    actor: Actor = None,
) -> list[Team]:
    """Enter many teams at once, all or none; ``names`` are those of the teams, if they have any.

    ``remarks`` are for the organiser alone.
    """
    told = zip_longest(teams, names[: len(teams)], remarks[: len(teams)], fillvalue="")
    return [
        add_team(tournament=tournament, players=players, name=name, remark=remark, actor=actor)
        for players, name, remark in told
    ]


@transaction.atomic
def rename_team(
    *,
    team: Team,
    players: Sequence[str],
    name: str = "",
    seen: Seen = None,
    actor: Actor = None,
) -> Team:
    """Correct the names of a team; possible at any time, results stay with the team.

    ``seen`` names what it was called when it was looked at; raises Conflict for other names.
    """
    hold_for_change(team.tournament_id)
    team = Team.objects.select_related("tournament__club").get(pk=team.pk)
    names = clean_names(players, team.tournament.unit)
    before = team.name
    present = present_names(team)
    others = Team.objects.filter(tournament=team.tournament_id).exclude(pk=team.pk)
    team.name = free_title(name, names, others)
    if present.values == {"name": team.name, "players": names}:
        return team
    must_be_as_seen(seen, present)
    try:
        with transaction.atomic():
            team.save(update_fields=["name"])
    except IntegrityError as taken:
        raise Refused(
            "team_twice", _("“%s” is entered already.") % team.name, field="name"
        ) from taken
    team.team_players.all().delete()
    set_players(team, names)
    log(team.tournament_id, "team_renamed", user=actor, before=before, after=team.name)
    facts_changed(team.tournament_id)
    return team


@transaction.atomic
def remove_team(*, team: Team, actor: Actor = None) -> None:
    """Take a team out before the draw."""
    tournament = open_for_entry(team.tournament)
    if team.ledger.exists():
        raise Refused(
            "has_paid",
            _("%s stands in the till’s ledger. Give the money back and say that they do not play.")
            % team.name,
        )
    log(tournament.pk, "team_removed", user=actor, team=team.name)
    team.delete()


@transaction.atomic
def set_present(*, team: Team, is_present: bool, actor: Actor = None) -> Team:
    """Check a team in or out on the day; only teams that are present are drawn."""
    open_for_entry(team.tournament)
    if is_present != team.is_present:
        team.here_since = timezone.now() if is_present else None
    team.is_present = is_present
    team.absence, team.expected_at = "", None
    team.save(update_fields=["is_present", "here_since", "absence", "expected_at"])
    return team


@transaction.atomic
def set_all_present(*, tournament: Tournament, is_present: bool, actor: Actor = None) -> int:
    """Check all teams in or out at once; how many there are."""
    tournament = open_for_entry(tournament)
    since = F("here_since") if is_present else None
    return tournament.teams.update(
        is_present=is_present, here_since=since, absence="", expected_at=None
    )


def open_for_entry(tournament: Tournament) -> Tournament:
    """The tournament, locked, if its teams may still change."""
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.ENTRY:
        raise Refused(
            "entry_closed",
            _("The teams are drawn already. Take the draw back to change who takes part."),
        )
    return tournament


def title_of(name: str, players: Sequence[str]) -> str:
    """The name of a team, by default its players; a team of four goes by their last names."""
    return clean_name(without_contacts(name))[:200] or usual_titles(players)[0]


def free_title(name: str, players: Sequence[str], others: QuerySet[Team]) -> str:
    """The name of a team; one that goes by its players is called as no other is."""
    title = title_of(name, players)
    options = usual_titles(players)
    if title not in options:
        return title
    taken = set(others.filter(name__in=options).values_list("name", flat=True))
    return next((each for each in options if each not in taken), title)


def clean_names(players: Sequence[str], unit: str = "pair") -> list[str]:
    """As many different names as the unit needs, without needless blanks; refuses others."""
    names = [name for name in (clean_name(without_contacts(each)) for each in players) if name]
    least, most = PLAYERS[unit]
    if not least <= len(names) <= most:
        code, words = WRONG_NUMBER[unit]
        raise Refused(code, str(words), field="players")
    keys = [search_key(name) for name in names]
    if len(set(keys)) < len(keys):
        raise Refused("same_player", str(SAME_NAMES[unit]), field="players")
    if max(map(len, names)) > NAME_LENGTH:
        raise Refused(
            "long_name", _("A name may have at most %d letters.") % NAME_LENGTH, field="players"
        )
    if not all(map(has_letters, names)):
        raise Refused("no_letters", _("A name needs letters."), field="players")
    return names


def set_players(team: Team, names: Sequence[str]) -> None:
    """Seat the named players in the team; a player may be in one team of a tournament only."""
    players = [know_player(club=team.tournament.club, name=name) for name in names]
    for position, (name, player) in enumerate(zip(names, players, strict=True), start=1):
        try:
            with transaction.atomic():
                TeamPlayer.objects.create(
                    tournament_id=team.tournament_id, team=team, player=player, position=position
                )
        except IntegrityError as taken:
            raise Refused(
                "player_twice",
                _("%s is in another team already.") % name,
                field="players",
                player=name,
            ) from taken
    tell_names(team, players)


def tell_names(team: Team, players: Sequence[Player]) -> None:
    """Keep whether a team is named after these players of its own, and what everybody reads."""
    names = [player.name for player in players]
    is_after = team.name in usual_titles(names)
    shown = public_title(team.name, names, [player.shown for player in players]) if is_after else ""
    if (is_after, shown) != (team.named_after_players, team.public_name):
        team.named_after_players, team.public_name = is_after, shown
        team.save(update_fields=["named_after_players", "public_name"])


def tell_public_names(teams: QuerySet[Team]) -> None:
    """Bring up what everybody reads for teams that are named after their players; three queries."""
    found = list(teams.filter(named_after_players=True).prefetch_related("team_players__player"))
    for team in found:
        players = [row.player for row in team.team_players.all()]
        names, shown = [each.name for each in players], [each.shown for each in players]
        team.public_name = public_title(team.name, names, shown)
    Team.objects.bulk_update(found, ["public_name"], batch_size=200)
