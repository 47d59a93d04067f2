from games.belot import SWITCHES, switch_value, variant_from_json
from games.rulebook.house import encode_value
from tests.builders import slip
from tournaments.models import Play, Result
from tournaments.results.services.results import correct_result


def values(variant, **changed) -> dict[str, str]:
    rules = variant_from_json(variant)
    own = {key: encode_value(switch_value(rules, key)) for key in SWITCHES}
    own |= {key: "" for key in own if SWITCHES[key].may_be_off and own[key] == "false"}
    return {"preset": rules.preset, **own, **changed}


HOUSE = {"preset": "bulgarian", "on_equal": "lost"}
RULES = variant_from_json(HOUSE)
EQUAL = {"contract": "H", "declarer": "S", "points": {"NS": 81, "EW": 81}}


def correct(play: Play, **values) -> Result:
    return correct_result(
        play_id=play.pk, slip=slip(**values), reason="test", actor=None, override=True
    )


def enter_equal(play: Play) -> Result:
    return correct_result(play_id=play.pk, slip=EQUAL, reason="test", actor=None)
