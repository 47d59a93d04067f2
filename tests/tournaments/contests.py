from collections.abc import Iterable, Sequence
from typing import Any

from games.belot import PRESETS
from games.models import Deal
from tests.builders import make_tournament
from tournaments.events.append import append_result
from tournaments.events.entry import Author, Entry
from tournaments.models import Board, Play, Result, Round, Seat, Sitting, Table, Team, Tournament

PACK = "7C 8C"


def make_contest(teams: int, rounds: int, **values: Any) -> Tournament:
    """Tournament in play with numbered teams, rounds and tables, but no seats."""
    direct = {
        key: values.pop(key)
        for key in ("unit", "cards", "match_scale", "tie_breaks", "scoring_options", "winners",
                    "movement_kind", "planned_rounds", "follows", "carry", "carry_share", "scoring")
        if key in values
    }  # fmt: skip
    tournament = make_tournament(**values)
    for key, value in {"seed": "07" * 32, **direct}.items():
        setattr(tournament, key, value)
    tournament.state = Tournament.State.PLAYING
    tournament.save()
    Team.objects.bulk_create(
        Team(tournament=tournament, name=f"Team {n}", entry_order=n, number=n)
        for n in range(1, teams + 1)
    )
    Round.objects.bulk_create(Round(tournament=tournament, number=n + 1) for n in range(rounds))
    Table.objects.bulk_create(Table(tournament=tournament, number=n + 1) for n in range(teams))
    return tournament


def team(tournament: Tournament, number: int) -> Team:
    return tournament.teams.get(number=number)


def sit(
    tournament: Tournament,
    round_number: int,
    table: int,
    ns: Sequence[int],
    ew: Sequence[int],
    boards: Iterable[int],
    *,
    halves: tuple[int, int] = (1, 1),
    match: int | None = None,
) -> list[Play]:
    """Seat teams (two numbers a side: single players) at a table with its boards."""
    sitting = Sitting.objects.create(
        round=tournament.rounds.get(number=round_number),
        table=tournament.tables.get(number=table),
        match=match,
    )
    for side, numbers, half in (("NS", ns, halves[0]), ("EW", ew, halves[1])):
        for place, number in zip(side, numbers, strict=False):
            Seat.objects.create(
                round=sitting.round,
                sitting=sitting,
                team=team(tournament, number),
                side=side,
                half=half,
                place=place if len(numbers) > 1 else "",
            )
    return [
        Play.objects.create(sitting=sitting, board=board_of(tournament, number), order=order)
        for order, number in enumerate(boards, 1)
    ]


def rest(tournament: Tournament, round_number: int, number: int) -> Seat:
    return Seat.objects.create(
        round=tournament.rounds.get(number=round_number), team=team(tournament, number)
    )


def board_of(tournament: Tournament, number: int) -> Board:
    found = Board.objects.filter(tournament=tournament, number=number).first()
    if found:
        return found
    deal = None
    if tournament.cards == Tournament.Cards.BOARDS:
        deal = Deal.objects.create(variant=PRESETS["bulgarian"], dealer="N", pack=PACK)
    return Board.objects.create(tournament=tournament, number=number, deal=deal)


def score(play: Play, net: int, **outcome: Any) -> Result:
    """Confirmed result with this net, or a game's points (``points=(612, 540)``)."""
    points = outcome.pop("points", None)
    kind = Result.Kind.GAME if points else Result.Kind.PLAYED
    ns, ew = points or (max(net, 0), max(-net, 0))
    entry = Entry(kind=kind, slip={}, outcome={"score": {"NS": ns, "EW": ew}, **outcome})
    author = Author(source=Result.Source.DIRECTOR)
    return append_result(play, entry, author, state=Play.State.CONFIRMED)
