from tournaments.models import Play, Sitting, Tournament


def sitting_at(tournament: Tournament, number: int, table: int) -> Sitting:
    rows = Sitting.objects.filter(round__tournament=tournament, round__number=number)
    return rows.select_related("round__tournament", "table").get(table__number=table)


def sides_at(tournament: Tournament, number: int, table: int) -> tuple[int | None, ...]:
    seats = sitting_at(tournament, number, table).seats.select_related("team")
    found = {seat.side: seat.team.number for seat in seats}
    return found["NS"], found["EW"]


def nets_at(sitting: Sitting) -> list[tuple[int, int | None]]:
    rows = Play.objects.filter(sitting=sitting).order_by("order")
    return list(rows.values_list("board__number", "current__net"))
