from dataclasses import dataclass

from django.db.models import F

from games.charts.system_fonts import can_be_drawn
from games.wording.collation import sort_by_name
from tournaments.clubs.names import search_key
from tournaments.models import Player, Team, TeamPlayer, Tournament

SUGGESTIONS = 12


@dataclass(frozen=True)
class Attendance:
    teams: list[Team]
    entered: int
    present: int

    @property
    def missing(self) -> int:
        return self.entered - self.present

    @property
    def is_odd(self) -> bool:
        return self.present % 2 == 1


def attendance(tournament: Tournament, *, only_missing: bool = False) -> Attendance:
    teams = list(
        Team.objects.filter(tournament=tournament)
        .order_by(F("number").asc(nulls_last=True), "entry_order")
        .prefetch_related("team_players__player")
    )
    present = sum(team.is_present for team in teams)
    shown = [team for team in teams if not (only_missing and team.is_present)]
    return Attendance(shown, len(teams), present)


def undrawable_texts(tournament: Tournament) -> list[str]:
    """Names and places with characters that no server font has."""
    club = tournament.club
    texts = [tournament.name, club.name, tournament.place, club.place]
    teams = tournament.teams.prefetch_related("team_players__player")
    for team in teams.order_by("entry_order"):
        texts += [team.name, *(str(row.player) for row in team.team_players.all())]
    return [text for text in dict.fromkeys(texts) if not can_be_drawn(text)]


def entered_names(tournament: Tournament) -> list[str]:
    players = TeamPlayer.objects.filter(tournament=tournament)
    return list(players.values_list("player__name", flat=True))


def suggested_players(tournament: Tournament, wanted: str) -> list[str]:
    """Matching club players not yet entered, in any alphabet."""
    key = search_key(wanted)
    players = Player.objects.filter(club=tournament.club_id, search_key__contains=key)
    free = players.exclude(team_players__tournament=tournament)
    return sort_by_name(free.values_list("name", flat=True), str)[:SUGGESTIONS]
