"""Random contests as plain sheets, compared with the public standings.

Only seats are read from the database.
"""

import re
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.test import Client

from tests.builders import rebuild
from tests.tournaments.plain_boards import Award, PlainResult
from tests.tournaments.plain_totals import DEFAULT_TARIFF, Figure, MadeGame, Sheet, idle_in, totals
from tests.tournaments.random_play import Contest, Outcome
from tournaments.models import Play, Seat
from tournaments.scoring import AdjustmentLevel, ResultKind
from tournaments.scoring import Award as Given

BY_ROUND = ("swiss", "danish", "random")


def sheet_of(contest: Contest, *, settled: bool = True) -> Sheet:
    """Entries and rulings; ``settled`` says that no further round is drawn."""
    tournament = contest.tournament
    drawn = tournament.teams.filter(number__isnull=False)
    scale, options = tournament.match_scale, tournament.scoring_options
    tariff = scale.get("tariff")
    points = {key: Fraction(value) for key, value in (tariff or {}).items()}
    score = options.get("bye_score")
    return Sheet(
        method=tournament.scoring,
        entrants=tuple(drawn.values_list("number", flat=True)),
        boards=() if contest.for_games else boards_of(contest),
        games=games_of(contest) if contest.for_games else (),
        worth="vp" if "vp" in scale else "tariff" if tariff else "",
        tariff=(points["win"], points["draw"], points["loss"]) if tariff else DEFAULT_TARIFF,
        byes=byes_of(contest) if tournament.movement_kind in BY_ROUND else (),
        bye_score=None if score is None else Fraction(score),
        per_board=given(contest, AdjustmentLevel.BOARD),
        per_total=given(contest, AdjustmentLevel.TOTAL),
        settled=settled,
    )


def given(contest: Contest, per: AdjustmentLevel) -> tuple[tuple[int, Fraction], ...]:
    return tuple((each.entrant, each.amount) for each in contest.given.values() if each.per is per)


def boards_of(contest: Contest) -> tuple[PlainResult, ...]:
    """A row per board and table, except boards still to be played."""
    seats = Seat.objects.filter(sitting__in={play.sitting_id for play in contest.made})
    people: dict[tuple[int, str], list[int]] = defaultdict(list)
    for sitting, side, number in seats.values_list("sitting", "side", "team__number"):
        people[sitting or 0, side].append(number or 0)
    return tuple(
        row_of(play, outcome, contest.cards.get(play, 0), people)
        for play, outcome in contest.made.items()
        if outcome["kind"] is not ResultKind.LATE
    )


def row_of(
    play: Play, outcome: Outcome, cards: int, people: Mapping[tuple[int, str], list[int]]
) -> PlainResult:
    sitting, kind = play.sitting, outcome["kind"]
    net = (
        outcome["net"]
        if kind is ResultKind.PLAYED
        else 0
        if kind is ResultKind.PASSED_OUT
        else None
    )
    awards: tuple[Award, Award] | None = None
    if kind is ResultKind.NOT_PLAYED:
        awards = "equal", "equal"
    elif kind is ResultKind.ADJUSTED:
        ns, ew = outcome["awards"]
        awards = plain_award(ns), plain_award(ew)
    at = sitting.round.number, sitting.table.number, play.board.number
    ns, ew = (tuple(sorted(people[play.sitting_id, side])) for side in ("NS", "EW"))
    return PlainResult(*at, ns, ew, net, awards, cards)


def plain_award(award: Given) -> Award:
    return award.average.value if award.average else award.nets


def games_of(contest: Contest) -> tuple[MadeGame, ...]:
    seats = Seat.objects.filter(sitting__in={play.sitting_id for play in contest.made})
    where: dict[tuple[int, str], int] = {}
    rounds: dict[int, int] = {}
    columns = "sitting", "side", "place", "team__number", "round__number"
    for sitting, side, place, team, number in seats.values_list(*columns):
        where[sitting or 0, side] = where[sitting or 0, place] = team or 0
        rounds[sitting or 0] = number
    return tuple(
        MadeGame(
            rounds[play.sitting_id],
            tuple((where[play.sitting_id, side], made) for side, made in points.items()),
        )
        for play, points in contest.made.items()
    )


def byes_of(contest: Contest) -> tuple[tuple[int, int], ...]:
    """Rounds without an opponent, of entrants that had not left before."""
    rows = Seat.objects.filter(round__tournament=contest.tournament, sitting=None)
    found = {(number or 0, at) for number, at in rows.values_list("team__number", "round__number")}
    return tuple(sorted((one, at) for one, at in found if at < contest.left.get(one, at + 1)))


def check_public_standings(
    client: Client,
    contest: Contest,
    expected: Mapping[int, Figure],
    idle: Container[int] = (),
    order: Sequence[Sequence[int]] = (),
) -> None:
    """Check totals and places in the API and on the page.

    Entrants in ``idle`` have no score and are last. Knock-outs are ranked by ``order``,
    groups that share a place.
    """
    code = contest.tournament.code
    lists = client.get(f"/api/v1/tournaments/{code}/standings/").json()["lists"]
    page = client.get(f"/en/t/{code}/standings/", follow=True).content.decode()
    shown = re.findall(r'data-row="(\w+)-(\d+)".*?<span class="place">(\d+)', page)
    seen: list[int] = []
    for ranking in lists:
        lines: dict[int, Any] = {line["team"]["number"]: line for line in ranking["lines"]}
        seen += lines
        mine = {number: expected[number] for number in lines}
        found = {n: Fraction(line["total"]["exact"]) for n, line in lines.items()}
        assert found == {n: total for n, (total, _second) in mine.items()}
        figures = {number: (number not in idle, *figure) for number, figure in mine.items()}
        if order:
            levels = {one: -at for at, group in enumerate(order) for one in group}
            figures = {number: (True, Fraction(levels[number]), Fraction(0)) for number in mine}
        for number, line in lines.items():
            figure, others = figures[number], list(figures.values())
            assert line["rank"] == 1 + sum(other > figure for other in others)
            assert line["is_tied"] == (others.count(figure) > 1)
        assert [(int(n), int(place)) for section, n, place in shown
                if section == ranking["section"]] == [
            (number, line["rank"]) for number, line in lines.items()
        ]  # fmt: skip
    assert sorted(seen) == sorted(expected)


def check_standings(
    client: Client,
    contest: Contest,
    *,
    settled: bool = True,
    order: Sequence[Sequence[int]] = (),
) -> None:
    """Rebuild, then compare the public standings with plain sums."""
    contest.tournament = rebuild(contest.tournament)
    sheet = sheet_of(contest, settled=settled)
    check_public_standings(client, contest, totals(sheet), idle_in(sheet), order)
