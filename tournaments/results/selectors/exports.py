"""Export rows of results and deal records."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from tournaments.models import Play, Result, Seat, Tournament
from tournaments.results.selectors.announced import announced_points
from tournaments.scoring import facts_to_json, rename_entrants
from tournaments.state.snapshot import snapshot_of
from tournaments.state.visibility import published_plays

RESULT_COLUMNS = (
    "round", "table", "board", "ns_number", "ns", "ew_number", "ew", "state", "kind",
    "contract", "declarer", "contra", "bid", "capot_bid", "lead", "ns_points", "ew_points",
    "ns_announced", "ew_announced", "ns_belote", "ew_belote", "ns_score", "ew_score",
    "entered_at", "entered_by",
)  # fmt: skip


def results_of(tournament: Tournament) -> Iterator[dict[str, object]]:
    """One row per play, in order of play; three queries."""
    teams: dict[tuple[int, str], tuple[int | None, str]] = {}
    seats = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    for sitting, side, number, name in seats.order_by("pk").values_list(
        "sitting", "side", "team__number", "team__name"
    ):
        before = teams.get((sitting, side))
        # Two single players on one side share no number.
        teams[sitting, side] = (None, f"{before[1]} – {name}") if before else (number, name)
    rows = plays_of(tournament).select_related("current__user")
    return (row_of(play, teams, tournament.zone) for play in rows)


def row_of(
    play: Play, teams: dict[tuple[int, str], tuple[int | None, str]], zone: ZoneInfo
) -> dict[str, object]:
    nobody = (None, "")
    ns = teams.get((play.sitting_id, "NS"), nobody)
    ew = teams.get((play.sitting_id, "EW"), nobody)
    if play.is_turned:
        ns, ew = ew, ns
    result = play.current
    points = (result.outcome.get("points") or {}) if result else {}
    outcome = result.outcome if result and points else None
    announced = announced_points(outcome) if outcome else {}
    belote = outcome.get("belote", {}) if outcome else {}
    return {
        "round": play.sitting.round.number,
        "table": play.sitting.table.number,
        "board": play.board.number,
        "ns_number": ns[0],
        "ns": ns[1],
        "ew_number": ew[0],
        "ew": ew[1],
        "state": play.state,
        "kind": result.kind if result else None,
        "contract": result.contract or None if result else None,
        "declarer": result.declarer or None if result else None,
        "contra": result.contra if result else None,
        "bid": outcome.get("bid") if outcome else None,
        "capot_bid": outcome.get("capot_bid") if outcome else None,
        "lead": result.slip.get("lead") if result else None,
        "ns_points": points.get("NS"),
        "ew_points": points.get("EW"),
        "ns_announced": announced.get("NS"),
        "ew_announced": announced.get("EW"),
        "ns_belote": belote.get("NS"),
        "ew_belote": belote.get("EW"),
        "ns_score": result.ns_score if result and result.net is not None else None,
        "ew_score": result.ew_score if result and result.net is not None else None,
        "entered_at": (
            result.created_at.astimezone(zone).isoformat(timespec="seconds") if result else None
        ),
        "entered_by": author_name(result) if result else None,
    }


def author_name(result: Result) -> str:
    if result.user is not None:
        return result.user.get_username()
    return result.source if result.side or not result.who else result.who


def records_of(tournament: Tournament) -> Iterator[dict[str, object]]:
    """All current records with their position; the file can be imported again."""
    rows = plays_of(tournament).filter(current__record__isnull=False)
    for play in rows.select_related("current__record"):
        assert play.current is not None
        assert play.current.record is not None
        yield {
            "round": play.sitting.round.number,
            "table": play.sitting.table.number,
            "board": play.board.number,
            **play.current.record.record,
        }


def plays_of(tournament: Tournament) -> QuerySet[Play]:
    return (
        published_plays(tournament)
        .select_related("sitting__round", "sitting__table", "board", "current")
        .order_by("sitting__round__number", "sitting__table__number", "order")
    )


def facts_of(tournament: Tournament) -> dict[str, object]:
    """The input of the standings in the format of ``docs/standings.md``."""
    teams = tournament.teams.values_list("pk", "number")
    numbers = {team: number for team, number in teams if number is not None}
    return facts_to_json(rename_entrants(snapshot_of(tournament).facts, numbers))
