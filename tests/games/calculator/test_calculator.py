import random
import re

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import override

from games.belot import PRESETS, score, variant_from_json
from games.calculator.answer import explain_score
from games.calculator.forms import SlipForm
from games.rulebook.house import HouseRules
from games.rulebook.steps import RULE_OF_STEP, step_lines
from games.slips.scoring import browser_rules
from tests.games.slips.random_slips import random_slip, random_variant
from tests.markup import one_line
from tests.selection import ONE_IN

SLIPS_OF_A_VARIANT = 45


@pytest.fixture(autouse=True)
def _english():
    """Reset the language, which a page in another one leaves active."""
    with override("en"):
        yield


def page(client, query="", **headers):
    return client.get(f"{reverse('calculator')}?{query}", **headers)


def answer(client, query):
    reasons = page(client, query).context["reasons"]
    return reasons and (reasons.outcome, reasons.score, reasons.hanging)


def errors(client, query):
    form = page(client, query).context["form"]
    return {field: [str(error) for error in found] for field, found in form.errors.items()}


# What it answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("contract=AT&by=NS&p_NS=34", ("lost", (0, 26), 0)),
        ("contract=AT&by=EW&p_NS=34", ("made", (4, 22), 0)),
        ("contract=H&by=NS&p_NS=98&d_NS=tierce&d_EW=belote", ("made", (12, 8), 0)),
        ("contract=AT&by=NS&p_NS=129&d_NS=tierce&d_EW=belote", ("hanging", (0, 15), 15)),
        ("contract=S&by=NS&capot=NS", ("made", (25, 0), 0)),
        ("contract=NT&by=EW&capot=EW", ("made", (0, 35), 0)),
        ("rules=belote&contract=NT&by=EW&capot=EW", ("made", (0, 44), 0)),
        ("contract=H&by=NS&p_NS=100&contra=2", ("made", (64, 0), 0)),
        ("rules=belot&contract=AT&by=NS&capot=NS&contra=1", ("made", (61, 0), 0)),
        ("s_kirtik=10&contract=H&by=NS&p_NS=50", ("lost", (-10, 16), 0)),
        ("rules=bela&contract=H&by=NS&p_NS=81", ("lost", (0, 162), 0)),
        ("rules=belot3&contract=S&by=N&p_N=81&p_W=41", ("hanging", (0, 4, 4), 8)),
        ("rules=bela3&contract=S&by=N&p_N=70&p_W=41&p_S=40", ("lost", (0, 41, 40), 0)),
        ("rules=bela2&contract=S&by=N&p_N=70&p_S=40", ("made", (70, 40), 0)),
    ],
)
def test_calculator_scores_a_slip_by_its_rules(client, query, expected):
    assert answer(client, query) == expected


def test_calculator_fills_in_the_other_side_and_shows_the_check(client):
    text = one_line(page(client, "contract=H&by=NS&p_NS=98").content.decode())
    assert 'name="p_EW" value="" placeholder="64"' in text
    assert "Check: 10 + 6 = 16, the tens of all 162 points." in text


def test_calculator_link_restores_the_slip(client):
    query = "rules=belote&s_kirtik=10&contract=AT&by=EW&contra=1&p_EW=150&d_EW=tierce&d_EW=tierce"
    first = page(client, query).context
    again = client.get(first["link"]).context
    assert again["link"] == first["link"]
    assert again["reasons"].score == first["reasons"].score
    assert first["link"].endswith(query)


def test_calculator_shows_no_result_before_points_are_entered(client):
    response = page(client)
    assert response.status_code == 200
    assert response.context["reasons"] is None
    assert response.context["form"].errors == {}


def test_htmx_request_returns_only_parts_and_replaces_the_url(client):
    response = page(client, "p_NS=98", headers={"HX-Request": "true"})
    text = response.content.decode()
    assert "<html" not in text
    assert 'id="result"' in text
    assert response["HX-Replace-Url"] == "/en/calculator/?rules=bulgarian&contract=H&by=NS&p_NS=98"
    assert "HX-Request" in response["Vary"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", ["en", "bg"])
def test_every_preset_has_a_calculator_page(client, preset, language):
    with override(language):
        response = page(client, f"rules={preset}")
    assert response.status_code == 200
    assert len(response.context["form"].columns()) == {4: 2, 3: 3, 2: 2}[PRESETS[preset].players]


# Why --------------------------------------------------------------------------------------------


def told(variant, belotes=None, **slip):
    return [
        (line.title, [figure.text for figure in line.figures])
        for line in step_lines(variant_from_json(variant), slip, belotes or {})
    ]


def test_step_lines_lead_from_points_to_match_points():
    slip = {"contract": "H", "declarer": "N", "points": {"NS": 98, "EW": 64}}
    assert told("bulgarian", {"EW": 20}, **slip, announced={"NS": 20, "EW": 20}) == [
        ("Points from tricks", ["98", "64"]),
        ("Declarations", ["+20", "–"]),
        ("Belote", ["–", "+20"]),
        ("Sum: 118 is more than 84, made", ["118", "84"]),
        ("Rounding", ["12", "8"]),
    ]


def test_rounding_step_explains_the_digit_of_each_amount():
    slip = {"contract": "H", "declarer": "N", "points": {"NS": 106, "EW": 56}}
    line = step_lines(PRESETS["bulgarian"], slip, {})[-1]
    assert line.why == (
        "In a suit the limit is 6. 106 ends in 6, the limit: down. "
        "56 ends in 6, the limit: up, being the fewer."
    )


def test_unmultiplied_capot_premium_is_the_last_step():
    slip = {"contract": "AT", "declarer": "N", "contra": 1, "capot": "NS"}
    assert told("belot", **slip, points={"NS": 258, "EW": 0})[-3:] == [
        ("Rounding", ["26", "0"]),
        ("Contra: ×2", ["52", "0"]),
        ("The premium for all tricks", ["61", "0"]),
    ]


def test_hanging_points_and_kirtik_have_their_own_steps():
    level = {"contract": "H", "declarer": "N", "points": {"NS": 81, "EW": 81}}
    assert told("bulgarian", **level)[-1] == ("8 hang", ["0", "8"])
    lost = {"contract": "H", "declarer": "N", "points": {"NS": 50, "EW": 112}}
    assert told({"preset": "bulgarian", "kirtik": 10}, **lost)[-1] == ("Kirtik", ["−10", "16"])


def drawn_slips(share):
    rng = random.Random(20261123)
    for preset in PRESETS:
        for variant in [preset, *(random_variant(rng, preset) for _time in range(4))]:
            rules = browser_rules(variant_from_json(variant))
            for _time in range(SLIPS_OF_A_VARIANT // share):
                slip = random_slip(rng, rules)
                if "error" not in score({"variant": variant, **slip}):
                    yield variant, slip


def test_last_step_of_every_explanation_is_the_score(every_example):
    explained, share = 0, 1 if every_example else ONE_IN
    for variant, slip in drawn_slips(share):
        lines = step_lines(variant_from_json(variant), slip, {})
        if "contract" not in slip:
            assert [line.key for line in lines] == ["passed_out"]
            continue
        result = score({"variant": variant, **slip})
        shown = [int(f.text.replace("−", "-")) for f in lines[-1].figures]
        assert shown == list(result["score"].values()), (variant, slip)
        assert sum(line.is_key for line in lines) == 1
        assert "%(" not in "".join(line.title + line.why for line in lines)
        explained += 1
    assert share * explained > 1500


def test_shown_check_sum_is_always_correct(every_example):
    proved, share = 0, 1 if every_example else ONE_IN
    for variant, slip in drawn_slips(share):
        if "contract" in slip and slip["points"].keys() == {"NS", "EW"}:
            reasons = explain_score(variant_from_json(variant), slip, {})
            written = sum(reasons.score) + reasons.hanging
            assert not reasons.whole or abs(10 * written - reasons.whole) < 10, (variant, slip)
            proved += bool(reasons.whole)
    assert share * proved > 200


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_of_a_step_has_an_anchor_on_the_rules_page(client, preset):
    text = client.get(reverse("rules_page", args=[preset])).content.decode()
    places = set(re.findall(r'id="(\w+)"', text))
    needs_contra = {"contra_levels", "capot_multiplied"}
    wanted = {"common", *RULE_OF_STEP.values()}
    if not PRESETS[preset].contra_levels:
        wanted -= needs_contra
    if PRESETS[preset].goal == "bid":
        wanted -= {"on_equal"}
    if PRESETS[preset].lost_base != "total":
        wanted -= {"capot_multiplied"}
    if not PRESETS[preset].kirtik:
        wanted -= {"kirtik"}
    if PRESETS[preset].sheet == "card_points":
        wanted -= {"sheet"}
    if not PRESETS[preset].rounding.startswith("half"):
        wanted -= {"rounding"}
    if not PRESETS[preset].no_trumps_tens_first:
        wanted -= {"no_trumps_tens_first"}
    if PRESETS[preset].layout == "set_aside":
        wanted -= {"nobody_bids"}
    if PRESETS[preset].declarations == "none":
        wanted -= {"contest"}
    if PRESETS[preset].declarations == "trick":
        wanted -= {"contest", "belote_when"}
    assert wanted <= places


# What cannot be ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "field", "message"),
    [
        (
            "contract=H&p_NS=175",
            "p_NS",
            "175 is too many. In hearts the tricks are worth 162 in all. "
            "Declarations are added apart.",
        ),
        (
            "contract=H&p_NS=98&p_EW=60",
            "p_NS",
            "98 + 60 is too few. In hearts the tricks are worth 162 in all.",
        ),
        ("p_NS=-5", "p_NS", "Points cannot be less than 0."),
        ("p_EW=abc", "p_EW", "Points are a whole number."),
        (
            "p_NS=98&d_NS=tierce&d_EW=quarte",
            "say_claims",
            "Only the side with the better declaration counts its own. Enter what counted.",
        ),
        (
            "rules=bela&p_NS=98&d_NS=tierce&d_EW=carre",
            "say_claims",
            "Only the side with the better declaration counts its own. Enter what counted.",
        ),
        (
            "p_NS=98&d_NS=belote&d_EW=belote",
            "say_claims",
            "There is only one belote in a suit contract.",
        ),
        (
            "contract=NT&p_NS=98&d_NS=tierce",
            "say_claims",
            "In no trumps nothing of this is announced.",
        ),
        (
            "rules=bela&contract=H&by=NS&capot=NS&d_EW=belote",
            "say_claims",
            "Without a trick nothing of this counts in these rules.",
        ),
        (
            "contract=H&p_EW=40&capot=NS",
            "say_capot",
            "With all tricks to one side the others have no points.",
        ),
    ],
)
def test_invalid_number_is_reported_at_its_field(client, query, field, message):
    assert errors(client, query) == {field: [message]}
    assert message in page(client, query).content.decode()
    assert answer(client, query) is None


def test_impossible_points_are_scored_with_a_hint(client):
    response = page(client, "contract=H&by=NS&p_NS=161")
    hint = "No tricks are worth exactly 161. Please count again."
    assert response.context["form"].hint() == hint
    assert response.context["reasons"].score == (16, 0)


def test_side_without_points_shows_a_capot_hint(client):
    response = page(client, "contract=H&by=NS&p_NS=162")
    assert "choose capot" in response.context["form"].hint()
    assert response.context["reasons"].score == (16, 0)


def test_conflicting_house_rules_are_rejected_with_a_message(client):
    response = page(client, "s_auction=name&p_NS=98")
    assert response.context["reasons"] is None
    assert "only suits can be played" in response.context["house"].fault


def test_unknown_switch_value_or_preset_still_renders_the_page(client):
    response = page(client, "rules=nonsense&s_kirtik=11&contract=Z&by=Q&contra=9&capot=x&d_NS=x")
    assert response.status_code == 200
    assert "Kirtik" in response.context["house"].fault


# Pieces -----------------------------------------------------------------------------------------


def test_house_rules_keep_only_differences_from_the_preset():
    house = HouseRules(
        QueryDict("rules=belot&s_kirtik=0&s_contra_levels=3&s_capot_multiplied=true")
    )
    assert house.variant == {"preset": "belot", "contra_levels": 3, "capot_multiplied": True}
    assert house.query() == [
        ("rules", "belot"),
        ("s_contra_levels", "3"),
        ("s_capot_multiplied", "true"),
    ]


def test_house_rules_distinguish_zero_from_false():
    house = HouseRules(QueryDict("rules=bela&s_dealer_may_cancel=0"))
    assert house.variant == {"preset": "bela", "dealer_may_cancel": 0}


def test_undealt_cards_require_points_of_every_side():
    form = SlipForm(QueryDict("contract=S&by=N&p_N=70"), PRESETS["bela2"])
    assert form.is_valid()
    assert form.slip is None
    assert form.filled == {}


def test_step_lines_work_in_another_language():
    with override("bg"):
        slip = {"contract": "H", "declarer": "N", "points": {"NS": 98, "EW": 64}}
        assert len(step_lines(PRESETS["bulgarian"], slip, {})) == 3


@pytest.mark.parametrize(("language", "marks"), [("en", 2), ("hr", 0)])
def test_pad_shows_an_abbreviation_only_if_it_is_not_the_name(client, language, marks):
    html = client.get(f"/{language}/calculator/").content.decode()
    assert html.count('class="pad-mark"') == marks
