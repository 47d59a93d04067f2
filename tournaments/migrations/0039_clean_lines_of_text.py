"""Remove control characters from lines of text that were stored before `LineField`.

Facts, and names that a constraint keeps unique, stay as they are.
"""

from django.db import migrations

from games.fields import clean_name

LINES = {
    "Tournament": ["name", "place", "stage_name"],
    "Club": ["name", "place", "contact_name", "contact_phone", "contact_address"],
    "Season": ["name"],
    "Team": ["group", "category", "remark"],
    "Signup": ["name"],
    "SignupContact": ["phone"],
    "Message": ["text"],
    "FeeKind": ["name"],
    "Webhook": ["name"],
    "Channel": ["name"],
    "HelperLink": ["name"],
    "Invitation": ["name"],
    "PersonalToken": ["name"],
    "KeptArchive": ["name"],
}
NOTHING_LEFT = "–"


def cleaned(text):
    """The text without control characters, in the column's length; a dash where nothing is left."""
    return clean_name(text)[: len(text)] or (NOTHING_LEFT if text else "")


def clean_all(apps, _editor):
    for model, names in LINES.items():
        rows = apps.get_model("tournaments", model).objects
        for key, *texts in list(rows.values_list("pk", *names)):
            lines = [cleaned(text) for text in texts]
            if lines != texts:
                rows.filter(pk=key).update(**dict(zip(names, lines, strict=True)))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0037_sealed_second_steps")]

    operations = [migrations.RunPython(clean_all, migrations.RunPython.noop, elidable=True)]
