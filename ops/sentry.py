"""Error reports to Sentry if configured; without personal data."""

from typing import TYPE_CHECKING, Final

from django.core.exceptions import ImproperlyConfigured

from ops.redaction import redact

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

PERSONAL: Final = ("user", "server_name", "breadcrumbs")
REQUEST_KEYS: Final = ("method", "url")
"""Nothing else is sent: no cookies, headers, IP addresses, query strings or bodies."""


def start_sentry(address: str) -> None:
    """Start Sentry; raises ImproperlyConfigured if the library is missing."""
    try:
        import sentry_sdk
    except ImportError as error:
        words = (
            "SENTRY_DSN is set, but sentry-sdk is not installed: pip install 'sentry-sdk>=2.30'."
        )
        raise ImproperlyConfigured(words) from error
    sentry_sdk.init(
        dsn=address,
        include_local_variables=False,
        max_request_body_size="never",
        traces_sample_rate=0.0,
        before_send=without_secrets,
    )


def without_secrets(event: "Event", _hint: "Hint") -> "Event":
    """Error report without personal data, and without secrets in URLs."""
    report: dict[str, object] = dict(event)
    for name in PERSONAL:
        report.pop(name, None)
    request = report.get("request")
    if isinstance(request, dict):
        report["request"] = {name: request[name] for name in REQUEST_KEYS if name in request}
    return scrub(report)  # type: ignore[return-value]


def scrub(told: object) -> object:
    """Redact secrets at any depth."""
    if isinstance(told, str):
        return redact(told)
    if isinstance(told, dict):
        return {name: scrub(value) for name, value in told.items()}
    if isinstance(told, list | tuple):
        return [scrub(value) for value in told]
    return told
