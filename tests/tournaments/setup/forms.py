from django.urls import reverse

VALUES = {
    "name": "Есенен турнир",
    "date": "2026-11-28",
    "start_time": "18:20",
    "place": "Sofia",
    "variant": "bulgarian",
    "scoring": "matchpoints",
    "boards_per_round": "3",
    "minutes_per_board": "5",
    "change_minutes": "2",
    "is_public": "on",
}


def form_of(client, method="get", **values):
    return getattr(client, method)(reverse("manage_new"), values).context["form"]


def sent_by(form, **changes):
    values = {"was": form.chosen_kind, "kind": form.chosen_kind, "was_name": form.proposed_name}
    for row in form.rows():
        values |= {field.name: field.value() for field in row.fields}
    values |= {name: form[name].value() for name in ("name", "date", "start_time", "place")}
    values["was_club"] = form["club"].value()
    return {key: "" if value is None else value for key, value in values.items()} | changes


SIXTEEN = {
    "preset": "bela",
    "direction": "clockwise",
    "match_deals": 16,
    "nobody_bids": "thrown_in",
}
