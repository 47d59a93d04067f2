"""Read-only administration of deals and records.

An administrator can also be a player: no page shows a card, and no lookup filters by one.
"""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Deal, DealSet, Record, Simulation


class DeclaredLookupsAdmin(admin.ModelAdmin[Any]):
    """Admin that filters only by declared columns and filters.

    Django accepts any lookup in the URL (``?pack__startswith=7C``); the row count would reveal
    hidden columns.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filters = [each for each in self.list_filter if isinstance(each, str)]
        offered = {*filters, *map(str, self.list_display), self.date_hierarchy, "id", "pk"}
        return lookup.split("__")[0] in offered and super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(DeclaredLookupsAdmin):
    def has_add_permission(self, request: HttpRequest, *_args: object) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    list_display = ["id", "dealer", "variant", "created_at"]
    list_filter = ["dealer", "created_at"]
    search_fields = ["=id"]
    fields = ["variant", "dealer", "created_at"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deal]:
        return super().get_queryset(request).defer("pack")


@admin.register(Record)
class RecordAdmin(ReadOnlyAdmin):
    list_display = ["share", "source", "deal_number", "created_at"]
    list_filter = ["source", "created_at"]
    search_fields = ["=share", "=deal__id"]
    fields = ["share", "source", "deal_number", "created_at"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Record]:
        return super().get_queryset(request).defer("record")

    @admin.display(description=_("deal"), ordering="deal")
    def deal_number(self, record: Record) -> str:
        return str(record.deal_id or "–")


class UserRequestAdmin(ReadOnlyAdmin):
    list_filter = ["created_at"]
    search_fields = ["=share", "=created_by__username"]
    list_select_related = ["created_by"]
    date_hierarchy = "created_at"

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Simulation)
class SimulationAdmin(UserRequestAdmin):
    list_display = ["share", "count", "is_stopped", "created_by", "created_at"]
    fields = ["share", "question", "seed", "count", "is_stopped", "created_by", "created_at"]


@admin.register(DealSet)
class DealSetAdmin(UserRequestAdmin):
    """Deal sets, without cards and without the seed that generates them."""

    list_display = ["share", "wanted", "looked_at", "created_by", "created_at"]
    fields = ["share", "wishes", "wanted", "looked_at", "created_by", "created_at"]
