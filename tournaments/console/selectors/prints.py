from dataclasses import dataclass, field

from games.analysis.selectors import DealAnalysis
from games.analysis.versions import is_solvable
from games.belot import Variant, next_seat
from games.wording.deals import DealDisplay, deal_display
from tournaments.board_prep.selectors import Packet, board_packets
from tournaments.bots.selectors.analyses import analyses_by_board
from tournaments.draws.selectors.seatings import TableSide, TeamSeating, seatings, stops_of_teams
from tournaments.entries.selectors.team_lines import StandIn, stand_ins_of
from tournaments.models import Board, Play, StandingRow, Table, Team, Tournament
from tournaments.state.visibility import finished_boards

BOARDS_A_SLIP = 3


@dataclass(frozen=True)
class Slip:
    round: int
    table: int
    ns: TableSide
    ew: TableSide
    boards: list[tuple[int, str, str]]


@dataclass(frozen=True)
class Guide:
    team: Team
    stops: list[TeamSeating] = field(default_factory=list)


@dataclass(frozen=True)
class StandingList:
    section: str
    rows: list[tuple[StandingRow, tuple[StandIn, ...]]]


@dataclass(frozen=True)
class HandRecord:
    number: int
    deal: DealDisplay
    analysis: DealAnalysis | None


def hand_records(tournament: Tournament, *, every_board: bool) -> list[HandRecord]:
    """Finished boards, or all for the director; constant number of queries."""
    boards = tournament.boards.all() if every_board else finished_boards(tournament)
    analyses = analyses_by_board(tournament, every_board=every_board)
    return [
        HandRecord(board.number, deal_display(board.dealt), analyses.get(board.number))
        for board in boards.filter(deal__isnull=False).select_related("deal").order_by("number")
    ]


def still_waiting(records: list[HandRecord], tournament: Tournament) -> int:
    if not is_solvable(tournament.variant):
        return 0
    return sum(record.analysis is None for record in records)


def is_all_over(tournament: Tournament) -> bool:
    boards = tournament.boards.filter(deal__isnull=False)
    over = finished_boards(tournament).filter(deal__isnull=False).count()
    return 0 < over == boards.count()


@dataclass(frozen=True)
class SeatSheet:
    """Cards of one place on each board, for the person who sorts them."""

    place: str
    rows: list[tuple[int, str, Packet]]


def deal_sheets(tournament: Tournament) -> list[tuple[int, str, tuple[Packet, ...]]]:
    return [
        (board.number, board.dealt.dealer, packets) for board, packets in board_packets(tournament)
    ]


def seat_sheets(tournament: Tournament) -> list[SeatSheet]:
    """One sheet per place, so that no other hand is seen."""
    sheets: dict[str, SeatSheet] = {}
    for number, dealer, packets in deal_sheets(tournament):
        for packet in packets:
            sheet = sheets.setdefault(packet.place, SeatSheet(packet.place, []))
            sheet.rows.append((number, dealer, packet))
    return list(sheets.values())


def slips(tournament: Tournament, number: int | None = None) -> list[Slip]:
    """Score slips with dealer and opening leader of each board."""
    variant = tournament.variant
    dealers = dict(
        Board.objects.filter(tournament=tournament).values_list("number", "deal__dealer")
    )
    sheets = []
    for row in seatings(tournament, number):
        for place in row.places:
            for boards in split_evenly(place.boards):
                sheets.append(
                    Slip(
                        row.number,
                        place.table,
                        place.ns,
                        place.ew,
                        [(board, *dealer_and_next(variant, dealers[board])) for board in boards],
                    )
                )
    return sheets


def split_evenly(boards: list[int]) -> list[list[int]]:
    """Split boards evenly over the fewest sheets."""
    sheets = max(1, -(-len(boards) // BOARDS_A_SLIP))
    size = -(-len(boards) // sheets)
    return [boards[first : first + size] for first in range(0, len(boards), size or 1)]


def dealer_and_next(variant: Variant, dealer: str | None) -> tuple[str, str]:
    """Dealer and first bidder of a board; empty if shuffled at the table."""
    return (dealer, next_seat(variant, dealer)) if dealer else ("", "")


def guides(tournament: Tournament) -> list[Guide]:
    stops = stops_of_teams(seatings(tournament))
    teams = Team.objects.filter(tournament=tournament, number__isnull=False)
    return [Guide(team, stops.get(team.pk, [])) for team in teams.order_by("number")]


def table_cards(tournament: Tournament) -> list[Table]:
    return list(Table.objects.filter(tournament=tournament).order_by("number"))


def standing_lists(tournament: Tournament) -> list[StandingList]:
    lists: dict[str, list[tuple[StandingRow, tuple[StandIn, ...]]]] = {}
    stand_ins = stand_ins_of(tournament)
    rows = StandingRow.objects.filter(tournament=tournament).select_related("team")
    for row in rows.order_by("section", "position"):
        lists.setdefault(row.section, []).append((row, stand_ins.get(row.team_id, ())))
    return [StandingList(section, ranked) for section, ranked in lists.items()]


def play_counts(tournament: Tournament) -> dict[str, int]:
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    return {
        "tables": tournament.tables.count(),
        "rounds": tournament.rounds.count(),
        "teams": tournament.teams.filter(number__isnull=False).count(),
        "plays": plays.count(),
    }
