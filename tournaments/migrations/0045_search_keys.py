from django.db import migrations
from django.utils.module_loading import import_string


def set_keys(apps, _schema_editor):
    """Compute the search keys of all players again."""
    search_key = import_string("tournaments.clubs.names.search_key")  # as new rows are stored
    Player = apps.get_model("tournaments", "Player")
    changed = []
    for player in Player.objects.only("pk", "name", "search_key").iterator(chunk_size=2000):
        key = search_key(player.name)
        if key != player.search_key:
            player.search_key = key
            changed.append(player)
    Player.objects.bulk_update(changed, ["search_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0044_stage_selection")]

    operations = [migrations.RunPython(set_keys, migrations.RunPython.noop, elidable=True)]
