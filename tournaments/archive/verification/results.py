"""Rescore every version of every result from its slip or record."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from games.belot import RuleError, Variant, check, variant_to_json
from tournaments.archive.file import Json
from tournaments.archive.verification.stage import Finding, Row, Stage, duplicates, parse_timestamp
from tournaments.scoring import EXACT_NUMBER, Award, FactsError, read_value

EMPTY: dict[str, Json] = {}
RULED = frozenset({"not_played", "adjusted", "late", "not_counted"})
UNDONE = ("decision_undone", "results_exchanged", "change_undone")


def wrong_results(stage: Stage) -> Iterator[Finding]:
    for result in stage["results"]:
        yield from wrong_score(stage, result)
    yield from duplicates(stage, "results", ("record",))
    yield from wrong_numbers(stage)
    for play in stage["plays"]:
        yield from wrong_versions(stage, play)
    yield from wrong_records(stage)


def wrong_score(stage: Stage, result: Row) -> Iterator[Finding]:
    right = outcome_of(stage, result)
    if isinstance(right, Finding):
        yield right
        return
    columns = columns_of(result["kind"], right)
    for column, value in columns.items():
        if result[column] != value:
            where = stage.place("results", result["id"], column)
            yield Finding("other_score", where, result[column], value)


def columns_of(kind: str, outcome: Mapping[str, Json]) -> dict[str, Json]:
    score = outcome.get("score", EMPTY)
    ns, ew = score.get("NS", 0), score.get("EW", 0)
    return {
        "outcome": outcome,
        "contract": outcome.get("contract") or "",
        "declarer": outcome.get("declarer") or "",
        "contra": outcome.get("contra") or 0,
        "ns_score": ns,
        "ew_score": ew,
        "net": None if kind in RULED else ns - ew,
    }


def outcome_of(stage: Stage, result: Row) -> Mapping[str, Json] | Finding:
    """The outcome of a version, or a finding if its slip is invalid."""
    kind, slip = result["kind"], result["slip"]
    if kind in RULED:
        return outcome_of_ruling(stage, result)
    if result["awards"]:
        return slip_finding(stage, result, "awards")
    if kind == "game":
        outcome = game_outcome(stage, slip)
        return slip_finding(stage, result) if outcome is None else outcome
    outcomes = [outcome for outcome in outcomes_of(stage, result) if outcome is not None]
    if not outcomes or (result["record"] is not None) != (slip == {"record": True}):
        return slip_finding(stage, result)
    right: Mapping[str, Json] = next(
        (outcome for outcome in outcomes if outcome == result["outcome"]), outcomes[0]
    )
    if (right["status"] == "passed_out") != (kind == "passed_out"):
        return slip_finding(stage, result, "kind")
    return right


def slip_finding(stage: Stage, result: Row, column: str = "slip") -> Finding:
    return Finding("no_result", stage.place("results", result["id"], column), result[column])


def outcome_of_ruling(stage: Stage, result: Row) -> Mapping[str, Json] | Finding:
    """A ruling (not played, not counted, late, adjusted) has an empty outcome."""
    kind, slip = result["kind"], result["slip"]
    if slip.get(kind) is not True or set(slip) - {kind, "public"} or result["record"] is not None:
        return slip_finding(stage, result)
    if not isinstance(slip.get("public", True), bool):
        return slip_finding(stage, result)
    awards = result["awards"]
    if kind != "adjusted":
        return slip_finding(stage, result, "awards") if awards else EMPTY
    try:
        for side in ("NS", "EW"):
            read_value(Award, awards.get(side), side)
    except FactsError:
        return slip_finding(stage, result, "awards")
    return EMPTY


def outcomes_of(stage: Stage, result: Row) -> Iterator[dict[str, Json] | None]:
    """Outcomes of a slip or record by current and former rules."""
    if result["record"] is not None:
        entry = stage.row("records", result["record"])["record"]
    else:
        entry = {key: value for key, value in result["slip"].items() if key != "claims"}
    for variant in stage.variants:
        outcome = outcome_under(variant, entry)
        yield outcome
        if outcome is not None and "solo_bid" in outcome:
            # Older results were stored without `solo_bid`.
            yield {key: value for key, value in outcome.items() if key != "solo_bid"}


def outcome_under(variant: Variant, said: Mapping[str, Json]) -> dict[str, Json] | None:
    """The outcome by these rules, or None if invalid."""
    try:
        return check({**said, "variant": variant_to_json(variant)})
    except (RuleError, ValueError, TypeError, KeyError, AttributeError):
        return None


def game_outcome(stage: Stage, slip: Mapping[str, Json]) -> dict[str, Json] | None:
    """The outcome of an open-play game, or None if the slip is invalid."""
    rules = stage.own["game"]
    sides = ["N", "W", "S"] if stage.variant.players == 3 else ["NS", "EW"]
    points = slip.get("game")
    if "won" not in slip:
        if set(slip) != {"game"} or not is_count_per_side(points, sides):
            return None
        return {"score": points, "deals": rules.get("deals") or 1}
    won = slip["won"]
    games = slip.get("games") or []
    if set(slip) - {"won", "game", "games"} or not is_count_per_side(won, sides):
        return None
    if not all(is_count_per_side(each, sides) for each in games):
        return None
    if points is not None and not is_count_per_side(points, sides):
        return None
    return {"score": points or dict.fromkeys(sides, 0), "deals": 1, "games": won}


def is_count_per_side(given: object, sides: list[str]) -> bool:
    """Whether each side has an integer >= 0."""
    if not isinstance(given, Mapping) or set(given) != set(sides):
        return False
    return all(type(value) is int and value >= 0 for value in given.values())


def wrong_versions(stage: Stage, play: Row) -> Iterator[Finding]:
    """Versions are numbered from 1; the newest counts unless a change was undone."""
    versions = stage.results_of.get(play["id"], [])
    for at, result in enumerate(versions, start=1):
        if result["version"] != at:
            where = stage.place("results", result["id"], "version")
            yield Finding("not_in_order", where, result["version"], at)
    for one, other in pairwise(versions):
        if parse_timestamp(one["created_at"]) > parse_timestamp(other["created_at"]):
            where = stage.place("results", other["id"], "created_at")
            yield Finding("not_in_order", where, other["created_at"], one["created_at"])
    current = play["current"]
    newest = versions[-1]["id"] if versions else None
    where = stage.place("plays", play["id"], "current")
    if (current is None) != (play["state"] == "empty"):
        yield Finding("other_state", stage.place("plays", play["id"], "state"), play["state"])
    if current is not None and stage.row("results", current)["play"] != play["id"]:
        yield Finding("of_another_play", where, current, newest)
    elif current != newest and not has_reverted_results(stage):
        yield Finding("not_the_newest", where, current, newest)


def wrong_numbers(stage: Stage) -> Iterator[Finding]:
    """Amounts must be exact numbers; a fouled board can only name its own plays."""
    for name, column in (("teams", "handicap"), ("adjustments", "amount")):
        for row in stage[name]:
            if row[column] and not EXACT_NUMBER.fullmatch(row[column]):
                yield Finding("no_number", stage.place(name, row["id"], column), row[column])
    for fouling in stage["foulings"]:
        for play in fouling["groups"]:
            if not stage.has_play(play, fouling["board"]):
                where = stage.place("foulings", fouling["id"], "groups")
                yield Finding("of_another_play", where, play)


def has_reverted_results(stage: Stage) -> bool:
    """Whether any change that can restore an older version was logged."""
    return bool(stage["changes"] or stage["typed"]) or any(stage.lines_of(*UNDONE))


def wrong_records(stage: Stage) -> Iterator[Finding]:
    """A record belongs to a result and matches the cards of its board."""
    plays = {row["record"]: row["play"] for row in stage["results"] if row["record"] is not None}
    for record in stage["records"]:
        if record["id"] not in plays:
            yield Finding("of_nobody", stage.place("records", record["id"]))
            continue
        board = stage.row("boards", stage.row("plays", plays[record["id"]])["board"])
        if record["deal"] is None or board["deal"] is None:
            continue
        deal, content = stage.row("deals", board["deal"]), record["record"]
        if record["deal"] != board["deal"]:
            where = stage.place("records", record["id"], "deal")
            yield Finding("other_deal", where, record["deal"], board["deal"])
        where = stage.place("records", record["id"], "record")
        rules = content.get("variant")
        if rules is not None and rules not in map(variant_to_json, stage.variants):
            yield Finding("other_rules", f"{where}.variant", rules, stage.own["variant"])
        for column in ("dealer", "pack"):
            if column in content and content[column] != deal[column]:
                yield Finding("other_deal", f"{where}.{column}", content[column], deal[column])
