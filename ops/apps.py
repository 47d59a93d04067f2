from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _


class UpkeepConfig(AppConfig):
    name = "ops"
    verbose_name = _("The installation")

    def ready(self) -> None:
        import ops.tasks  # noqa: F401  (it registers its jobs)
        from ops.sentry import start_sentry

        if settings.SENTRY_DSN:
            start_sentry(settings.SENTRY_DSN)
