from collections.abc import Iterator

from tournaments.archive.verification.stage import Finding, Row, Stage


def wrong_money(stage: Stage) -> Iterator[Finding]:
    till = 0
    for line in stage["ledger"]:
        where = stage.place("ledger", line["id"])
        if not is_valid_line(line):
            yield Finding("no_line", f"{where}.amount", [line["amount"], line["owed"]])
        if line["cancels"] is not None:
            yield from wrong_cancellation(stage, line, where)
        if line["kind"] == "closed" and line["expected"] != till:
            yield Finding("other_sum", f"{where}.expected", line["expected"], till)
        till += line["amount"] if line["method"] == "cash" else 0


def is_valid_line(line: Row) -> bool:
    """Whether the amounts of a line fit its kind."""
    kind, amount, owed = line["kind"], line["amount"], line["owed"]
    ways = {
        "paid": amount > 0 and owed == 0,
        "refund": amount < 0 and amount <= owed <= 0,
        "buy_back": amount >= 0 and owed > 0,
        "waived": amount == 0 and owed < 0,
        "prize": amount < 0 and owed == 0,
    }
    is_counted = line["counted"] is not None and line["expected"] is not None
    is_bare = line["counted"] is None and line["expected"] is None
    if kind in ("closed", "opened"):
        return amount == owed == 0 and (is_counted if kind == "closed" else is_bare)
    is_cancelling = (kind == "cancelled") == (line["cancels"] is not None)
    return ways.get(kind, True) and is_bare and is_cancelling


def wrong_cancellation(stage: Stage, line: Row, where: str) -> Iterator[Finding]:
    other = stage.row("ledger", line["cancels"])
    for column in ("amount", "owed"):
        if line[column] != -other[column]:
            yield Finding("other_sum", f"{where}.{column}", line[column], -other[column])
    for column in ("team", "method"):
        if line[column] != other[column]:
            yield Finding("other_sum", f"{where}.{column}", line[column], other[column])
