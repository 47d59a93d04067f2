"""The browser's match sheet equals the engine's on random matches, faults included."""

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from games.belot import PRESETS, RuleError, score, variant_from_json
from games.belot.records.match import MatchSheet
from games.belot.records.summary import slip_of
from games.belot.table import exact_table_of, table_of
from games.slips.scoring import browser_rules
from tests.games.served_modules import serve_modules
from tests.games.slips.random_slips import random_slip, random_variant
from tests.selection import ONE_IN

MODULE = Path(settings.BASE_DIR) / "static/js/pad/match.js"
RUNNER = """
const { scoreMatch } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const { variants, matches } = JSON.parse(text);
const answers = matches.map(([index, deals]) => {
  try {
    return scoreMatch(variants[index], deals);
  } catch (error) {
    return { error: { at: error.at, rule: error.rule } };
  }
});
process.stdout.write(JSON.stringify(answers));
"""
MATCHES_OF_A_VARIANT = 9
NUMBERS_OF_THE_TARGET = (1, 12, 30, 60, 151, 501)


def match_variant(rng, preset):
    while True:
        variant = random_variant(rng, preset)
        variant["target"] = rng.choice(NUMBERS_OF_THE_TARGET)
        if rng.random() < 0.8:
            variant["capot_exit"] = rng.choice([False, "raised", True])
        if rng.random() < 0.6:
            variant |= {"on_equal": "hang", "kirtik": rng.choice([0, 10])}
        if rng.random() < 0.3:
            variant["until"] = "enough"
        if rng.random() < 0.3:
            variant["last_deal"] = "exact"
        if rng.random() < 0.25:
            variant["match_deals"] = rng.choice([1, 4, 9])
        try:
            variant_from_json(variant)
        except RuleError:
            continue
        return variant


def random_match(rng, variant, rules):
    """Deals to the match's end, sometimes one more or a faulty one."""
    deals = []
    sheet = MatchSheet(table_of(variant_from_json(variant)))
    for _time in range(rng.randint(1, 40)):
        deal = good_slip(rng, variant, rules)
        deals.append(deal)
        slip = slip_of({"variant": variant, **deal})
        if sheet.over:
            break
        exact = sheet.table.variant.last_deal == "exact"
        exactly = slip.settlement(exact_table_of(sheet.table.variant)) if exact else None
        sheet.add(slip.settlement(), slip.capot >= 0, exactly)
        if sheet.over and rng.random() < 0.8:
            break
    if rng.random() < 0.1:
        deals[rng.randrange(len(deals))] = random_slip(rng, rules) | {"contract": "Z"}
    return deals


def good_slip(rng, variant, rules):
    """Slip that the engine accepts, with many capots and hanging deals."""
    while True:
        slip = random_slip(rng, rules)
        if "points" in slip and rng.random() < 0.1 and len(rules["sides"]) == 2:
            slip = level_slip(rng, slip, rules)
        if "error" not in score({"variant": variant, **slip}):
            return slip


def level_slip(rng, slip, rules):
    """Equal sides without declarations: the deal hangs or is narrowly lost."""
    half = rules["totals"][slip["contract"]] // 2
    return {**slip, "points": dict.fromkeys(rules["sides"], half), "announced": None} | {
        "announced": dict.fromkeys(rules["sides"], 0)
    }


def drawn_matches(seed, share):
    rng = random.Random(seed)
    variants = [{"preset": preset, "target": 60} for preset in PRESETS]
    variants += [match_variant(rng, preset) for preset in PRESETS for _time in range(12)]
    rules = [browser_rules(variant_from_json(variant)) for variant in variants]
    matches = [
        [index, random_match(rng, variant, rules[index])]
        for index, variant in enumerate(variants)
        for _time in range(MATCHES_OF_A_VARIANT // share)
    ]
    return variants, rules, matches


@pytest.fixture(scope="module")
def share(every_example):
    return 1 if every_example else ONE_IN


@pytest.fixture(scope="module")
def drawn(share):
    return drawn_matches(20261122, share)


def expected_of(variants, matches):
    found = []
    for index, deals in matches:
        answer = score({"variant": variants[index], "deals": deals})
        if "error" in answer:
            answer = {"error": {key: answer["error"][key] for key in ("at", "rule")}}
        found.append(answer)
    return found


def compare(variants, matches, got):
    expected = expected_of(variants, matches)
    wrong = [
        (variants[index], deals, mine, theirs)
        for (index, deals), mine, theirs in zip(matches, expected, got, strict=True)
        if mine != theirs
    ]
    assert wrong == []
    return expected


def run_node(script, data):
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        pytest.skip("no node found: the module is still tried in the browser test")
    command = [node, "--input-type=module", "-e", script, MODULE.as_uri()]
    done = subprocess.run(
        command,
        input=json.dumps(data),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_browser_match_sheet_equals_the_engine(drawn, share):
    variants, rules, matches = drawn
    got = run_node(RUNNER, {"variants": rules, "matches": matches})
    expected = compare(variants, matches, got)
    played = [answer for answer in expected if "error" not in answer]
    rules_broken = {answer["error"]["rule"] for answer in expected if "error" in answer}
    assert len(played) * share > 700
    assert sum(answer["winner"] is not None for answer in played) * share > 300
    assert sum("drawn" in answer for answer in played) > 0
    assert sum(any(row["hanging"] for row in answer["sheet"]) for answer in played) * share > 150
    assert {"match_over", "unknown_contract"} <= rules_broken


@pytest.mark.browser
def test_real_browser_match_sheet_equals_the_engine(chromium, drawn):
    variants, rules, matches = drawn
    part = matches[::9]
    serve_modules(chromium)
    got = chromium.evaluate(
        """async ({ variants, matches }) => {
          const { scoreMatch } = await import("/pad/match.js");
          return matches.map(([index, deals]) => {
            try {
              return scoreMatch(variants[index], deals);
            } catch (error) {
              return { error: { at: error.at, rule: error.rule } };
            }
          });
        }""",
        {"variants": rules, "matches": part},
    )
    compare(variants, part, got)


# Endings ----------------------------------------------------------------------------------

SHEET_RUNNER = """
const { sheetOf } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const { rules, deals } = JSON.parse(text);
const { sheet, extra } = sheetOf(rules, deals);
const { score, winner, target, waiting, drawn } = sheet;
const rows = sheet.rows.map(({ written, received, note }) => ({ written, received, note }));
process.stdout.write(JSON.stringify({ score, winner, target, waiting, drawn, rows, extra }));
"""


def sheet_of(variant, *deals):
    return run_node(
        SHEET_RUNNER, {"rules": browser_rules(variant_from_json(variant)), "deals": deals}
    )


def hearts(ns, ew, **more):
    return {"contract": "H", "declarer": "N", "points": {"NS": ns, "EW": ew}, **more}


def test_hanging_points_go_to_the_winner_of_the_next_deal():
    sheet = sheet_of("bulgarian", hearts(81, 81), hearts(100, 62))
    assert [row["written"] for row in sheet["rows"]] == [{"NS": 0, "EW": 8}, {"NS": 18, "EW": 6}]
    assert [row["received"] for row in sheet["rows"]] == [{}, {"NS": 8}]
    assert sheet["waiting"] == 0


def test_match_does_not_end_on_a_capot():
    capot = hearts(162, 0, capot="NS")
    sheet = sheet_of({"preset": "bulgarian", "target": 20}, capot)
    assert (sheet["winner"], sheet["rows"][0]["note"]) == (None, "capot")
    sheet = sheet_of({"preset": "bulgarian", "target": 20}, capot, hearts(100, 62))
    assert sheet["winner"] == "NS"


def test_capot_raises_the_target_by_the_switch():
    rules = {"preset": "bulgarian", "target": 20, "capot_exit": "raised"}
    sheet = sheet_of(rules, hearts(162, 0, capot="NS"))
    assert (sheet["winner"], sheet["target"], sheet["rows"][0]["note"]) == (None, 26, "raised")


def test_equal_sums_beyond_the_target_require_another_deal():
    sheet = sheet_of({"preset": "bulgarian", "target": 8}, hearts(81, 81), hearts(81, 81))
    assert (sheet["winner"], sheet["score"]) == ("EW", {"NS": 0, "EW": 8})
    assert sheet["extra"] == 1
    both = [hearts(102, 60), {**hearts(60, 102), "declarer": "E"}]
    sheet = sheet_of({"preset": "bulgarian", "target": 16}, *both)
    assert (sheet["winner"], sheet["score"]) == (None, {"NS": 16, "EW": 16})
    assert sheet["rows"][-1]["note"] == "equal"


def test_enough_ends_a_match_within_a_deal_like_the_engine():
    rules = {"preset": "bela", "target": 200, "until": "enough"}
    first = hearts(100, 62)
    sheet = sheet_of(rules, first, {"enough": {"NS": 101, "EW": 30}})
    engine = MatchSheet(table_of(variant_from_json(rules)))
    engine.add(slip_of({"variant": rules, **first}).settlement(), False)
    assert engine.is_enough([101, 30])
    engine.end_within_deal([101, 30])
    assert sheet["score"] == {"NS": 201, "EW": 92} == engine.result()["score"]
    assert sheet["winner"] == "NS" == engine.result()["winner"]
    assert sheet["rows"][-1]["note"] == "enough"


def test_match_of_n_deals_ends_with_the_last_deal():
    rules = {"preset": "bela", "nobody_bids": "thrown_in", "match_deals": 2, "target": 60}
    sheet = sheet_of(rules, hearts(100, 62), {"passed_out": True}, hearts(90, 72), hearts(100, 62))
    assert (sheet["winner"], sheet["score"], sheet["extra"]) == ("NS", {"NS": 190, "EW": 134}, 1)


def test_equal_sums_after_the_last_deal_draw_the_match():
    rules = {"preset": "bela", "match_deals": 2}
    sheet = sheet_of(rules, hearts(100, 62), hearts(62, 100, declarer="E"))
    assert (sheet["winner"], sheet["drawn"], sheet["score"]) == (None, True, {"NS": 162, "EW": 162})


CANNES_LAST = {"contract": "H", "declarer": "N", "points": {"NS": 104, "EW": 58}, "bid": 100}


def test_cannes_counts_the_last_deal_exactly():
    sheet = sheet_of({"preset": "contree_cannes", "target": 404}, CANNES_LAST, CANNES_LAST)
    assert (sheet["winner"], sheet["score"]) == ("NS", {"NS": 404, "EW": 118})
    assert sheet["rows"][1]["written"] == {"NS": 204, "EW": 58}
    sheet = sheet_of({"preset": "contree_cannes", "target": 405}, CANNES_LAST, CANNES_LAST)
    assert (sheet["winner"], sheet["score"]) == (None, {"NS": 400, "EW": 120})


def test_rounding_alone_does_not_reach_an_exact_target():
    rules = {"preset": "contree_ffb", "last_deal": "exact", "target": 210}
    near = {"contract": "H", "declarer": "N", "points": {"NS": 106, "EW": 56}, "bid": 100}
    sheet = sheet_of(rules, near)
    assert (sheet["winner"], sheet["score"]["NS"], sheet["rows"][0]["note"]) == (None, 210, "short")


TIME_RUNNER = SHEET_RUNNER.replace(
    "sheetOf(rules, deals);", "sheetOf(rules, deals);\nsheet.callTime();"
)


def test_calling_time_ends_the_match_with_the_previous_deal():
    rules = browser_rules(variant_from_json("contree_cannes"))
    deals = [CANNES_LAST, CANNES_LAST, {"passed_out": True}]
    sheet = run_node(TIME_RUNNER, {"rules": rules, "deals": deals})
    assert (sheet["winner"], sheet["score"]) == ("NS", {"NS": 404, "EW": 118})
    assert [row["written"]["NS"] for row in sheet["rows"]] == [200, 204, 0]
