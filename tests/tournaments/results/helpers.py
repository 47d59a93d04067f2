import pytest

from tests.builders import make_drawn
from tests.tournaments.formats import make_field
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Tournament
from tournaments.results.services.results import confirm_result
from tournaments.scoring import Method


def confirm(play, side="EW", version=1, agrees=True, **values):
    table = play.sitting.table
    return confirm_result(
        table=table, play_id=play.pk, version=version, side=side, agrees=agrees, **values
    )


def refused(call, *args, **values):
    with pytest.raises(RuleViolationError) as caught:
        call(*args, **values)
    return caught.value


def actions():
    return list(LogEntry.objects.order_by("pk").values_list("action", flat=True))


def village(teams: int = 4, **game: int) -> Tournament:
    return make_drawn(
        teams,
        kind="round_robin",
        params={"entrants": teams},
        cards="open",
        scoring="game_points",
        game=game or {"deals": 12},
    )


def threes(players: int = 3) -> Tournament:
    tournament = make_field(
        players, "three_handed", {"players": players, "rounds": 1}, variant="bela3", cards="open",
        game={"to": 701},
    )  # fmt: skip
    tournament.scoring = Method.POINTS_THEN_WINS
    tournament.save()
    return tournament


PLAYED = {
    "kind": "played",
    "contract": "H",
    "declarer": "S",
    "contra": "0",
    "side": "NS",
    "points": "98",
    "announced_ns": "",
    "announced_ew": "",
    "capot": "",
    "record": "",
    "reason": "Read from the slip",
}
