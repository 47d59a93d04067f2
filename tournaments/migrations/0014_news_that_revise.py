from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_card_refusals")]

    operations = [
        migrations.RemoveIndex(model_name="news", name="news_of_directors"),
        migrations.RenameField(model_name="news", old_name="by_director", new_name="revises"),
        migrations.AddIndex(
            model_name="news",
            index=models.Index(
                condition=models.Q(("revises", True)),
                fields=["tournament", "id"],
                name="news_that_revise",
            ),
        ),
    ]
