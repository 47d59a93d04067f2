import pytest

from jobs import tasks
from jobs.tasks import forget, sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def pulse(settings, tmp_path):
    settings.WORKER_PULSE_FILE = str(tmp_path / "pulse")
    return tmp_path / "pulse"


def test_a_sweep_touches_the_pulse_file(pulse):
    sweep.apply()
    assert pulse.exists()


def test_failed_task_does_not_touch_the_pulse_file(pulse, monkeypatch):
    def fail():
        raise OSError

    monkeypatch.setattr(tasks, "delete_expired_jobs", fail)
    assert forget.apply().failed()
    assert not pulse.exists()


@pytest.mark.parametrize("name", ["", "no/such/folder/pulse"])
def test_unwritable_pulse_file_does_not_fail_a_task(settings, tmp_path, name):
    settings.WORKER_PULSE_FILE = name and str(tmp_path / name)
    assert sweep.apply().successful()
