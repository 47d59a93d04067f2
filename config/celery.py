"""The Celery application: the broker wakes workers, the job rows are the truth."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("belot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
