import json

import pytest
from django.contrib.admin.utils import display_for_field
from django.db import connection
from django.db.migrations.writer import MigrationWriter
from django.forms import modelform_factory

from games.belot import PRESETS, variant_from_json
from games.fields import stored_value
from games.models import Deal
from tests.builders import make_tournament
from tournaments.models import OpenGame, Tournament

pytestmark = [pytest.mark.sql, pytest.mark.django_db]
HOUSE = {"preset": "bulgarian", "on_equal": "lost", "target": 201}


def text_of(tournament: Tournament, column: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT CAST({column} AS text) FROM tournaments_tournament WHERE id = %s",
            [tournament.pk],
        )
        return str(cursor.fetchone()[0])


@pytest.mark.parametrize("rules", ["bulgarian", HOUSE])
def test_rules_are_stored_as_their_shortest_json(rules):
    tournament = Tournament.objects.get(pk=make_tournament(variant=rules).pk)
    assert tournament.variant == variant_from_json(rules)
    assert stored_value(tournament, "variant") == rules
    assert json.loads(text_of(tournament, "variant")) == rules


def test_game_is_stored_as_json_of_its_set_values():
    race = make_tournament(cards="open", game={"to": 501, "best_of": 3})
    assert Tournament.objects.get(pk=race.pk).game == OpenGame(to=501, best_of=3)
    assert text_of(race, "game") == '{"to": 501, "best_of": 3}'
    assert text_of(make_tournament(club=race.club), "game") == "{}"


def test_json_fields_work_in_values_list_update_and_filter():
    deal = Deal.objects.create(variant=PRESETS["bela"], dealer="N", pack="7C")
    assert list(Deal.objects.values_list("variant", flat=True)) == [PRESETS["bela"]]
    Deal.objects.filter(pk=deal.pk).update(variant=variant_from_json(HOUSE))
    (again,) = Deal.objects.defer("variant")
    assert again.variant == variant_from_json(HOUSE)
    assert Deal.objects.filter(variant=again.variant).exists()


def test_admin_form_reads_and_writes_game_as_json():
    tournament = make_tournament(cards="open", game={"deals": 12})
    form_class = modelform_factory(Tournament, fields=["game"])
    assert "{&quot;deals&quot;: 12}" in str(form_class(instance=tournament)["game"])
    form = form_class({"game": '{"deals": 8}'}, instance=tournament)
    assert form.save().game == OpenGame(deals=8)
    assert form_class({"game": '{"tricks": 8}'}, instance=tournament).errors
    shown = display_for_field(PRESETS["bela"], Deal._meta.get_field("variant"), "–")
    assert shown == '"bela"'


def test_migrations_serialize_game_as_plain_json_field():
    field = Tournament._meta.get_field("game")
    written, _imports = MigrationWriter.serialize(field)
    assert written == "models.JSONField(blank=True)"
