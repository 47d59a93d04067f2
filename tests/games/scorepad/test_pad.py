"""The match pad's page has all it needs, and caches all it loads."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import override

from games.belot import CONTRACTS, PRESETS, table_of, variant_from_json
from games.calculator.forms import SlipForm
from games.calculator.views import explanation_for
from games.rulebook.house import HouseRules
from games.scorepad.rules import pad_config
from games.scorepad.views import OFFLINE_FILES
from games.slips.premiums import premiums_of
from games.slips.scoring import browser_rules

SCRIPTS = [name for name in OFFLINE_FILES if name.startswith("js/")]


def source(name):
    return Path(finders.find(name)).read_text()


@pytest.fixture(scope="module")
def config():
    with override("en"):
        return json.loads(json.dumps(pad_config()))


def test_match_pad_is_public_and_contains_every_preset(client):
    response = client.get(reverse("match_pad"))
    assert response.status_code == 200
    found = re.search(
        r'<script id="pad-config" type="application/json">(.*?)</script>', response.content.decode()
    )
    assert set(json.loads(found[1])["presets"]) == set(PRESETS)


@pytest.mark.django_db
def test_match_pad_page_makes_no_database_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("match_pad"))


@pytest.mark.parametrize("preset", PRESETS)
def test_changed_switch_gives_the_same_rules_as_the_server(config, preset):
    data = config["presets"][preset]
    for key in data["switches"]:
        for choice in config["switches"][key]["values"]:
            expected = json.loads(
                json.dumps(
                    browser_rules(variant_from_json({"preset": preset, key: choice["value"]}))
                )
            )
            changed = data["rules"] | {key: choice["value"]}
            changed["somebody_must_name"] = data["must_name"][str(changed["nobody_bids"])]
            assert changed == expected, (key, choice)


def test_bela_requires_a_bid_unless_passing_out_is_allowed(config):
    bela = config["presets"]["bela"]
    assert bela["must_name"] == {
        "thrown_in": False,
        "dealer_names": True,
        "first_names": True,
    }
    assert config["presets"]["bulgarian"]["rules"]["somebody_must_name"] is False


def test_contra_switch_is_offered_only_for_ladder_auctions(config):
    assert "contra_levels" not in config["presets"]["french"]["switches"]
    assert "contra_levels" in config["presets"]["belot3"]["switches"]


def test_every_text_key_used_by_pad_scripts_exists(config):
    words = config["words"]
    asked = {
        key
        for name in SCRIPTS
        if name.startswith("js/pad")
        for key in re.findall(r"\bt\(\"([a-z_]+)\"", source(name))
    }
    assert len(asked) > 50
    assert sorted(asked - set(words)) == []


# The worker -------------------------------------------------------------------------------------


def test_service_worker_caches_every_file_loaded_by_the_page(client):
    page = client.get(reverse("match_pad")).content.decode()
    loaded = set(re.findall(rf'(?:href|src)="{settings.STATIC_URL}([^"]+)"', page))
    assert sorted(loaded - set(OFFLINE_FILES)) == []


def test_service_worker_caches_every_imported_module():
    for name in SCRIPTS:
        for path in re.findall(
            r"^import .*?\"(\.[^\"]+)\"|^\} from \"(\.[^\"]+)\"", source(name), re.M
        ):
            wanted = (Path(name).parent / (path[0] or path[1])).as_posix()
            parts = []
            for part in wanted.split("/"):
                if part == "..":
                    parts.pop()
                elif part != ".":
                    parts.append(part)
            assert "/".join(parts) in OFFLINE_FILES


def test_every_offline_file_exists():
    assert [name for name in OFFLINE_FILES if finders.find(name) is None] == []


def test_service_worker_has_a_content_version_and_is_not_cached(client):
    response = client.get(reverse("match_pad_worker"))
    assert response["Content-Type"] == "text/javascript"
    assert response["Cache-Control"] == "no-cache"
    text = response.content.decode()
    found = re.search(r'"version": "([0-9a-f]{16})"', text)
    assert found is not None
    assert f'"page": "{reverse("match_pad")}"' in text


# The pad and the calculator ---------------------------------------------------------------------

RUNNER = """
let text = "";
for await (const part of process.stdin) text += part;
const { config, cases } = JSON.parse(text);
globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(config) }) };
const { app } = await import(new URL("state.js", process.argv[1]));
const { faultOf, previewOf } = await import(new URL("slip.js", process.argv[1]));
const answers = cases.map(({ preset, draft }) => {
  const target = config.presets[preset].rules.target;
  app.match = { preset, target, changed: {}, names: {}, deals: [] };
  return [Boolean(faultOf(draft)), previewOf(draft)?.written ?? null];
});
process.stdout.write(JSON.stringify(answers));
"""


def random_case(rng, preset):
    variant, rules = PRESETS[preset], browser_rules(PRESETS[preset])
    contract = rng.choice(variant.contracts.split())
    sides, total = list(rules["sides"]), rules["totals"][contract]
    kinds = [premium.kind for premium in premiums_of(variant, contract)]
    named = {
        side: rng.choices(kinds, k=rng.choice([0, 0, 1, 2])) if kinds else [] for side in sides
    }
    asked = sides if rules["cards_out"] else sides[:-1]
    typed = {side: str(rng.randint(1, total // len(sides) + 20)) for side in asked}
    draft = {
        "step": "points",
        "index": None,
        "contract": contract,
        "by": rng.choice(sides),
        "contra": rng.randint(0, table_of(variant).levels_of(CONTRACTS.index(contract))),
        "typed": typed,
        "order": asked,
        "active": sides[0],
        "named": named,
    }
    pairs = [("contract", contract), ("by", draft["by"]), ("contra", draft["contra"])]
    pairs += [(f"p_{side}", points) for side, points in typed.items()]
    pairs += [(f"d_{side}", kind) for side in sides for kind in named[side]]
    if rules["numbers"]:
        draft["bid"] = rng.choice(rules["numbers"])
        pairs.append(("bid", draft["bid"]))
    return {"preset": preset, "draft": draft}, urlencode(pairs)


def test_pad_scores_and_rejects_like_the_calculator(config, every_example):
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        pytest.skip("no node found: the pad is still played in the browser test")
    rng = random.Random(20261124)
    share = 1 if every_example else 3
    drawn = [random_case(rng, preset) for preset in PRESETS for _time in range(60 // share)]
    data = {"config": config, "cases": [case for case, _query in drawn]}
    script = Path(finders.find("js/pad/main.js")).as_uri()
    command = [node, "--input-type=module", "-e", RUNNER, script]
    done = subprocess.run(
        command, input=json.dumps(data), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    refused = 0
    for (case, query), (fault, written) in zip(drawn, json.loads(done.stdout), strict=True):
        form = SlipForm(QueryDict(query), PRESETS[case["preset"]])
        reasons = explanation_for(form, HouseRules({"rules": case["preset"]}))
        assert fault == bool(form.errors), (case, dict(form.errors))
        assert (list(written.values()) if written else None) == (
            list(reasons.score) if reasons else None
        ), case
        refused += fault
    assert 60 < share * refused < 400
