import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config.management.commands.demo import check_data_version
from tests.builders import make_user

pytestmark = pytest.mark.django_db


@pytest.mark.sql
def test_demo_data_of_current_version_is_accepted():
    check_data_version()


def test_demo_data_of_an_earlier_version_suggests_reset():
    MigrationRecorder(connection).record_applied("tournaments", "0014_news_that_revise")
    with pytest.raises(CommandError, match="--reset"):
        check_data_version()


def test_accounts_with_a_published_password_need_an_option(settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="password is published"):
        call_command("load_demo")
    assert not User.objects.exists()


def test_demo_is_rejected_when_an_account_exists():
    make_user("ana")
    with pytest.raises(CommandError, match="an account already"):
        call_command("load_demo", published_password=True)
    assert User.objects.count() == 1
