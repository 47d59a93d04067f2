import random

from games.belot.cards import CONTRACTS
from games.belot.records import explain as engine
from games.belot.records.summary import Slip
from games.belot.table import table_of
from games.rulebook import steps as rulebook
from tests.games.belot.formula.contree import BAZAR, CANNES, COINCHE, FFB, belote, premiums
from tests.games.belot.formula.drawing import any_end, any_rules


def lines(variant, monkeypatch, ns, ew, **more):
    slip = {"contract": "H", "declarer": "N", "points": {"NS": ns, "EW": ew}, **more}
    monkeypatch.setattr(rulebook, "explain", lambda _: list(engine.explain_slip(slip, variant)))
    belotes = more.get("belote", {})
    return [
        (line.title, [figure.text for figure in line.figures])
        for line in rulebook.step_lines(variant, slip, belotes)
    ]


def test_made_bid_is_added_to_the_points(monkeypatch):
    assert lines(FFB, monkeypatch, 113, 49, bid=110) == [
        ("Points from tricks", ["113", "49"]),
        ("Sum: 113, 110 were needed, made", ["113", "49"]),
        ("Rounding", ["110", "50"]),
        ("The bid: 110", ["220", "50"]),
    ]


def test_lost_deal_scores_a_fixed_number_with_belote_added_last(monkeypatch):
    told = lines(FFB, monkeypatch, 60, 102, bid=120, contra=1, **belote(ew=20))
    assert told == [
        ("Points from tricks", ["60", "102"]),
        ("Belote", ["–", "+20"]),
        ("Sum: 60, 120 were needed, failed", ["60", "122"]),
        ("The deal counts 160", ["0", "180"]),
        ("Rounding", ["0", "160"]),
        ("Contra: ×2", ["0", "320"]),
        ("The bid: 240", ["0", "560"]),
        ("Belote, not multiplied", ["0", "580"]),
    ]


def test_kept_belote_has_its_own_step(monkeypatch):
    told = lines(COINCHE, monkeypatch, 62, 100, bid=80, **belote(ns=20))
    assert told[-3:] == [
        ("Belote kept: 20", ["20", "160"]),
        ("Rounding", ["20", "160"]),
        ("The bid: 80", ["20", "240"]),
    ]


def test_cannes_rules_multiply_only_the_bid(monkeypatch):
    told = lines(CANNES, monkeypatch, 60, 102, bid=120, contra=2)
    assert told[-2:] == [("Rounding", ["0", "160"]), ("The bid: 360", ["0", "520"])]


def test_lost_deal_in_match_points_scores_a_number_plus_tens(monkeypatch):
    told = lines(BAZAR, monkeypatch, 100, 62, bid=110, **premiums(0, 50))
    assert told[-3:] == [
        ("The deal counts 16", ["0", "21"]),
        ("Rounding", ["0", "21"]),
        ("The bid: 11", ["0", "32"]),
    ]


def engine_slip(rng):
    variant = any_rules(rng)
    end = any_end(rng, variant)
    capot = end["tricks"].index(8) if 8 in end["tricks"] else -1
    marks = tuple(20 * count for count in end["belotes"])
    announced = tuple(map(int.__add__, end["declared"], marks))
    return Slip(
        table_of(variant),
        end["contract"],
        end["bidder"],
        end["contra"],
        end["points"],
        announced,
        capot,
        marks,
        end["bid"] if variant.counts_bids else 0,
        end["capot_bid"] and variant.counts_bids,
    )


def test_last_step_is_always_the_settled_score(monkeypatch, every_example):
    rng = random.Random(11)
    for _ in range(3000 if every_example else 1000):
        slip = engine_slip(rng)
        steps = engine.steps_of_slip(slip)
        settled = slip.settlement()
        assert tuple(steps[-1].numbers.values()) == settled.score
        assert [step.outcome for step in steps if step.outcome] == [settled.outcome]
        assert all("%(" not in step.text for step in steps)
        shown = {"contract": CONTRACTS[slip.contract]}
        monkeypatch.setattr(rulebook, "explain", lambda _, steps=steps: steps)
        told = rulebook.step_lines(slip.table.variant, shown, {})
        assert sum(line.is_key for line in told) == 1
        assert "%(" not in "".join(line.title + line.why for line in told)
        figures = [int(figure.text.replace("−", "-")) for figure in told[-1].figures]
        assert figures == list(settled.score), slip
