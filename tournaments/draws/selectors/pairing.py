"""Pair the next round of formats drawn round by round."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any

from tournaments.draws.selectors.brackets import BracketMatch, brackets_of
from tournaments.draws.selectors.lives import alive_in
from tournaments.models import Seat, Team, Tournament
from tournaments.movements import (
    Draw,
    DrawEntry,
    Id,
    PairReason,
    bye_reason,
    pair_next_round,
    seat_pairs,
)
from tournaments.scoring import compute_standings
from tournaments.state.formats import has_lives, tables_per_match
from tournaments.state.snapshot import snapshot_of

UNSEEDED_RANK = 10_000


@dataclass(frozen=True, slots=True)
class PlannedMeeting:
    """Two teams that are to meet; ``table`` counts meetings, not rooms."""

    table: int
    a: int
    b: int
    match: int
    reasons: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """An unseated round: meetings, byes and the input of the draw."""

    meetings: tuple[PlannedMeeting, ...]
    resting: tuple[int, ...] = ()
    drawn: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class TeamHistory:
    met: dict[Id, int] = field(default_factory=dict)
    played: set[int] = field(default_factory=set)
    byes: set[int] = field(default_factory=set)
    sides: dict[int, int] = field(default_factory=dict)


def lot_number(tournament: Tournament, number: int, attempt: int = 0) -> int:
    """Lot of a round, derived from the tournament's seed: reproducible."""
    text = f"pairing:{tournament.seed}:{number}:{attempt}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def bracket_pairing(tournament: Tournament) -> Pairing:
    """All bracket matches that can be played now; waiting teams rest.

    Teams in a series stay at their table and swap sides.
    """
    states = brackets_of(tournament)
    nodes = [node for state in states for node in state.ready]
    bracket_of = {node.number: at for at, state in enumerate(states) for node in state.ready}
    tables = tables_for(nodes, tables_per_match(tournament))
    meetings = []
    for node in sorted(nodes, key=lambda node: tables[node.number]):
        a, b = (side or 0 for side in node.sides)
        reason = {"code": "bracket", "part": node.match.part, "round": node.match.round}
        reason |= {"match": node.match.name, "bracket": bracket_of[node.number]}
        won, lost = node.wins
        if len(node.legs) % 2:
            a, b, won, lost = b, a, lost, won
        if node.is_series:
            reason |= {"leg": len(node.legs) + 1, "best_of": node.match.best_of}
            reason |= {"won": won, "lost": lost}
        meetings.append(PlannedMeeting(tables[node.number], a, b, node.number, (reason,)))
    playing = {team for node in nodes for team in node.sides if team is not None}
    alive = {team for state in states for team in state.alive}
    drawn = {"system": tournament.movement_kind, "facts_version": tournament.facts_version}
    resting = sorted(alive - playing) if nodes else []
    return Pairing(tuple(meetings), tuple(resting), drawn)


def tables_for(nodes: Sequence[BracketMatch], rooms: int) -> dict[int, int]:
    """Table by match number, counted in meetings; a series stays at its table."""
    table_by_match: dict[int, int] = {}
    for node in nodes:
        if (
            node.meeting
            and (table := -(-node.meeting.tables[0] // rooms)) not in table_by_match.values()
        ):
            table_by_match[node.number] = table
    free = (table for table in count(1) if table not in table_by_match.values())
    return {node.number: table_by_match.get(node.number) or next(free) for node in nodes}


def pair_by_draw(tournament: Tournament, number: int, attempt: int = 0) -> Pairing:
    """Pair a round by standings, by lot or by lives.

    Raise MovementError if no team is left to pair.
    """
    entries = entries_of(tournament, number)
    lot = lot_number(tournament, number, attempt)
    draw = pair_next_round(
        tournament.movement_kind, tournament.movement_params, entries, number, lot
    )
    drawn_teams = tournament.teams.filter(number__isnull=False)
    groups = {number or 0: group for number, group in drawn_teams.values_list("number", "group")}
    return pairing_from(draw, groups, lot, tournament)


def entries_of(tournament: Tournament, number: int) -> list[DrawEntry]:
    """Entrants of the round as input of the draw.

    Byes, rounds before a late entry and absences count as unplayed rounds; the setting
    ``rest`` can count byes only, at most one per entrant.
    """
    only_byes = counts_byes_alone(tournament)
    teams = teams_taking_part(tournament, number)
    past = past_of(tournament, number)
    scores, ranks = scores_and_ranks(tournament, teams)
    groups: dict[str, set[int]] = defaultdict(set)
    for team in teams:
        groups[team.group.strip().casefold()].add(team.number or 0)
    entries = []
    for team in teams:
        own = team.number or 0
        mates = groups[team.group.strip().casefold()] if team.group.strip() else set()
        before = past.get(own, TeamHistory())
        entries.append(
            DrawEntry(
                id=own,
                score=scores.get(team.pk, 0),
                rank=ranks.get(team.pk, 0),
                met=before.met,
                unplayed=bool(before.byes) if only_byes else number - 1 - len(before.played),
                avoid=frozenset(mates - {own}),
                fixed_table=fixed_meeting(tournament, team),
                ns_rounds=sum(side > 0 for side in before.sides.values()),
                sides=before.sides,
            )
        )
    return entries


def counts_byes_alone(tournament: Tournament) -> bool:
    return bool(tournament.movement_params.get("rest") == "bye")


def teams_taking_part(tournament: Tournament, number: int) -> list[Team]:
    """Drawn teams that have not withdrawn and, with lives, have one left."""
    rows = tournament.teams.filter(number__isnull=False).order_by("number")
    teams = [row for row in rows if row.withdrawn_from is None or row.withdrawn_from > number]
    if not has_lives(tournament):
        return teams
    alive = alive_in(tournament)
    return [team for team in teams if team.number in alive]


def fixed_meeting(tournament: Tournament, team: Team) -> int | None:
    """The meeting at a team's fixed table; a team match uses two tables."""
    if team.fixed_table is None:
        return None
    return -(-team.fixed_table // tables_per_match(tournament))


def past_of(tournament: Tournament, number: int) -> dict[int, TeamHistory]:
    """History of each team before this round, by number; one query."""
    sides: dict[int, dict[str, int]] = defaultdict(dict)
    round_of: dict[int, int] = {}
    past: dict[int, TeamHistory] = defaultdict(TeamHistory)
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lt=number)
    for row in seats.order_by("round__number").values_list(
        "round__number", "sitting", "side", "team__number"
    ):
        played, side, team = row[0], row[2], row[3]
        sitting: int | None = row[1]
        if sitting is None:
            past[team or 0].byes.add(played)
        else:
            past[team or 0].played.add(played)
            sides[sitting][side] = team or 0
            round_of[sitting] = played
    for sitting, seated in sides.items():
        if set(seated) == {"NS", "EW"}:
            ns, ew = seated["NS"], seated["EW"]
            played = round_of[sitting]
            past[ns].met[ew] = past[ew].met[ns] = played
            past[ns].sides[played], past[ew].sides[played] = 1, -1
    return past


def scores_and_ranks(
    tournament: Tournament, teams: Iterable[Team]
) -> tuple[dict[int, int], dict[int, int]]:
    """Integer score and rank (from 1, ties shared) by team id.

    Before play, ranks follow the seeding; unseeded teams share the last rank.
    """
    ranks = {team.pk: team.seeding or UNSEEDED_RANK for team in teams}
    rows = compute_standings(snapshot_of(tournament).facts).rows
    scored = [row for row in rows if row.rounds or row.carry]
    if not scored:
        return {}, ranks
    unit = 1 if all(row.total.denominator == 1 for row in rows) else 100
    places = {row.entrant: row.rank for row in rows}
    late = {pk: len(rows) + rank for pk, rank in ranks.items() if pk not in places}
    return {row.entrant: round_half_up(row.total, unit) for row in rows}, places | late


def round_half_up(total: Fraction, unit: int) -> int:
    """A score as an integer number of units, rounded half up."""
    return int((2 * total * unit + 1) // 2)


def pairing_from(
    draw: Draw, groups: Mapping[int, str], lot: int, tournament: Tournament
) -> Pairing:
    """The draw as plain values."""
    order = [int(entry.id) for entry in draw.order]
    seated = seat_pairs(draw)
    meetings = tuple(
        PlannedMeeting(
            each.table,
            int(each.ns),
            int(each.ew),
            at,
            tuple(reason_json(reason, order, groups) for reason in each.reasons),
        )
        for at, each in enumerate(seated, start=1)
    )
    code = bye_code(draw, only_byes=counts_byes_alone(tournament))
    resting = () if draw.bye_id is None else (int(draw.bye_id),)
    drawn = {
        "system": draw.system,
        "lot": lot,
        "facts_version": tournament.facts_version,
        "order": order,
        "cost": str(draw.cost),
        "rematches": [[order[a], order[b]] for a, b in draw.rematches],
        "forbidden": [[order[a], order[b]] for a, b in draw.forbidden],
        "moves": [[order[a], order[b]] for a, b in draw.moves],
        "bye": {"team": draw.bye_id, "code": code} if code else None,
    }
    return Pairing(meetings, resting, drawn)


def bye_code(draw: Draw, *, only_byes: bool) -> str:
    reason = bye_reason(draw)
    if reason is None or draw.bye is None:
        return ""
    if not only_byes:
        return reason.code
    by_place = "bye_again" if draw.order[draw.bye].unplayed else "bye_last"
    return {"bye_fewest": by_place, "bye_lot": "bye_drawn"}.get(reason.code, reason.code)


def reason_json(
    reason: PairReason, order: Sequence[int], groups: Mapping[int, str]
) -> dict[str, object]:
    """A reason as stored; a place includes the team that had it."""
    stored = {"code": reason.code, **reason.params}
    if "place" in reason.params:
        team = order[int(reason.params["place"]) - 1]
        stored["team"] = team
        if reason.code == "avoid" and groups.get(team):
            stored["group"] = groups[team]
    return stored
