from collections import defaultdict
from collections.abc import Iterator

from tests.season.evening import Evening, rests_of
from tests.season.formats import RESTS_PER_WITHDRAWAL
from tests.season.rows import row_problems
from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.draws.selectors.brackets import brackets_of
from tournaments.draws.selectors.movements import movement_of
from tournaments.models import Tournament
from tournaments.movements import check_movement
from tournaments.scoring import compute_standings
from tournaments.state.formats import BRACKETS, BY_STANDINGS, DRAWN_BY_ROUND, groups_of, is_relay
from tournaments.state.snapshot import snapshot_of


def problems(evening: Evening) -> Iterator[str]:
    tournament = evening.tournament
    layout = layout_of(tournament)
    yield from (str(fault) for fault in check_movement(movement_of(tournament)).faults)
    yield from row_problems(evening)
    yield from standings_problems(tournament)
    yield from rest_problems(evening, layout)
    yield from table_problems(tournament)
    yield from bracket_problems(tournament)
    if tournament.rounds_counted != tournament.rounds.count():
        yield f"{tournament.rounds_counted} rounds count"


def standings_problems(tournament: Tournament) -> Iterator[str]:
    """Each entrant is ranked once, and ranks ascend."""
    rows = list(tournament.standing_rows.order_by("section", "position"))
    drawn = set(tournament.teams.filter(number__isnull=False).values_list("pk", flat=True))
    if sorted(row.team_id for row in rows) != sorted(drawn):
        yield "not everybody is ranked once"
    for before, after in zip(rows, rows[1:], strict=False):
        if before.section == after.section and before.rank > after.rank:
            yield f"rank {before.rank} stands above {after.rank}"


def table_problems(tournament: Tournament) -> Iterator[str]:
    """The two percentages of a table on a board add up to 100."""
    for score in compute_standings(snapshot_of(tournament).facts).boards:
        percents = (score.ns_percent, score.ew_percent)
        if None not in percents and sum(percents) != 100:
            yield f"board {score.result.board}: {percents}"


def bracket_problems(tournament: Tournament) -> Iterator[str]:
    """Brackets have one winner, and no entrant advanced with a worse rank than one who stayed."""
    if tournament.movement_kind not in BRACKETS:
        return
    for state in brackets_of(tournament):
        if list(dict(state.placed).values()).count(1) != 1:
            yield f"nobody has won: {state.placed}"
    if tournament.follows:
        on_its_way = set(tournament.teams.values_list("origin_id", flat=True))
        pools = groups_of(tournament.follows)
        pool_of = {number: at for at, pool in enumerate(pools) for number in pool}
        ranks: dict[tuple[int, bool], list[int]] = defaultdict(list)
        rows = tournament.follows.standing_rows.filter(team__withdrawn_from=None)
        for row in rows.select_related("team"):
            pool = pool_of.get(row.team.number or 0, 0)
            ranks[pool, row.team_id in on_its_way].append(row.rank)
        for (pool, advances), group in list(ranks.items()):
            if not advances and max(ranks[pool, True], default=0) > min(group):
                yield f"advanced past rank {min(group)}: {ranks[pool, True]}"


def rest_problems(evening: Evening, layout: Layout) -> Iterator[str]:
    """Entrants rest as often as planned, plus once per cancelled meeting, at most.

    A leaver is met once by a pair, in two rounds by a team of four, three times by a single
    player. Exchanged entrants rest for both programmes. Latecomers rest while no other does,
    and are exempt. In formats drawn round by round, an odd field rests once each.
    """
    tournament = evening.tournament
    if tournament.movement_kind in DRAWN_BY_ROUND - BY_STANDINGS:
        return  # eliminated entrants play no more
    own = max(evening.rests, tournament.movement_kind in DRAWN_BY_ROUND)
    rests = rests_of(layout)
    late = set(tournament.teams.filter(name__in=evening.latecomers).values_list("pk", flat=True))
    # Each latecomer into a full field makes all rest in turn, for two rounds in relays.
    laps = -(-tournament.rounds.count() // max(1, len(rests)))
    laps *= 2 if is_relay(tournament) else 1
    turns = laps * (len(late) + evening.done["is_drawn_anew"] + evening.done["is_longer"])
    turns += evening.done["way out: same boards"]
    for team, times in rests.items():
        most = (own + RESTS_PER_WITHDRAWAL[tournament.unit] * evening.gone) * (
            1 + evening.exchanged[team]
        )
        most += turns
        if times > most and team not in late:
            yield f"team {team} rests {times} times, {most} at most"
