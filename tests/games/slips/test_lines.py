"""Result lines are read alike by server and browser."""

import json
import random
import subprocess
from dataclasses import asdict, replace
from pathlib import Path
from shutil import which

import pytest
from django.conf import settings

from games.belot import PRESETS
from games.slips.lines import browser_language, read_line, slip_from_line
from games.slips.scoring import browser_rules, score_slip

BULGARIAN = PRESETS["bulgarian"]
RULES = browser_rules(BULGARIAN)
MODULE = Path(settings.BASE_DIR) / "static/js/slips/line.js"
READ = """
const { readLine, slipOf } = await import(process.argv[1]);
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { lines, language, rules } = JSON.parse(text);
const answers = lines.map((each) => {
  const line = readLine(each, language, language.places, rules.numbers.length > 0);
  return { line, slip: slipOf(line, rules) };
});
console.log(JSON.stringify(answers));
"""


def score(text: str) -> tuple[int, int]:
    slip = slip_from_line(read_line(text), RULES)
    assert isinstance(slip, dict), slip
    found = score_slip(BULGARIAN, slip)["score"]
    return found["NS"], found["EW"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 H N 104", (10, 6)),
        ("14hs98", (10, 6)),
        ("HS 98", (10, 6)),
        ("8 A W 81", (8, 18)),
        ("9 S E 98 +20", (18, 0)),
        ("12 NX N 92", (52, 0)),
        ("12 N N X 92", (52, 0)),
        ("10 P", (0, 0)),
        ("11 D S 120", (12, 4)),
        ("H N 162 K", (25, 0)),
        ("H N K", (25, 0)),
        ("H W K", (0, 25)),
        ("C W 50 112", (5, 11)),
        ("КУПА СЕВЕР 104", (10, 6)),
        ("вк з 81", (8, 18)),
        ("7 г х 104", (10, 6)),  # the keys H and N of the usual Bulgarian keyboard
        ("7 ц н 62", (0, 16)),  # C and N of the phonetic one
        ("12 N N контра 92", (52, 0)),
    ],
)
def test_result_line_is_scored(text, expected):
    assert score(text) == expected


@pytest.mark.parametrize(
    ("text", "fault", "piece"),
    [
        ("X H N 92", "x_first", "X"),
        ("14 Q N 92", "contract", "Q"),
        ("14 H Q 92", "seat", "Q"),
        ("14 H N abc", "points", "ABC"),
        ("14 H N 92 zz", "rest", "ZZ"),
        ("14 H N 92 K K", "rest", "K"),
        ("14 P 92", "after_pass", "92"),
        ("14 х с 92", "ambiguous", "Х"),
        ("14 H N 99999", "number", "99999"),
        ("14 H N 92 LQ", "lead", "Q"),
        ("14 H N 92 L", "lead", ""),
        ("14 H N 92 LS LN", "rest", "LN"),
    ],
)
def test_unreadable_part_of_a_line_is_named(text, fault, piece):
    code, start, end = read_line(text).fault or ("", 0, 0)
    assert (code, text.upper()[start:end]) == (fault, piece)


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("", "missing_contract"),
        ("14", "missing_contract"),
        ("14 H", "missing_seat"),
        ("14 H N", "missing_points"),
        ("14 H N +20", "missing_points"),
        ("14 H N 175", "too_many"),
        ("14 H N 162", "say_capot"),
        ("14 H N 0", "say_capot"),
    ],
)
def test_incomplete_line_reports_what_is_missing(text, lacks):
    assert slip_from_line(read_line(text), RULES) == lacks


def test_trick_without_points_prevents_a_capot():
    assert score("H N 162 T") == (16, 0)
    assert read_line("-").not_played


def test_line_declarations_are_summed_per_side():
    line = read_line("h n 92 +20 +50 -100")
    assert line.announced == {"NS": 70, "EW": 100}


@pytest.mark.parametrize(
    ("text", "lead"),
    [("h n 92 le", "E"), ("14 H N 162 K L W", "W"), ("вк з 81 л ю", "S"), ("H N 92", None)],
)
def test_lead_card_is_read_and_does_not_change_the_score(text, lead):
    slip = slip_from_line(read_line(text), RULES)
    assert slip.get("lead") == lead
    assert (
        score_slip(BULGARIAN, slip)["score"]
        == score_slip(BULGARIAN, {key: value for key, value in slip.items() if key != "lead"})[
            "score"
        ]
    )


def random_line(rng: random.Random) -> str:
    parts = [
        rng.choice(["", "4", "14", "x", "0", "12345"]),
        rng.choice(
            [*"chdsnaptqж", "NT", "At", "вк", "купа", "без коз", "пас", "-", "г", "х", "ь", "X"]
        ),
        rng.choice(["", "", "x", "xx", "XXX", "контра", "й", "йй", "×"]),
        rng.choice([*"nwseNZуяехс", "север", "ю", "и", ""]),
        rng.choice(["", "", "x"]),
        rng.choice(["92", "0", "162", "258", "130", "200", "k", "", "50 110", "98 64", "−50"]),
        rng.choice(
            [
                "",
                "",
                "+20",
                "-50",
                "+20-50",
                "+b",
                "-20 -Б",
                "+ bb -b",
                "+",
                "-b 20",
                "k",
                "т",
                "капо",
                "kk",
                "к К",
                "t",
                "?",
            ]
        ),
        rng.choice(["", "", "", "ls", "L e", "лю", "lq", "л с", "l"]),
    ]
    return rng.choice(["", " ", ", "]).join(parts)


CONTREE = replace(
    BULGARIAN,
    packets="3+2+3",
    contracts="C D H S",
    auction="numeric",
    bids="80-160 by 10",
    capot_bid="top",
    contra_levels=2,
    contra_closes=True,
    declarations="none",
    goal="bid",
    made_award="taken_and_bid",
    lost_base=16,
    lost_base_capot=25,
)
TENS = replace(CONTREE, bids="8-80 by 1 in tens", capot_bid="with_number")
NO_CAPOT = replace(CONTREE, capot_bid="none")
SOLO = replace(CONTREE, solo_value=500)


def slip_in(text, variant=CONTREE):
    return slip_from_line(read_line(text, bids=True), browser_rules(variant))


@pytest.mark.parametrize(
    ("text", "number", "bid", "capot_bid"),
    [
        ("14 120H S 98", 14, 120, None),
        ("120H S 98", None, 120, None),
        ("120 h x s 98", None, 120, None),
        ("14 120 НS 98", 14, 120, None),
        ("14 *H S 98", 14, 250, True),
        ("*hs98", None, 250, True),
    ],
)
def test_number_before_the_contract_is_read_as_the_bid(text, number, bid, capot_bid):
    text = text.replace("Н", "H")
    said = slip_in(text)
    assert (read_line(text, bids=True).number, said["bid"]) == (number, bid)
    assert said.get("capot_bid") == capot_bid
    assert score_slip(CONTREE, said)["bid"] == bid


def test_numeric_bid_may_also_be_a_capot_bid():
    assert slip_in("3 26H* N 162 K", TENS)["bid"] == 260
    assert slip_in("3 26H* N 162 K", TENS)["capot_bid"] is True


@pytest.mark.parametrize(
    ("text", "variant", "lacks"),
    [
        ("H S 98", CONTREE, "missing_bid"),
        ("85H S 98", CONTREE, "not_bid"),
        ("170H S 98", CONTREE, "not_bid"),
        ("120H* S 98", CONTREE, "capot_alone"),
        ("*H S 98", NO_CAPOT, "no_capot_bid"),
        ("**H S 98", CONTREE, "no_solo_bid"),
        ("14 ** H S 98", CONTREE, "no_solo_bid"),
        ("26**H S 98", TENS, "no_solo_bid"),
        ("**H S 162 K", NO_CAPOT, "no_capot_bid"),
        ("14 120**H S 162 KK", SOLO, "capot_alone"),
        ("**H S 162", SOLO, "say_capot"),
        ("*H S 162 KK", SOLO, "rest"),
        ("120H S 162 KK", SOLO, "rest"),
        ("*H S 98", TENS, "missing_bid"),
        ("7H S 98", TENS, "not_bid"),
        ("14", CONTREE, "missing_contract"),
    ],
)
def test_invalid_bid_in_a_line_is_reported(text, variant, lacks):
    assert slip_in(text, variant) == lacks


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("14 **H S 162 KK", {"points": {"NS": 162, "EW": 0}, "capot": "NS", "alone": True}),
        ("14 **H S KK", {"points": {"NS": 162, "EW": 0}, "capot": "NS", "alone": True}),
        ("**H E x кк", {"points": {"NS": 0, "EW": 162}, "capot": "EW", "alone": True}),
        ("14 **H S 162 K", {"points": {"NS": 162, "EW": 0}, "capot": "NS"}),
        ("**H S 150", {"points": {"NS": 150, "EW": 12}}),
    ],
)
def test_two_stars_bid_a_solo_capot_and_two_letters_make_it(text, told):
    said = slip_in(text, SOLO)
    assert (said["bid"], said["capot_bid"]) == (500, True)
    assert {key: said[key] for key in ("points", "capot", "alone") if key in said} == told
    outcome = score_slip(SOLO, said)
    assert (outcome["solo_bid"], outcome["outcome"]) == (
        True,
        "made" if "alone" in told else "lost",
    )


def test_passed_out_line_keeps_its_board_number():
    for text in ("14 P", "14 -", "14 пас"):
        assert read_line(text, bids=True).number == 14


def bid_line(rng: random.Random) -> str:
    bid = rng.choice(["120", "85", "8", "26", "*", "120*", "", "**", "14 90"])
    return f"{bid}{rng.choice(['', ' '])}{random_line(rng)}".replace(
        "h", rng.choice(["h", "h*", "h *"]), 1
    )


@pytest.mark.sample
@pytest.mark.skipif(which("node") is None, reason="no node")
@pytest.mark.parametrize("variant", [BULGARIAN, CONTREE, TENS, NO_CAPOT, SOLO])
def test_browser_reads_every_line_like_the_server(variant, every_example):
    rng = random.Random(12)
    rules = browser_rules(variant)
    bids = bool(rules["numbers"])
    count = 4000 if every_example else 1400
    lines = [bid_line(rng) if bids else random_line(rng) for _ in range(count)]
    sent = {"lines": lines, "language": browser_language(), "rules": rules}
    done = subprocess.run(
        ["node", "--input-type=module", "-e", READ, str(MODULE)],
        input=json.dumps(sent), capture_output=True, text=True, check=True,
    )  # fmt: skip
    for text, answer in zip(lines, json.loads(done.stdout), strict=True):
        line = read_line(text, bids=bids)
        mine = {"line": asdict(line), "slip": slip_from_line(line, rules)}
        assert json.loads(json.dumps(mine)) == answer, text
