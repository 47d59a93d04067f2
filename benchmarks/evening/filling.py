"""Fill an empty database with a drawn tournament; print its tables as JSON.

python -m benchmarks.evening.filling TABLES ROUNDS
"""

from __future__ import annotations

import datetime
import json
import os
import sys
from collections import defaultdict
from typing import Any, Final

NAME: Final = "director"
PASSWORD: Final = "an evening in a large hall"
BOARDS_A_ROUND: Final = 2


def main() -> None:
    tables, rounds = map(int, sys.argv[1:3])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    tournament = drawn_tournament(tables, rounds)
    told = {"code": tournament.code, "pk": tournament.pk, "tables": tables_of(tournament)}
    print(json.dumps(told))


def drawn_tournament(tables: int, rounds: int) -> Any:
    """A published barometer: all tables play the same boards in a round."""
    from django.contrib.auth.models import User

    from benchmarks.fields import enter
    from tournaments.clubs.services import found_club
    from tournaments.draws.services.draws import draw_tournament, publish_draw
    from tournaments.setup.services.tournaments import create_tournament

    user = User.objects.create_user(NAME, password=PASSWORD)
    tournament = create_tournament(
        club=found_club(name="A large club", user=user),
        name="A large evening",
        date=datetime.date(2026, 11, 21),
        start_time=datetime.time(18, 30),
        boards_per_round=BOARDS_A_ROUND,
        actor=user,
    )
    enter(tournament, 2 * tables)
    params = {"entrants": 2 * tables, "rounds": rounds}
    draw_tournament(tournament=tournament, kind="barometer", params=params, seed="07" * 32)
    publish_draw(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def tables_of(tournament: Any) -> list[dict[str, Any]]:
    from tournaments.models import Play

    rows = Play.objects.filter(sitting__round__tournament=tournament).order_by(
        "sitting__table__number", "sitting__round__number", "order"
    )
    plays: dict[tuple[int, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    columns = ("sitting__table__number", "sitting__table__token", "sitting__round__number", "pk")
    for number, token, round_number, pk in rows.values_list(*columns):
        plays[number, token][round_number].append(pk)
    return [
        {"number": number, "token": token, "rounds": [rounds[key] for key in sorted(rounds)]}
        for (number, token), rounds in plays.items()
    ]


if __name__ == "__main__":
    main()
