from typing import Final

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework import serializers

from api.declarative import OperationSpec, api_path
from api.views.tournament_admin import CODE, DIRECTED
from tournaments.models import PersonalToken, Table, Tournament


class TableLinkSerializer(serializers.Serializer[Table]):
    """A table; its token authorises entering results at ``tables/<token>/``."""

    table = serializers.IntegerField(source="number")
    token = serializers.CharField()
    url = serializers.SerializerMethodField(help_text="its page, for a phone")
    code = serializers.CharField(help_text="what one types in place of the link")

    def get_url(self, table: Table) -> str:
        return reverse("table", args=[table.token])


def links_of(tournament: Tournament) -> QuerySet[Table]:
    return tournament.tables.order_by("number")


ADDRESSES: Final = [
    api_path(
        f"{CODE}table-links/",
        "api_table_links",
        DIRECTED,
        get=OperationSpec(
            does=links_of,
            scope=PersonalToken.Scope.RESULTS,
            gives=TableLinkSerializer,
            many=True,
            words="The secret link of each table, as it is printed.",
        ),
    ),
]
