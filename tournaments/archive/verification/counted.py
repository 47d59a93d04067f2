"""Build the `Facts` of a stage, current or as of a moment."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from tournaments.archive.file import Json
from tournaments.archive.verification.stage import Row, Stage, parse_timestamp
from tournaments.movements import FORMATS, Seating, knockout_orders
from tournaments.scoring import (
    VP_SCALES,
    Adjustment,
    AdjustmentLevel,
    Award,
    BoardResult,
    Bye,
    Entrant,
    Facts,
    Game,
    GameSide,
    KnockoutOrder,
    Lineup,
    Method,
    Reference,
    ResultKind,
    Section,
    Tariff,
    TieBreak,
    VpScale,
    Walkover,
    Winners,
    default_tie_breaks,
    leavers_to_annul,
    read_value,
    score_boards,
    score_matches,
    stored_options,
    unique_results,
)

SECTION_OF_SIDE = {"NS": Section.NS, "EW": Section.EW}
SHEET_ORDER = ("NS", "EW", "N", "W", "S", "E")
Sides = dict[tuple[int, str], int]
ONE = Fraction(1)


@dataclass(frozen=True)
class StandingsQuery:
    """Which standings to compute: counted rounds, tournament state, moment (None: now)."""

    rounds: int
    state: str
    at: datetime | None = None

    def is_in_time(self, row: Row, column: str = "created_at") -> bool:
        """Whether the row existed at the moment."""
        return self.at is None or parse_timestamp(row[column]) <= self.at


class KnockoutMatch(NamedTuple):
    """Knock-out match by team numbers; ``winner`` is None while undecided."""

    round: int
    match: int
    a: int
    b: int
    winner: int | None


class FactsBuilder:
    """Builds the `Facts` of a stage."""

    def __init__(self, stage: Stage, carried: Mapping[int, Fraction]) -> None:
        self.stage = stage
        self.carried = carried
        self.method = Method(stage.own["scoring"])
        self.options = stored_options(self.method, stage.own["scoring_options"])
        self.scale = scale_of(stage)
        self.seats, self.members = sides_of(stage)

    @property
    def has_match_scoring(self) -> bool:
        """Whether totals count matches or games instead of boards."""
        by_method = self.method.for_games or self.method is Method.PATTON
        return by_method or bool(self.stage.own["match_scale"])

    @property
    def has_mean_totals(self) -> bool:
        """Whether a total is a mean per board."""
        if self.has_match_scoring:
            return False
        chosen = self.options.per_board
        return self.method.is_mean if chosen is None else chosen

    def facts(self, asked: StandingsQuery) -> Facts:
        results, games = self.results(asked)
        is_over = asked.rounds == len(self.stage["rounds"])
        options = self.options
        facts = Facts(
            method=self.method,
            winners=Winners.TWO if self.stage.own["winners"] == 2 else Winners.ONE,
            entrants=tuple(self.entrants()),
            byes=tuple(self.byes(asked.rounds)),
            adjustments=tuple(self.adjustments(asked)),
            lineups=tuple(Lineup(side, teams) for side, teams in self.members.items()),
            match=self.scale,
            tie_breaks=self.chain(),
            lots=self.lots(),
            options=replace(options, small_groups=options.small_groups and is_over),
            references=tuple(self.references(asked)),
            results=tuple(results),
            games=tuple(games),
            walkovers=tuple(self.walkovers(asked.rounds)),
        )
        orders = tuple(self.knockout(facts, asked))
        return replace(facts, knockout=orders, annulled=self.annulled(facts))

    def annulled(self, facts: Facts) -> tuple[int, ...]:
        """Round-robin entrants annulled because they left before half of their matches."""
        row = FORMATS.get(self.stage.own["movement_kind"])
        counts = self.has_match_scoring or self.method.for_teams
        all_meet = row is not None and (row.all_meet or row.groups is not None)
        if row is None or not (all_meet and counts and self.options.annul_leavers):
            return ()
        ids = {each["number"]: each["id"] for each in self.drawn_teams()}
        left = [each["id"] for each in self.drawn_teams() if each["withdrawn_from"] is not None]
        numbers = row.groups(self.stage.own["movement_params"]) if row.groups else []
        groups = [[ids[e] for e in group if e in ids] for group in numbers]
        rounds = 0 if groups or row.is_relay else len(self.stage["rounds"])
        return leavers_to_annul(facts, left, groups or [list(ids.values())], rounds)

    def walkovers(self, rounds: int) -> Iterator[Walkover]:
        ids = {each["number"]: each["id"] for each in self.drawn_teams()}
        for row in self.stage["rounds"]:
            for winner in row["drawn"].get("walkovers", {}).values():
                if row["number"] <= rounds:
                    yield Walkover(ids[winner], row["number"])

    def knockout(self, facts: Facts, asked: StandingsQuery) -> Iterator[KnockoutOrder]:
        """Knock-out order after each round; empty for other formats."""
        row = FORMATS.get(self.stage.own["movement_kind"])
        if row is None or row.seating not in (Seating.BRACKET, Seating.LIVES):
            return
        teams = {row["number"]: row["id"] for row in self.drawn_teams()}
        orders = knockout_orders(
            self.stage.own["movement_kind"],
            self.stage.own["movement_params"],
            teams=teams.keys(),
            matches=[each for each in self.meetings(facts) if self.was_drawn(each.round, asked)],
            rounds=asked.rounds,
            bought={row["number"]: row["drawn"].get("bought", []) for row in self.stage["rounds"]},
            left={
                row["number"]: row["withdrawn_from"]
                for row in self.drawn_teams()
                if row["withdrawn_from"] is not None
            },
        )
        for number, groups in orders.items():
            there = (tuple(teams[each] for each in group if each in teams) for group in groups)
            yield KnockoutOrder(number, tuple(group for group in there if group))

    def was_drawn(self, number: int, asked: StandingsQuery) -> bool:
        """Return whether a round is counted or was already drawn at the moment."""
        drawn = (row for row in self.stage.lines_of("round_drawn") if asked.is_in_time(row, "at"))
        return number <= asked.rounds or any(row["details"]["round"] == number for row in drawn)

    def meetings(self, facts: Facts) -> Iterator[KnockoutMatch]:
        scores = {
            (score.round, frozenset(e for side in score.sides for e in side.entrants)): score
            for score in score_matches(facts, score_boards(facts, unique_results(facts.results)))
        }
        number_of = {row["id"]: row["number"] for row in self.drawn_teams()}
        numbers = set()
        for sitting in self.stage["sittings"]:
            row = self.stage.row("rounds", sitting["round"])
            sides = {(sitting["id"], side) for side in ("NS", "EW")}
            if not sides <= self.seats.keys():
                continue
            a, b = (
                self.members.get(side, (side,))[0]
                for side in (self.seats[sitting["id"], line] for line in ("NS", "EW"))
            )
            match = sitting["match"] or self.stage.row("tables", sitting["table"])["number"]
            if (row["number"], match) in numbers:
                continue
            numbers.add((row["number"], match))
            score = scores.get((row["number"], frozenset({a, b})))
            walkover = row["drawn"].get("walkovers", {}).get(str(match))
            decided = walkover or row["drawn"].get("decided", {}).get(str(match))
            best = {side.outcome: side.entrants for side in score.sides} if score else {}
            winner = number_of[best[ONE][0]] if ONE in best else decided
            yield KnockoutMatch(row["number"], match, number_of[a], number_of[b], winner)

    def chain(self) -> tuple[TieBreak, ...]:
        names = self.stage.own["tie_breaks"]
        if names == ["none"]:
            return ()
        row = FORMATS.get(self.stage.own["movement_kind"])
        usual = default_tie_breaks(
            self.method,
            row is not None and row.all_meet,
            is_knockout=row is not None and row.seating in (Seating.BRACKET, Seating.LIVES),
        )
        return tuple(TieBreak(name) for name in names) if names else usual

    def drawn_teams(self) -> list[Row]:
        return [row for row in self.stage["teams"] if row["number"] is not None]

    def lots(self) -> tuple[int, ...]:
        """Entrants in the order of lots derived from the seed."""
        seed = self.stage.own["seed"]
        lot = {
            row["id"]: hashlib.sha256(f"{seed}:lot:{row['entry_order']}".encode()).hexdigest()
            for row in self.drawn_teams()
        }
        return tuple(sorted(lot, key=lambda team: lot[team]))

    def entrants(self) -> Iterator[Entrant]:
        """Every drawn entrant; with two winners, with its section."""
        lines: dict[int, Section] = {}
        if self.stage.own["winners"] == 2:
            for (_sitting, side), number in sorted(self.seats.items()):
                for team in self.members.get(number, (number,)):
                    lines.setdefault(team, SECTION_OF_SIDE[side])
        for row in sorted(self.drawn_teams(), key=lambda row: int(row["number"])):
            carry = self.carried.get(row["origin"] or 0, Fraction(0))
            handicap = Fraction(row["handicap"] or 0)
            yield Entrant(row["id"], lines.get(row["id"]), carry, handicap)

    def byes(self, rounds: int) -> Iterator[Bye]:
        """Rounds without an opponent, where a bye scores."""
        row = FORMATS.get(self.stage.own["movement_kind"])
        is_bracket = row is not None and row.seating is Seating.BRACKET
        counts = self.has_match_scoring or self.method.for_teams
        if is_bracket or self.stage.own["planned_rounds"] is None or not counts:
            return
        seats: dict[tuple[int, int], bool] = {}
        for seat in self.stage["seats"]:
            number = self.stage.row("rounds", seat["round"])["number"]
            key = number, seat["team"]
            seats[key] = seats.get(key, False) or seat["sitting"] is not None
        for (number, team), plays in sorted(seats.items()):
            gone = self.stage.row("teams", team)["withdrawn_from"]
            if not plays and number <= rounds and (gone is None or number < gone):
                yield Bye(team, number)

    def adjustments(self, asked: StandingsQuery) -> Iterator[Adjustment]:
        """Adjustments in force at the moment."""
        known = [row for row in self.stage["adjustments"] if asked.is_in_time(row)]
        cancelled = {row["cancels"] for row in known}
        for row in known:
            played = row["round"]
            number = None if played is None else self.stage.row("rounds", played)["number"]
            stands = row["cancels"] is None and row["id"] not in cancelled
            is_drawn = self.stage.row("teams", row["team"])["number"] is not None
            if stands and is_drawn and (number is None or number <= asked.rounds):
                yield Adjustment(
                    row["team"], Fraction(row["amount"]), AdjustmentLevel(row["per"]), number,
                    reason=row["reason"], author=row["who"], public=row["is_public"],
                )  # fmt: skip

    def groups(self, asked: StandingsQuery) -> dict[tuple[int, int], int]:
        """Card group by (board, play), for boards fouled at the moment."""
        newest: dict[int, Mapping[str, int]] = {}
        for row in sorted(self.stage["foulings"], key=lambda row: int(row["version"])):
            if asked.is_in_time(row):
                newest[row["board"]] = row["groups"]
        return {
            (board, int(play)): group
            for board, groups in newest.items()
            for play, group in groups.items()
        }

    def references(self, asked: StandingsQuery) -> Iterator[Reference]:
        """Nets of the computer field on finished boards, if they count."""
        if not self.stage.own["field_counts"]:
            return
        over = {row["id"] for row in self.stage["boards"] if self.is_over(row, asked)}
        for row in self.stage["field_results"]:
            if row["board"] in over:
                yield Reference(self.stage.row("boards", row["board"])["number"], row["net"])

    def is_over(self, board: Row, asked: StandingsQuery) -> bool:
        """Whether play of the board has ended."""
        if board["deal"] is None or asked.state == "finished":
            return board["deal"] is not None
        plays = [play for play in self.stage["plays"] if play["board"] == board["id"]]
        settled = all(self.is_settled(play) for play in plays)
        return board["closed_at"] is not None or (bool(plays) and settled)

    def is_settled(self, play: Row) -> bool:
        """Whether the result of a play is confirmed and final."""
        if play["state"] != "confirmed" or play["current"] is None:
            return False
        current = self.stage.row("results", play["current"])
        unsure = current["kind"] == "not_played" and current["source"] == "table"
        return current["kind"] != "late" and not unsure

    def results(self, asked: StandingsQuery) -> tuple[list[BoardResult], list[Game]]:
        """Board results, or games, of the counted rounds."""
        results: list[BoardResult] = []
        games: list[Game] = []
        groups = self.groups(asked)
        for play in self.stage["plays"]:
            if self.stage.round_of(play) > asked.rounds:
                continue
            result = self.result_of(play, asked)
            if result is None or (result["kind"] == "game") != self.method.for_games:
                continue
            if self.method.for_games:
                games.append(self.game(play, result))
            else:
                results.append(self.board_result(play, result, groups))
        return results, games

    def result_of(self, play: Row, asked: StandingsQuery) -> Row | None:
        """The version that counted at the moment."""
        versions = self.stage.results_of.get(play["id"], [])
        known = [row for row in versions if asked.is_in_time(row)]
        if asked.at is None or len(known) == len(versions):
            return None if play["current"] is None else self.stage.row("results", play["current"])
        return known[-1] if known else None

    def board_result(
        self, play: Row, result: Row, groups: Mapping[tuple[int, int], int]
    ) -> BoardResult:
        kind = ResultKind(result["kind"])
        awards: tuple[Award, Award] | None = None
        if kind is ResultKind.ADJUSTED:
            both = result["awards"]
            ns, ew = (read_value(Award, both.get(side), side) for side in ("NS", "EW"))
            awards = ns, ew
        is_ruling = kind in (ResultKind.ADJUSTED, ResultKind.NOT_PLAYED)
        return BoardResult(
            board=self.stage.row("boards", play["board"])["number"],
            round=self.stage.round_of(play),
            table=self.stage.table_of(play),
            ns=self.seats[play["sitting"], "EW" if play["is_turned"] else "NS"],
            ew=self.seats[play["sitting"], "NS" if play["is_turned"] else "EW"],
            net=result["net"],
            kind=kind,
            awards=awards,
            ref=play["id"],
            reason=result["reason"] if is_ruling else "",
            group=groups.get((play["board"], play["id"]), 0),
        )

    def game(self, play: Row, result: Row) -> Game:
        outcome = result["outcome"]
        won = outcome.get("games") or {}
        return Game(
            round=self.stage.round_of(play),
            table=self.stage.table_of(play),
            sides=tuple(
                GameSide(
                    self.seats[play["sitting"], side], outcome["score"][side], won.get(side, 0)
                )
                for side in SHEET_ORDER
                if side in outcome["score"]
            ),
            deals=outcome.get("deals") or 1,
            ref=play["id"],
        )


def scale_of(stage: Stage) -> VpScale | Tariff | None:
    chosen: Mapping[str, Json] = stage.own["match_scale"]
    if "vp" in chosen:
        return VP_SCALES[chosen["vp"]]
    return read_value(Tariff, dict(chosen["tariff"]), "match") if "tariff" in chosen else None


def sides_of(stage: Stage) -> tuple[Sides, dict[int, tuple[int, ...]]]:
    """Side number by (sitting, side or place), and the entrants of each pair of single players."""
    teams_by_side: dict[tuple[int, str], list[int]] = defaultdict(list)
    places: Sides = {}
    for seat in stage["seats"]:
        if seat["sitting"] is not None:
            teams_by_side[seat["sitting"], seat["side"]].append(seat["team"])
            places[seat["sitting"], seat["place"]] = seat["team"]
    if stage.own["unit"] != "player":
        return {place: teams[0] for place, teams in teams_by_side.items()}, {}
    partners = {place: tuple(sorted(teams)) for place, teams in teams_by_side.items()}
    numbers = {teams: -number for number, teams in enumerate(sorted(set(partners.values())), 1)}
    both = {place: numbers[teams] for place, teams in partners.items()}
    return places | both, {number: teams for teams, number in numbers.items()}
