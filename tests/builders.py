"""Create clubs, tournaments and results through the services."""

import datetime
import random
from collections import Counter
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, prefetch_related_objects

from jobs.tasks import run
from tournaments.clubs.services import found_club
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.entries.services.entries import add_teams
from tournaments.events.append import record_change
from tournaments.models import Club, Membership, Play, Result, Table, Tournament
from tournaments.results.services.results import (
    confirm_result,
    correct_result,
    enter_result,
    log_result,
)
from tournaments.results.services.slips import entry_of
from tournaments.setup.services.tournaments import create_tournament, finish_tournament
from tournaments.table_app.selectors.tables import TableState, table_of_token
from tournaments.table_app.state_cache import current_state

FIRST = ("Анна Явор Бойко Георги Димитър Стоян Методи Светлозар Теодора Румяна Мария Емил").split()
LAST = (
    "Иванова Петров Колев Стоянов Маринов Кръстев Паскалев Димов Ненова Христова Савова"
).split()


def make_user(name: str = "director", **values: Any) -> User:
    return User.objects.create_user(name, password="secret-enough", **values)


def make_club(name: str = "Serdika", user: User | None = None) -> Club:
    return found_club(name=name, user=user or make_user(f"founder of {name}"))


def make_tournament(club: Club | None = None, **values: Any) -> Tournament:
    values = {
        "name": "Autumn Pairs",
        "date": datetime.date(2026, 11, 21),
        "start_time": datetime.time(18, 30),
        "boards_per_round": 2,
        **values,
    }
    return create_tournament(club=club or make_club(), **values)


def names_of(number: int) -> tuple[str, str]:
    first = FIRST[number % len(FIRST)]
    return (
        f"{first} {LAST[number % 11]} {2 * number}",
        f"{first} {LAST[number // 11]} {2 * number + 1}",
    )


def enter_teams(tournament: Tournament, count: int) -> None:
    add_teams(tournament=tournament, teams=[names_of(number) for number in range(count)])


def make_drawn(teams: int = 8, *, publish: bool = True, **values: Any) -> Tournament:
    """A published tournament; barometer by default."""
    kind = values.pop("kind", "barometer")
    params = values.pop("params", {"entrants": teams})
    tournament = make_tournament(**values)
    enter_teams(tournament, teams)
    tournament = draw_tournament(
        tournament=tournament, kind=kind, params=params, by_lot=False, seed="07" * 32
    )
    return publish_draw(tournament=tournament) if publish else tournament


def play_stage(stage: Tournament) -> Tournament:
    params = {"entrants": stage.teams.count()}
    draw_tournament(tournament=stage, kind="barometer", params=params)
    publish_draw(tournament=stage)
    fill_rounds(stage, stage.rounds.count())
    return rebuild(finish_tournament(tournament=stage))


def director_of(tournament: Tournament) -> User:
    membership = Membership.objects.filter(club=tournament.club).select_related("user").first()
    assert membership is not None
    return membership.user  # type: ignore[return-value]


def slip(points: int = 98, contract: str = "H", declarer: str = "S", **more: Any) -> dict[str, Any]:
    total = {"NT": 130, "AT": 258}.get(contract, 162)
    return {
        "contract": contract,
        "declarer": declarer,
        "points": {"NS": points, "EW": total - points},
        **more,
    }


def plays_of(tournament: Tournament, **where: Any) -> list[Play]:
    return list(Play.objects.filter(sitting__round__tournament=tournament, **where))


def enter(play: Play, side: str = "NS", **values: Any) -> Result:
    return enter_result(
        table=play.sitting.table,
        play_id=play.pk,
        slip=values.pop("slip", slip()),
        side=side,
        **values,
    ).result


def enter_and_confirm(play: Play, **values: Any) -> Result:
    result = enter(play, **values)
    confirm_result(
        table=play.sitting.table, play_id=play.pk, version=result.version, side="EW", agrees=True
    )
    return result


def phone_of(table: Table) -> TableState:
    found = table_of_token(table.token)
    assert found is not None
    return current_state(found).state


def fill_rounds(tournament: Tournament, rounds: int, *, seed: int = 1) -> None:
    rng = random.Random(seed)
    bid = {"bid": 80} if tournament.variant.counts_bids else {}
    plays = plays_of(tournament, sitting__round__number__lte=rounds)
    points = [50, 62, 74, 83, 90, 98, 110, 120]
    slips = [
        slip(rng.choice(points), rng.choice("CDHS"), rng.choice("NWSE"), **bid) for _play in plays
    ]
    enter_slips(tournament, plays, slips)


def enter_slips(tournament: Tournament, plays: list[Play], slips: list[dict[str, Any]]) -> None:
    """Enter confirmed results as a director; in bulk where possible."""
    if can_enter_in_bulk(tournament, plays):
        enter_in_bulk(plays, slips)
    else:
        for play, each in zip(plays, slips, strict=True):
            correct_result(play_id=play.pk, slip=each, reason="test", actor=None)


def can_enter_in_bulk(tournament: Tournament, plays: list[Play]) -> bool:
    """Whether all results are first ones without side effects."""
    return (
        Tournament.objects.get(pk=tournament.pk).state == Tournament.State.PLAYING
        and not Result.objects.filter(play__in=plays).exists()
        and not tournament.boards.exclude(closed_at=None).exists()
        and not tournament.club.webhooks.exists()
    )


@transaction.atomic
def enter_in_bulk(plays: list[Play], slips: list[dict[str, Any]]) -> None:
    """Write the rows of `correct_result` directly; `test_builders` compares the two."""
    prefetch_related_objects(plays, "sitting__round__tournament", "sitting__table")
    prefetch_related_objects(plays, "board__deal", "board__tournament")
    results = [
        Result(
            play=play,
            version=1,
            source=Result.Source.DIRECTOR,
            reason="test",
            **entry_of(play, each).columns(),
        )
        for play, each in zip(plays, slips, strict=True)
    ]
    Result.objects.bulk_create(results)
    for result in results:
        result.play.current, result.play.state = result, Play.State.CONFIRMED
        log_result(result, "result_corrected", reason="test")
    Play.objects.bulk_update(plays, ["current", "state"])
    for table, count in Counter(play.sitting.table_id for play in plays).items():
        Table.objects.filter(pk=table).update(version=F("version") + count)
    for play in plays:
        record_change(play.sitting.round.tournament_id, play.pk)


def rebuild(tournament: Tournament) -> Tournament:
    """Update standings as a worker would."""
    from jobs.models import Job
    from tournaments.events.append import enqueue_outdated_standings

    enqueue_outdated_standings()
    for job_id in Job.objects.filter(kind="standings", state="queued").values_list("pk", flat=True):
        run(job_id)
    tournament.refresh_from_db()
    return tournament
