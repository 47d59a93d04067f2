"""Large tournaments in a separate database for benchmarks of pages and standings."""

from __future__ import annotations

import datetime
import os
import random
import tempfile
from pathlib import Path
from typing import Any

USUAL_NETS = (4, 6, 8, 10, 12, 16, -16, -4, 0, 2, 14, 20, 25, -25, 26, -26, 32, -32, 52, -52)
PER_ROUND = 3


def own_database() -> Path:
    """Set up Django on a new SQLite database; return its folder.

    With DATABASE_URL that database is used and must be empty.
    """
    folder = Path(tempfile.mkdtemp(prefix="belot-benchmark-"))
    values = {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ.update({**values, "LOG_LEVEL": "ERROR", "STATIC_HASHES": "off"})
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    return folder


def played_tournament(tables: int, boards: int) -> Any:
    from django.contrib.auth.models import User

    from tournaments.clubs.services import found_club
    from tournaments.draws.services.draws import draw_tournament, publish_draw
    from tournaments.models import Tournament
    from tournaments.setup.services.tournaments import create_tournament

    user = User.objects.create_user(f"organiser {tables}")
    tournament = create_tournament(
        club=found_club(name=f"Club of {tables} tables", user=user),
        name="A large evening",
        date=datetime.date(2026, 11, 21),
        start_time=datetime.time(18, 30),
        boards_per_round=PER_ROUND,
        actor=user,
    )
    enter(tournament, 2 * tables)
    params = {"entrants": 2 * tables, "rounds": boards // PER_ROUND}
    draw_tournament(tournament=tournament, kind="barometer", params=params, seed="07" * 32)
    publish_draw(tournament=tournament)
    play_all(tournament)
    return Tournament.objects.get(pk=tournament.pk)


def enter(tournament: Any, pairs: int) -> None:
    from tournaments.models import Player, Team, TeamPlayer

    names = [f"Player {number:04d} of the field" for number in range(2 * pairs)]
    players = Player.objects.bulk_create(
        Player(club=tournament.club, name=name, search_key=name.lower()) for name in names
    )
    teams = Team.objects.bulk_create(
        Team(
            tournament=tournament,
            name=f"{names[2 * pair]} – {names[2 * pair + 1]}",
            entry_order=pair + 1,
        )
        for pair in range(pairs)
    )
    TeamPlayer.objects.bulk_create(
        TeamPlayer(
            tournament=tournament, team=team, player=players[2 * index + half], position=half + 1
        )
        for index, team in enumerate(teams)
        for half in (0, 1)
    )


def play_all(tournament: Any) -> None:
    """A confirmed result for every play, identical in each run."""
    from tournaments.events.append import record_general_change
    from tournaments.models import Play, Result

    rng = random.Random(2025)
    plays = list(Play.objects.filter(sitting__round__tournament=tournament).order_by("pk"))
    results = Result.objects.bulk_create(
        (result(play, rng.choice(USUAL_NETS)) for play in plays), batch_size=500
    )
    for play, row in zip(plays, results, strict=True):
        play.current, play.state = row, Play.State.CONFIRMED
    Play.objects.bulk_update(plays, ["current", "state"], batch_size=200)
    record_general_change(tournament.pk)


def result(play: Any, net: int) -> Any:
    from tournaments.models import Result

    return Result(
        play=play,
        version=1,
        kind=Result.Kind.PLAYED,
        slip={},
        contract="H",
        declarer="S",
        ns_score=max(net, 0),
        ew_score=max(-net, 0),
        net=net,
        source=Result.Source.DIRECTOR,
    )
