import re

import pytest
from django.urls import reverse

from tests.builders import director_of, make_club, make_user
from tests.tournaments.notifications.people.services_elsewhere import BOT, WEBHOOK
from tests.tournaments.notifications.people.world import SITE, drawn, run_jobs, states
from tournaments.draws.services.draws import publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import Channel, Follower, Tournament
from tournaments.notifications.people.jobs import CHANNEL_TEST_JOB, TELEGRAM_CODES_JOB
from tournaments.notifications.people.services.channels import remove_channel, save_channel
from tournaments.notifications.people.services.subscriptions import follow

pytestmark = pytest.mark.django_db(transaction=True)
CHAT_ID = 4_242_424_242
"""As long as Telegram's, so that no ciphertext contains it by chance."""


def with_bot(club) -> Channel:
    found = save_channel(club=club, kind="bot", secret=BOT, language="bg", site=SITE)
    run_jobs(CHANNEL_TEST_JOB)
    found.refresh_from_db()
    return found


def start(there, code: str, number: int = 1, chat: int = CHAT_ID, kind: str = "private") -> None:
    there.updates.append(
        {
            "update_id": number,
            "message": {"text": f"/start {code}", "chat": {"id": chat, "type": kind}},
        }
    )


def test_bot_name_is_fetched_and_token_encrypted(there):
    bot = with_bot(make_club())
    assert (bot.name, bot.why) == ("@serdika_bot", "")
    assert BOT not in bot.sealed


def test_invalid_bot_token_is_reported(there):
    there.answers["/getMe"] = [401]
    bot = with_bot(make_club())
    assert (bot.name, bot.why) == ("", "refused")


def test_telegram_follower_is_confirmed_by_start_command(there):
    tournament = drawn()
    with_bot(tournament.club)
    team = tournament.teams.get(number=3)
    follower = follow(tournament=tournament, way="telegram", team=team, language="en", site=SITE)
    start(there, "of-somebody-else-entirely", 7)
    start(there, follower.secret, 8)
    run_jobs(TELEGRAM_CODES_JOB)
    follower.refresh_from_db()
    assert follower.confirmed_at is not None
    assert str(CHAT_ID) not in follower.address
    publish_draw(tournament=tournament)
    run_jobs()
    welcome, told = there.told("/sendMessage")
    assert (welcome["chat_id"], told["chat_id"]) == (CHAT_ID, CHAT_ID)
    assert "You will get notifications here." in welcome["text"]
    assert "Round 1 is drawn: you sit at table" in told["text"]
    assert f"{SITE}/notices/{follower.secret}/" in told["text"]
    assert Channel.objects.get(kind="bot").offset == 8


def test_telegram_group_cannot_confirm_follower(there):
    tournament = drawn()
    with_bot(tournament.club)
    follower = follow(tournament=tournament, way="telegram", site=SITE)
    start(there, follower.secret, kind="group")
    there.answers["/getUpdates"] = [200, 200, 404]
    run_jobs(TELEGRAM_CODES_JOB)
    assert Follower.objects.get().confirmed_at is None


def test_follower_who_blocked_bot_is_deleted(there):
    tournament = drawn()
    with_bot(tournament.club)
    follower = follow(tournament=tournament, way="telegram", site=SITE)
    start(there, follower.secret)
    run_jobs(TELEGRAM_CODES_JOB)
    there.answers["/sendMessage"] = [403]
    publish_draw(tournament=tournament)
    run_jobs()
    assert (Follower.objects.count(), states(tournament)) == (0, [("failed", "gone")])


def test_rounds_are_announced_in_channels_in_their_language(there):
    tournament = drawn()
    with_bot(tournament.club)
    save_channel(club=tournament.club, kind="telegram", name="ourclub", language="bg", site=SITE)
    save_channel(club=tournament.club, kind="discord", secret=WEBHOOK, language="bg", site=SITE)
    publish_draw(tournament=tournament)
    run_jobs()
    [telegram] = there.told("/sendMessage")
    [discord] = there.told("/api/webhooks/")
    assert telegram["chat_id"] == "@ourclub"
    for text in (telegram["text"], discord["content"]):
        assert "Autumn Pairs" in text
        assert "Жребият за кръг 1 е готов." in text
        assert f"{SITE}/bg/t/{tournament.code}/" in text
    assert states(tournament) == [("sent", "")] * 2


def test_private_tournament_is_not_announced(there):
    tournament = drawn(is_public=False)
    save_channel(club=tournament.club, kind="discord", secret=WEBHOOK, site=SITE)
    publish_draw(tournament=tournament)
    run_jobs()
    assert there.paths("/api/webhooks/") == []


def test_failing_channel_is_retried_and_kept(there):
    tournament = drawn()
    save_channel(club=tournament.club, kind="discord", secret=WEBHOOK, site=SITE)
    there.answers["/api/webhooks/"] = [500]
    publish_draw(tournament=tournament)
    run_jobs()
    assert states(tournament) == [("waiting", "unreachable")]
    there.answers["/api/webhooks/"] = [404]
    tournament.notices.get().sendings.update(next_at=tournament.notices.get().due_at)
    run_jobs()
    assert Channel.objects.count() == 1


def test_telegram_channel_requires_a_bot():
    with pytest.raises(RuleViolationError) as refused:
        save_channel(club=make_club(), kind="telegram", name="@ourclub")
    assert refused.value.code == "no_bot"


def test_removing_bot_deletes_telegram_followers_and_channels(there):
    tournament = drawn()
    bot = with_bot(tournament.club)
    follow(tournament=tournament, way="telegram", site=SITE)
    save_channel(club=tournament.club, kind="telegram", name="@ourclub", site=SITE)
    remove_channel(channel=bot)
    assert (Follower.objects.count(), Channel.objects.count()) == (0, 0)


def test_channels_page_never_shows_stored_keys(client, there):
    tournament: Tournament = drawn()
    client.force_login(director_of(tournament))
    address = reverse("manage_club_channels", args=[tournament.club_id])
    client.post(address, {"do": "keep", "kind": "discord", "secret": WEBHOOK})
    client.post(address, {"do": "keep", "kind": "bot", "secret": BOT})
    run_jobs(CHANNEL_TEST_JOB)
    page = client.get(address).content.decode()
    assert "@serdika_bot" in page
    assert "t" * 60 not in page
    assert BOT not in page
    assert client.post(address, {"do": "keep", "kind": "bot", "secret": "x"}).status_code == 422
    client.post(address, {"do": "remove", "kind": "discord"})
    assert [each.kind for each in Channel.objects.all()] == ["bot"]


def test_channels_page_returns_404_for_strangers(client):
    club = make_club()
    client.force_login(make_user("stranger"))
    assert client.get(reverse("manage_club_channels", args=[club.pk])).status_code == 404


def test_missing_libraries_mark_sending_failed(there, monkeypatch):
    tournament = drawn()
    save_channel(club=tournament.club, kind="discord", secret=WEBHOOK, site=SITE)
    monkeypatch.setattr("tournaments.notifications.people.senders.has_libraries", lambda: False)
    publish_draw(tournament=tournament)
    run_jobs()
    assert states(tournament) == [("failed", "library")]


def test_channel_keys_are_not_logged(there, caplog):
    caplog.set_level("DEBUG")
    tournament = drawn()
    with_bot(tournament.club)
    save_channel(club=tournament.club, kind="discord", secret=WEBHOOK, site=SITE)
    there.answers["/api/webhooks/"] = [401]
    publish_draw(tournament=tournament)
    run_jobs()
    assert there.paths("/api/webhooks/")
    assert "t" * 60 not in caplog.text
    assert BOT not in caplog.text


def test_channel_form_field_ids_are_unique(client):
    tournament = drawn()
    client.force_login(director_of(tournament))
    address = reverse("manage_club_channels", args=[tournament.club.pk])
    page = client.post(address, {"kind": "discord", "do": "keep"}).content.decode()
    names = re.findall(r' id="([^"]+)"', page)
    assert sorted(names) == sorted(set(names))
    assert 'href="#discord-secret"' in page
