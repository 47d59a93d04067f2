"""Build webhook payloads when sending, with public names.

They contain no more than public pages: a table's score only once the board is over.
``docs/webhooks.md`` has examples; the API schema is derived from the return types in
``PAYLOAD_BUILDERS``.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.conf import settings
from django.urls import reverse

from games.languages import without_language
from tournaments.models import (
    Delivery,
    DirectorCall,
    Play,
    Result,
    Seat,
    StandingsVersion,
    Team,
    Tournament,
)
from tournaments.notifications.webhooks.event_schemas import (
    ClubTold,
    Data,
    DirectorCalled,
    DrawPublished,
    LeaderTold,
    Message,
    ResultRecorded,
    ScoreTold,
    SidesSeated,
    StandingsPublished,
    TeamTold,
    TournamentOfficial,
    TournamentTold,
    WebhookTest,
)
from tournaments.state.standings_versions import FIELDS
from tournaments.state.visibility import finished_boards

VERSION: Final = 1
LEADING_PLACES: Final = 3
Event = Delivery.Event


def payload_of(delivery: Delivery) -> Message | None:
    """The complete message; None if its subject was deleted."""
    tournament = delivery.tournament
    data = PAYLOAD_BUILDERS[Event(delivery.event)](delivery)
    if data is None:
        return None
    club = delivery.webhook.club
    return Message(
        id=id_of(delivery),
        version=VERSION,
        type=delivery.event,
        timestamp=delivery.created_at.isoformat().replace("+00:00", "Z"),
        sequence=delivery.pk,
        club=ClubTold(id=club.pk, name=club.name),
        tournament=None if tournament is None else tournament_payload(tournament),
        data=data,
    )


def id_of(delivery: Delivery) -> str:
    """Message id, the same for every attempt."""
    return f"msg_{delivery.uid.hex}"


def tournament_payload(tournament: Tournament) -> TournamentTold:
    return {
        "code": tournament.code,
        "name": tournament.name,
        "state": Tournament.State(tournament.state),
        "page": absolute_url(without_language(tournament.get_absolute_url())),
        "url": api_url("api_tournament", tournament),
    }


def absolute_url(path: str) -> str:
    """An absolute URL; only the path if no public URL is configured."""
    return f"{settings.PUBLIC_URL}{path}"


def api_url(name: str, tournament: Tournament, *more: object) -> str:
    return absolute_url(reverse(name, args=[tournament.code, *more]))


def tournament_of(delivery: Delivery) -> Tournament:
    if delivery.tournament is None:
        raise ValueError(f"delivery {delivery.pk} has no tournament")
    return delivery.tournament


def team_payload(team: Team) -> TeamTold:
    return {"number": team.number, "name": team.shown}


def draw_payload(delivery: Delivery) -> DrawPublished:
    tournament = tournament_of(delivery)
    return {
        "rounds": [
            {"number": number, "url": api_url("api_round", tournament, number)}
            for number in delivery.about["rounds"]
        ]
    }


def result_payload(delivery: Delivery) -> ResultRecorded | None:
    """Board, table and current version; the result only if public."""
    tournament = tournament_of(delivery)
    plays = Play.objects.select_related("sitting__round", "sitting__table", "board")
    play = plays.filter(pk=delivery.about["play"]).first()
    if play is None:
        return None
    result = Result.objects.filter(pk=delivery.about["result"] or 0).first()
    is_public = is_result_public(tournament, play)
    return {
        "round": play.sitting.round.number,
        "table": play.sitting.table.number,
        "board": play.board.number,
        "version": result.version if result else None,
        "state": Play.State(delivery.about["state"]),
        "is_correction": delivery.about["revises"],
        "is_public": is_public,
        "result": score_payload(result) if result and is_public else None,
        "sides": sides_payload(play),
        "url": board_address(tournament, play),
    }


def is_result_public(tournament: Tournament, play: Play) -> bool:
    """Whether the public can see the score of this board at this table."""
    if tournament.is_open_play:
        return play.state == Play.State.CONFIRMED
    return finished_boards(tournament).filter(pk=play.board_id).exists()


def board_address(tournament: Tournament, play: Play) -> str:
    """URL of a board; in open play that of the round."""
    if tournament.is_open_play:
        return api_url("api_round", tournament, play.sitting.round.number)
    return api_url("api_board", tournament, play.board.number)


def score_payload(result: Result) -> ScoreTold:
    return {
        "kind": Result.Kind(result.kind),
        "contract": result.contract,
        "declarer": result.declarer,
        "contra": result.contra,
        "score": {"NS": result.ns_score, "EW": result.ew_score},
        "net": result.net,
    }


def sides_payload(play: Play) -> SidesSeated:
    seats = Seat.objects.filter(sitting=play.sitting_id).select_related("team").order_by("place")
    sides = [(play.side_of(seat), team_payload(seat.team)) for seat in seats]
    return {
        "NS": [team for side, team in sides if side == Seat.Side.NS],
        "EW": [team for side, team in sides if side == Seat.Side.EW],
    }


def standings_payload(delivery: Delivery) -> StandingsPublished | None:
    """Version, whether final, and the leaders of each list."""
    tournament, number = tournament_of(delivery), delivery.about["number"]
    version = StandingsVersion.objects.filter(tournament=tournament, number=number).first()
    if version is None:
        return None
    return {
        "number": number,
        "rounds": version.rounds,
        "is_final": version.state == Tournament.State.FINISHED,
        "is_official": version.official_at is not None,
        "corrected": len(version.corrected),
        "leaders": leaders_payload(tournament, version),
        "url": api_url("api_standings_version", tournament, number),
    }


def leaders_payload(tournament: Tournament, version: StandingsVersion) -> list[LeaderTold]:
    """The leaders of each list; empty if the section has no name."""
    rows = [dict(zip(FIELDS, values, strict=True)) for values in version.rows]
    first = [row for row in rows if int(row["rank"]) <= LEADING_PLACES]
    teams: Mapping[int, Team] = tournament.teams.in_bulk([row["team_id"] for row in first])
    return [
        {
            "section": row["section"],
            "rank": row["rank"],
            "team": team_payload(teams[row["team_id"]]),
        }
        for row in first
        if row["team_id"] in teams
    ]


def official_payload(delivery: Delivery) -> TournamentOfficial:
    tournament = tournament_of(delivery)
    return {"since": delivery.about["since"], "url": api_url("api_standings", tournament)}


def call_payload(delivery: Delivery) -> DirectorCalled | None:
    """The calling table; its message is for the director only."""
    calls = DirectorCall.objects.select_related("table", "round", "board")
    call = calls.filter(pk=delivery.about["call"]).first()
    if call is None:
        return None
    return {
        "call": call.pk,
        "round": call.round.number,
        "table": call.table.number,
        "board": call.board.number if call.board else None,
        "is_settled": call.settled_at is not None,
        "url": api_url("api_calls", tournament_of(delivery)),
    }


def payload_of_test(_delivery: Delivery) -> WebhookTest:
    return {"message": "This is a test. Nothing has happened."}


PAYLOAD_BUILDERS: Final[Mapping[Event, Callable[[Delivery], Data | None]]] = {
    Event.DRAW: draw_payload,
    Event.RESULT: result_payload,
    Event.STANDINGS: standings_payload,
    Event.OFFICIAL: official_payload,
    Event.CALL: call_payload,
    Event.TEST: payload_of_test,
}
