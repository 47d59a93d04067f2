import random
from typing import Any

from games.belot import Deal, play_out, random_bot, score


def slip(ns, ew, contract="H", declarer="N", **values):
    return {"contract": contract, "declarer": declarer, "points": {"NS": ns, "EW": ew}, **values}


OUT = {"passed_out": True}


def match(*deals, variant: Any = "bulgarian"):
    return {"variant": variant, "deals": list(deals)}


def sheet(*deals, variant: Any = "bulgarian") -> Any:
    result = score(match(*deals, variant=variant))
    assert "error" not in result, result
    return result


def house(preset="bulgarian", **switches):
    return {"preset": preset, **switches}


def full(dealer, variant="bulgarian", number=0):
    deal = Deal(variant, dealer, seed=number)
    return play_out(deal, random_bot, random.Random(number))


def record(dealer, number=0, **change):
    made = full(dealer, number=number).record()
    del made["variant"]
    return made | change


def cut(dealer, number=0, cards=5):
    made = record(dealer, number)
    return made | {
        "play": " ".join(made["play"].split()[:cards]),
        "declarations": [],
        "belotes": [],
    }
