"""Actual players of a team by round, with substitutes."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from django.db.models import Q

from tournaments.entries.selectors.team_lines import TeamLine, short_name
from tournaments.models import Player, Seat, Substitution, Team, TeamPlayer, Tournament

Lineups = Mapping[int, list[Substitution]]


def lineups_of(tournament: Tournament | int) -> Lineups:
    """Active substitutions by team; one query."""
    lineups: dict[int, list[Substitution]] = defaultdict(list)
    rows = Substitution.objects.filter(tournament=tournament, is_active=True)
    for row in rows.select_related("leaves", "comes").order_by("pk"):
        lineups[row.team_id].append(row)
    return lineups


def players_in(team: Team, number: int, lineups: Lineups) -> list[Player]:
    players = [member.player for member in team.team_players.all()]
    return players_in_round(players, number, lineups.get(team.pk, ()))


def players_in_round(
    players: Iterable[Player], number: int, changed: Iterable[Substitution]
) -> list[Player]:
    """These players with the round's substitutions applied in sequence."""
    lineup = list(players)
    for row in changed:
        if row.covers(number):
            lineup = [row.comes if player.pk == row.leaves_id else player for player in lineup]
    return lineup


def lines_in_round(
    lines: Mapping[int, TeamLine], number: int, lineups: Lineups
) -> dict[int, TeamLine]:
    return {pk: line_in_round(line, number, lineups.get(pk, ())) for pk, line in lines.items()}


def line_in_round(line: TeamLine, number: int, changed: Iterable[Substitution]) -> TeamLine:
    people = list(line.people)
    for row in changed:
        if row.covers(number):
            people = [row.comes.shown if name == row.leaves.shown else name for name in people]
    if people == list(line.people):
        return line
    return replace(line, people=tuple(people), short=short_name(people))


def credited_players(tournaments: Iterable[int]) -> dict[int, dict[int, Fraction]]:
    """Share of rounds by player, for teams with substitutes.

    One query, plus two if there are any. Rounds without results are ignored.
    """
    changed: dict[int, list[Substitution]] = defaultdict(list)
    rows = Substitution.objects.filter(tournament__in=tournaments, is_active=True)
    for row in rows.select_related("leaves", "comes").order_by("pk"):
        changed[row.team_id].append(row)
    if not changed:
        return {}
    members: dict[int, list[Player]] = defaultdict(list)
    rows_of_teams = TeamPlayer.objects.filter(team__in=changed).order_by("position")
    for member in rows_of_teams.select_related("player"):
        members[member.team_id].append(member.player)
    rounds: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(team__in=changed, sitting__plays__current__isnull=False)
    for team, number in seats.values_list("team", "round__number").distinct():
        rounds[team].add(number)
    return {
        team: shares_of(members[team], rounds[team], substitutes)
        for team, substitutes in changed.items()
        if rounds[team]
    }


def shares_of(
    players: Sequence[Player], rounds: Collection[int], changed: Sequence[Substitution]
) -> dict[int, Fraction]:
    """Share of these rounds by player, in order of first appearance."""
    times = Counter(
        player.pk
        for number in sorted(rounds)
        for player in players_in_round(players, number, changed)
    )
    return {player: Fraction(played, len(rounds)) for player, played in times.items()}


def members_of(tournament: Tournament) -> dict[int, list[Player]]:
    """Players as entered, by team id; one query."""
    members: dict[int, list[Player]] = defaultdict(list)
    rows = TeamPlayer.objects.filter(tournament=tournament).select_related("player")
    for row in rows.order_by("position"):
        members[row.team_id].append(row.player)
    return members


def players_expected(tournament: Tournament, number: int) -> dict[tuple[int, int], int]:
    """(round, player) to team, for a round not drawn yet."""
    lineups, members = lineups_of(tournament), members_of(tournament)
    there = Q(withdrawn_from=None) | Q(withdrawn_from__gt=number)
    teams = tournament.teams.filter(there, number__isnull=False).values_list("pk", flat=True)
    return {
        (number, player.pk): team
        for team in teams
        for player in players_in_round(members[team], number, lineups.get(team, ()))
    }


def rounds_of_players(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Team by (round number, player id)."""
    lineups, members = lineups_of(tournament), members_of(tournament)
    seats = Seat.objects.filter(round__tournament=tournament).values_list("round__number", "team")
    return {
        (number, player.pk): team
        for number, team in seats
        for player in players_in_round(members[team], number, lineups.get(team, ()))
    }
