"""Export a tournament in the structure of USEBIO 1.2 (bridge programs).

Belot data without a bridge equivalent uses extra elements (``docs/results-files.md``).
Figures are those of the standings.
"""

from collections import defaultdict
from fractions import Fraction
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tournaments.models import Play, PlayScore, Seat, StandingRow, Team, Tournament
from tournaments.results.selectors.exports import plays_of
from tournaments.scoring import Method

EVENT_TYPES: Final = {
    Method.MATCHPOINTS: "MP_PAIRS",
    Method.BUTLER: "BUTLER_PAIRS",
    Method.CROSS_IMPS: "CROSS_IMPS",
}
OF_UNITS: Final = {"pair": "PAIRS", "team": "TEAMS", "player": "INDIVIDUAL"}
PLACES: Final = 4
"""Figures have so many decimals at most."""
Sides = dict[tuple[int, str], list[str]]
"""The numbers of who sits at a side of a table in a round."""


def usebio_of(tournament: Tournament) -> bytes:
    """Participants with ranks, and boards with travellers; six queries."""
    root = Element("USEBIO", Version="1.2")
    club = SubElement(root, "CLUB")
    tell(club, "CLUB_NAME", tournament.club.name)
    event = SubElement(root, "EVENT", EVENT_TYPE=event_type(tournament))
    tell(event, "PROGRAM_NAME", "belot")
    tell(event, "EVENT_DESCRIPTION", tournament.name)
    tell(event, "EVENT_IDENTIFIER", tournament.code)
    tell(event, "DATE", f"{tournament.date:%d/%m/%Y}")
    tell(event, "BOARD_SCORING_METHOD", tournament.scoring)
    add_participants(event, tournament)
    add_boards(event, tournament)
    indent(root)
    return bytes(tostring(root, encoding="utf-8", xml_declaration=True))


def event_type(tournament: Tournament) -> str:
    if tournament.unit == Tournament.Unit.PAIR and tournament.method in EVENT_TYPES:
        return EVENT_TYPES[tournament.method]
    return OF_UNITS[tournament.unit]


def tell(parent: Element, name: str, value: object) -> None:
    """Append an element with text; nothing for an empty value."""
    if value not in (None, ""):
        SubElement(parent, name).text = str(value)


def figure(value: str) -> str:
    return f"{float(Fraction(value)):.{PLACES}f}".rstrip("0").rstrip(".")


def add_participants(event: Element, tournament: Tournament) -> None:
    within = SubElement(event, "PARTICIPANTS", EVENT_TYPE=OF_UNITS[tournament.unit])
    rows = {row.team_id: row for row in StandingRow.objects.filter(tournament=tournament)}
    teams = tournament.teams.filter(is_present=True).prefetch_related("team_players__player")
    for team in sorted(teams, key=lambda team: place_of(team, rows)):
        add_participant(within, tournament, team, rows.get(team.pk))


def place_of(team: Team, rows: dict[int, StandingRow]) -> tuple[str, int, int]:
    """Sort key: list and rank, then number."""
    row = rows.get(team.pk)
    return (row.section, row.position, 0) if row else ("~", 0, team.number or 0)


def add_participant(
    within: Element, tournament: Tournament, team: Team, row: StandingRow | None
) -> None:
    kind = {"pair": "PAIR", "team": "TEAM"}.get(tournament.unit, "PLAYER")
    entrant = SubElement(within, kind)
    tell(entrant, f"{kind}_NUMBER", team.number)
    if kind == "TEAM":
        tell(entrant, "TEAM_NAME", team.shown)
    if row is not None:
        tell(entrant, "SECTION_ID", row.section)
        tell(entrant, "PLACE", f"{row.rank}=" if row.is_tied else row.rank)
        tell(entrant, "TOTAL_SCORE", figure(row.figure))
        tell(entrant, "BOARDS_PLAYED", row.boards)
    for each in team.team_players.all():
        person = entrant if kind == "PLAYER" else SubElement(entrant, "PLAYER")
        tell(person, "PLAYER_NAME", each.player.shown)


def add_boards(event: Element, tournament: Tournament) -> None:
    sides = numbers_of_sides(tournament)
    worth = "MATCH_POINTS" if tournament.method == Method.MATCHPOINTS else "FIGURE"
    scores = {
        each.play_id: each
        for each in PlayScore.objects.filter(play__sitting__round__tournament=tournament)
    }
    boards: dict[int, list[Play]] = defaultdict(list)
    for play in plays_of(tournament):
        if play.current_id is not None:
            boards[play.board.number].append(play)
    for number in sorted(boards):
        board = SubElement(event, "BOARD")
        tell(board, "BOARD_NUMBER", number)
        for play in boards[number]:
            add_line(board, play, sides, scores.get(play.pk), worth)


def numbers_of_sides(tournament: Tournament) -> Sides:
    found: Sides = defaultdict(list)
    seats = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    for sitting, side, number in seats.order_by("pk").values_list(
        "sitting", "side", "team__number"
    ):
        found[sitting, side].append(str(number))
    return found


def add_line(board: Element, play: Play, sides: Sides, score: PlayScore | None, worth: str) -> None:
    result = play.current
    assert result is not None
    line = SubElement(board, "TRAVELLER_LINE")
    tell(line, "ROUND_NUMBER", play.sitting.round.number)
    tell(line, "TABLE_NUMBER", play.sitting.table.number)
    ns, ew = ("EW", "NS") if play.is_turned else ("NS", "EW")
    tell(line, "NS_PAIR_NUMBER", "+".join(sides[play.sitting_id, ns]))
    tell(line, "EW_PAIR_NUMBER", "+".join(sides[play.sitting_id, ew]))
    if result.contract:
        tell(line, "CONTRACT", result.contract + "x" * result.contra)
        tell(line, "PLAYED_BY", result.declarer)
    points = result.outcome.get("points") or {}
    tell(line, "NS_CARD_POINTS", points.get("NS"))
    tell(line, "EW_CARD_POINTS", points.get("EW"))
    if result.net is None:
        tell(line, "SCORE", result.kind.upper())
    else:
        tell(line, "NS_SCORE", result.ns_score)
        tell(line, "EW_SCORE", result.ew_score)
        tell(line, "SCORE", result.net)
    if score is not None:
        tell(line, f"NS_{worth}", figure(score.ns_figure))
        tell(line, f"EW_{worth}", figure(score.ew_figure))
