import os

import pytest
from django.conf import settings

from tests.neighbours import own_redis


@pytest.mark.parametrize(
    ("url", "process", "own"),
    [
        ("redis://127.0.0.1:6379/9", "gw0", "redis://127.0.0.1:6379/9"),
        ("redis://127.0.0.1:6379/9", "gw1", "redis://127.0.0.1:6379/10"),
        ("redis://127.0.0.1:6379/9", "gw8", "redis://127.0.0.1:6379/10"),
        ("redis://:secret@host:6379", "gw3", "redis://:secret@host:6379/3"),
    ],
)
def test_test_processes_use_separate_redis_databases(url, process, own):
    assert own_redis(url, process) == own


def test_settings_use_the_directories_of_the_test_run():
    assert str(settings.DATA_DIR) == os.environ["DATA_DIR"]
    assert os.environ.get("REDIS_URL", "") == settings.REDIS_URL
