"""The Celery application: the broker wakes workers, the job rows are the truth."""

import os

from celery import Celery

from config.broker import use_whole_messages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

use_whole_messages()
app = Celery("belot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
