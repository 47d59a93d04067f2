"""Keep the packets with which tournaments and house rules of bela were dealt."""

import json

from django.db import migrations

from games.past_rules import as_dealt_before

CHANGED = ("before", "after")


def keep_packets(apps, schema_editor):
    for name in ("Tournament", "RuleSet"):
        model = apps.get_model("tournaments", name)
        for pk, rules in model.objects.values_list("pk", "variant").order_by("pk"):
            if (kept := as_dealt_before(rules)) != rules:
                model.objects.filter(pk=pk).update(variant=kept)
    lines = apps.get_model("tournaments", "LogEntry").objects.filter(action__startswith="rules")
    for pk, details in lines.values_list("pk", "details").order_by("pk"):
        if '"bela"' in json.dumps(details):
            lines.filter(pk=pk).update(details=details_before(details))


def details_before(details):
    """A line of the log about rules, with both rules as they were meant then."""
    return {
        key: as_dealt_before(value) if key in CHANGED else value for key, value in details.items()
    }


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0042_boards_played_turned"),
        ("games", "0005_bela_as_dealt_before"),
    ]

    operations = [migrations.RunPython(keep_packets, migrations.RunPython.noop)]
