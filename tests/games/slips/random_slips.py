import json
import shutil
import subprocess
from pathlib import Path

from django.conf import settings

from games.belot import SWITCHES, RuleError, variant_from_json

MODULE = Path(settings.BASE_DIR) / "static/js/slips/score.js"
RUNNER = """
const { scoreSlip } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
const { variants, slips } = JSON.parse(text);
const answers = slips.map(([index, slip]) => {
  try {
    return scoreSlip(variants[index], slip);
  } catch (error) {
    return { error: { at: error.at, rule: error.rule } };
  }
});
process.stdout.write(JSON.stringify(answers));
"""


def random_variant(rng, preset):
    while True:
        changed = {}
        for key in rng.sample(sorted(SWITCHES), rng.randint(0, 8)):
            switch = SWITCHES[key]
            if switch.minimum is None:
                changed[key] = rng.choice(switch.choices)
            else:
                changed[key] = rng.randint(switch.minimum, switch.maximum or 1001)
        try:
            variant_from_json({"preset": preset, **changed})
        except RuleError:
            continue
        return {"preset": preset, **changed}


def random_slip(rng, rules):
    """Mostly valid slip; totals often collide, so that deals hang or round at the limit."""
    if rng.random() < 0.04:
        return {"passed_out": rng.choice([True, True, False, 1])}
    contract = rng.choice(list(rules["totals"]))
    total = rules["totals"][contract]
    split = [0, *sorted(rng.choice([0, total, rng.randint(0, total)]) for _ in rules["sides"][1:])]
    shares = [b - a for a, b in zip(split, [*split[1:], total], strict=True)]
    rng.shuffle(shares)
    slip = {
        "contract": contract,
        "declarer": rng.choice(rules["seats"]),
        "points": dict(zip(rules["sides"], shares, strict=True)),
    }
    if rng.random() < 0.7:
        slip["contra"] = rng.randint(0, rules["contra_levels"])
    if rules["auction"] == "numeric" and rng.random() < 0.95:
        slip |= rng.choice([{}, {}, {}, {"capot_bid": True}])
        slip["bid"] = rng.choice([80, 90, 110, 160, 200, 250, 270, 500, 85, 81, 0])
    if rules["solo_value"] and rng.random() < 0.4:
        slip |= {"bid": 500, "capot_bid": True, "alone": rng.choice([True, True, False])}
    if rng.random() < 0.02:
        slip["alone"] = rng.choice([True, False, 1])
    if rng.random() < 0.6:
        give = [0, 0, 20, 40, 50, 100, 150, 200, 220]
        plain = contract != "NT" or rng.random() < 0.2
        slip["announced"] = {side: rng.choice(give) if plain else 0 for side in rules["sides"]}
    if rng.random() < 0.2:
        slip["lead"] = rng.choice(rules["seats"])
    if contract != "NT" and len(shares) == 2 and rng.random() < 0.15:
        level_totals(rng, slip, total)
    shares = list(slip["points"].values())
    if 0 in shares and rng.random() < 0.95:
        best = rules["sides"][shares.index(max(shares))]
        slip["capot"] = rng.choice([best, best, None, rng.choice(rules["sides"])])
    return slip


def level_totals(rng, slip, total):
    """Equalise the totals, so that the deal hangs or is narrowly lost."""
    ns, ew = rng.choice([(0, 0), (20, 0), (0, 40), (50, 20), (20, 120)])
    first, second = slip["points"]
    slip["announced"] = {first: ns, second: ew}
    slip["points"] = {first: (total + ew - ns) // 2, second: (total + ns - ew) // 2}


def answers_of_node(rules, slips):
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None:
        return None
    command = [node, "--input-type=module", "-e", RUNNER, MODULE.as_uri()]
    text = json.dumps({"variants": rules, "slips": slips})
    done = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
