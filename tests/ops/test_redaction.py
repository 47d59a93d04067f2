"""Logs contain no address that grants access."""

from django.urls import get_resolver

from ops.redaction import redact

SECRET_PARAMETERS = {"token", "secret", "link", "follower", "key"}
KEY = "s3cr3t-_Ab9"


def secret_addresses() -> dict[str, str]:
    found = {}
    resolver = get_resolver()
    for name in resolver.reverse_dict:
        for [(path, parts)], *_more in resolver.reverse_dict.getlist(name):
            if isinstance(name, str) and SECRET_PARAMETERS & set(parts):
                found[name] = "/" + path % dict.fromkeys(parts, KEY)
    return found


def test_every_url_with_a_secret_is_redacted() -> None:
    asked = secret_addresses()
    assert asked.keys() >= {"table", "signup", "helper", "notices_own", "invitation", "api_table"}
    assert asked.keys() >= {"account_confirm_email", "account_reset_password_from_key"}
    shown = {name: redact(f"GET {path} from here") for name, path in asked.items()}
    assert {name: text for name, text in shown.items() if KEY in text} == {}
    assert shown["helper"] == "GET /h/…/ from here"


def test_public_urls_are_not_redacted() -> None:
    for path in ("/h/at/abcdefg/", "/t/abcdefg/standings/", "/manage/abcdefg/helpers/"):
        assert redact(path) == path
