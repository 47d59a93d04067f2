"""Keep the packets of stored rules of bela; the preset has others now."""

import json

from django.db import migrations

from games.past_rules import as_dealt_before, with_rules_of_before


def keep_packets(apps, schema_editor):
    for name in ("Deal", "Study", "DealSet"):
        model = apps.get_model("games", name)
        keep(model, "variant", as_dealt_before)
    for name, column in (("Record", "record"), ("Practice", "record"), ("Simulation", "question")):
        keep(apps.get_model("games", name), column, with_rules_of_before)


def keep(model, column, rewrite):
    """Rewrite the rows whose JSON names the preset, in chunks, as there may be many."""
    rows = model.objects.values_list("pk", column).order_by("pk")
    for pk, stored in rows.iterator(chunk_size=500):
        if '"bela"' in json.dumps(stored) and (kept := rewrite(stored)) != stored:
            model.objects.filter(pk=pk).update(**{column: kept})


class Migration(migrations.Migration):
    dependencies = [("games", "0004_practice")]

    operations = [migrations.RunPython(keep_packets, migrations.RunPython.noop)]
