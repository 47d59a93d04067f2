from django.contrib import admin

from jobs.models import Job


@admin.register(Job)
class JobAdmin(admin.ModelAdmin[Job]):
    list_display = ["id", "kind", "key", "state", "done", "total", "attempt", "created_at"]
    list_filter = ["kind", "state"]
    readonly_fields = [field.name for field in Job._meta.fields]

    def has_add_permission(self, *_args: object) -> bool:
        return False
