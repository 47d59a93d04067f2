"""Settings from the environment; invalid values raise.

Without variables the project runs embedded: SQLite, a file broker and its own secret, all
below ``DATA_DIR``. ``docs/operations.md`` lists every variable.
"""

from pathlib import Path
from typing import Any

import django_stubs_ext
from csp.constants import NONCE, NONE, SELF
from django.conf import global_settings
from django.contrib.messages import constants as messages
from django.core.exceptions import ImproperlyConfigured

from config.databases import database_at
from config.environment import (
    BASE_DIR,
    PUSH_SERVICES,
    address_of,
    env,
    load_secret,
    messenger_url,
    networks,
    one_of,
    push_key,
    server_address,
    whole_number,
    whole_numbers,
    whole_seconds,
)
from config.logs import log_settings
from config.schedules import BACKUP_SCHEDULE, beat_schedule
from ops.metrics_directory import set_metrics_folder

django_stubs_ext.monkeypatch()  # evaluates annotations such as ModelAdmin[Job]

# Locations ------------------------------------------------------------------------------

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data"))).resolve()
KERNEL_CACHE_DIR = Path(env.str("KERNEL_CACHE_DIR", default=str(DATA_DIR / "kernel"))).resolve()
KERNEL = one_of("KERNEL", "auto", ("auto", "off"))
KERNEL_CPU = one_of("KERNEL_CPU", "host", ("host", "portable"))
shipped: str = env.str("KERNEL_SHIPPED_DIR", default="")
KERNEL_SHIPPED_DIR = Path(shipped) if shipped else None
DATABASE_URL: str = env.str("DATABASE_URL", default="")
REDIS_URL = server_address("REDIS_URL", "redis://", "rediss://", "unix://")
NCHAN_URL = server_address("NCHAN_URL", "http://", "https://")
PUBLIC_URL: str = env.str("PUBLIC_URL", default="").rstrip("/")
EMBEDDED = not DATABASE_URL

DEBUG: bool = env.bool("DEBUG", default=False)
SECRET_KEY: str = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if not EMBEDDED and not DEBUG:
        raise ImproperlyConfigured("SECRET_KEY must be set when DATABASE_URL is set.")
    SECRET_KEY = load_secret(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=["*"] if EMBEDDED else [])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# Only they can set client address and https; see web/proxy.py.
TRUSTED_PROXIES = networks("TRUSTED_PROXIES")
if PUBLIC_URL.startswith("https://"):
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = whole_number("HSTS_SECONDS", 0, 0, 63_072_000)
    SECURE_SSL_REDIRECT: bool = env.bool("HTTPS_ONLY", default=False)
    SECURE_REDIRECT_EXEMPT = [r"^health/"]  # probes ask the process itself

# Applications ---------------------------------------------------------------------------

INSTALLED_APPS = [
    "config",
    "api",
    "tournaments",
    "games",
    "ops",
    "jobs",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "knox",
    "rest_framework",
    "rules.apps.AutodiscoverRulesConfig",
]
MIDDLEWARE = [
    "web.request_metrics.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "web.time_zones.TimeZoneMiddleware",
    "web.public_cache.PublicPageMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "web.languages.LanguageMiddleware",
    "web.languages.AppendSlashMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tournaments.accounts.adapters.PinAccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.error_responses.RefusalMiddleware",
    "web.limits.RateLimitMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Levels are named like the notices that show them.
MESSAGE_TAGS = {
    messages.DEBUG: "info",
    messages.INFO: "info",
    messages.SUCCESS: "ok",
    messages.WARNING: "warn",
    messages.ERROR: "bad",
}
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["games.templatetags.dates", "games.templatetags.signs"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.display.display",
                "web.context_processors.page_urls",
            ],
        },
    }
]

# Database, cache and background work ----------------------------------------------------

# Seconds to wait for a PostgreSQL connection (a fair queue) or SQLite's lock (unfair).
DATABASE_WAIT = whole_number("DATABASE_WAIT", 20 if EMBEDDED else 5, 1, 60)

DATABASES = {"default": database_at(DATABASE_URL, DATA_DIR, DATABASE_WAIT)}


def cache(name: str, most_in_memory: int) -> dict[str, object]:
    in_redis = {"BACKEND": "config.caches.RedisOrMemory", "LOCATION": REDIS_URL}
    in_memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    backend = in_redis if REDIS_URL else in_memory
    return {**backend, "KEY_PREFIX": name, "OPTIONS": {"MAX_ENTRIES": most_in_memory}}


# Pages are large and short-lived: they must not evict rate-limit counts.
CACHES = {"default": cache("pages", 1_000), "counts": cache("counts", 20_000)}

FILES_BROKER = "filesystem://localhost//"
CELERY_BROKER_URL: str = env.str("BROKER_URL", default="") or REDIS_URL or FILES_BROKER
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if CELERY_BROKER_URL == FILES_BROKER:
    broker = DATA_DIR / "broker"
    for folder in ("queue", "control"):
        (broker / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(broker / "queue"),
        "data_folder_out": str(broker / "queue"),
        "control_folder": str(broker / "control"),
        # The default polls once a second: one task a second.
        "polling_interval": 0.05,
    }
elif CELERY_BROKER_URL.startswith(("redis", "unix")):
    # A silent Redis must not block a worker or the wake-up thread for ever.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 2.0,
        "socket_timeout": 5.0,
        "socket_keepalive": True,
    }
    # Messages wait in Redis until a process is free, so that an idle worker can take them.
    CELERY_WORKER_DISABLE_PREFETCH = True
CELERY_TASK_DEFAULT_QUEUE: str = env.str("QUEUE", default="belot")
CELERY_TASK_IGNORE_RESULT = True
# The job row, its lease and the sweep cover a dead worker; see docs/adr/0002.
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# No immediate retry: the job row exists, the sweeper wakes it.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_TIMEZONE = "UTC"
JOB_LEASE_SECONDS = whole_number("JOB_LEASE_SECONDS", 15, 2, 3600)
JOB_SWEEP_SECONDS = whole_number("JOB_SWEEP_SECONDS", 5, 1, 3600)
WORKER_PULSE_FILE: str = env.str("WORKER_PULSE_FILE", default="")  # for its health check
BOARD_ANALYSIS = env.bool("BOARD_ANALYSIS", default=True)  # minutes each without the compiler
# Webhooks: the private networks that they can reach (default: none), and seconds between
# attempts.
WEBHOOK_NETWORKS = networks("WEBHOOK_NETWORKS")
WEBHOOK_RETRIES = whole_seconds("WEBHOOK_RETRIES", [10, 60, 300, 1800, 7200, 21_600, 86_400])
JOB_KEEP = whole_numbers("JOB_KEEP", (7, 90, 365))
CELERY_BEAT_SCHEDULER = "config.schedules:SteadyScheduler"
CELERY_BEAT_SCHEDULE = beat_schedule(float(JOB_SWEEP_SECONDS))

# Backups --------------------------------------------------------------------------------

BACKUP_TO: str = env.str("BACKUP_TO", default="")
BACKUP_HOURS = whole_number("BACKUP_HOURS", 24, 1, 168)
BACKUP_KEEP = whole_numbers("BACKUP_KEEP", (7, 5, 12))
BACKUP_S3_ENDPOINT: str = env.str("BACKUP_S3_ENDPOINT", default="")
if BACKUP_TO:
    CELERY_BEAT_SCHEDULE |= BACKUP_SCHEDULE

# People and languages -------------------------------------------------------------------

LANGUAGES = [
    ("bg", "Български"),
    ("en", "English"),
    ("fr", "Français"),
    ("hr", "Hrvatski"),
    ("nl", "Nederlands"),
]
LANGUAGE_CODE = one_of("LANGUAGE_CODE", "en", tuple(code for code, _name in LANGUAGES))
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = USE_TZ = True
# Bulgarian has no grouping rule of its own and wrote 20000.
NUMBER_GROUPING = 3
TIME_ZONE = env.str("TIME_ZONE", default="Europe/Sofia")
SITE_NAME: str = env.str("SITE_NAME", default="")
# The operator, named on the contact and privacy pages.
RESPONSIBLE_NAME: str = env.str("RESPONSIBLE_NAME", default="")
RESPONSIBLE_ADDRESS: str = env.str("RESPONSIBLE_ADDRESS", default="")
RESPONSIBLE_PHONE: str = env.str("RESPONSIBLE_PHONE", default="")
RESPONSIBLE_EMAIL = address_of(env.str("RESPONSIBLE_EMAIL", default=""))

AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 8},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# Who can create an account: all visitors, invited ones, none.
SIGN_UP = one_of("SIGN_UP", "open", ("open", "invited", "closed"))
# A hall's installation sends no mail: it requires no address.
EMAIL_CONFIRMATION: bool = env.bool("EMAIL_CONFIRMATION", default=False)
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_CONFIRMATION else "none"
_email = "email*" if EMAIL_CONFIRMATION else "email"
ACCOUNT_SIGNUP_FIELDS = ["username*", _email, "password1*", "password2*"]
ACCOUNT_ADAPTER = "tournaments.accounts.adapters.AccountAdapter"
# "key" is an account and an address: see tournaments/accounts/adapters.py.
ACCOUNT_RATE_LIMITS = {
    "login_failed": "5/m/key,50/h/key,30/m/ip,300/h/ip",
    "login": "60/m/ip",
    "signup": "20/m/ip,200/d/ip",
}
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # visitors could send mail to strangers
# MFA and passkeys are optional.
MFA_ADAPTER = "tournaments.accounts.adapters.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME or "Belot"
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_CONFIRMATION
# Rate limits; off only to measure.
LIMITS: bool = env.bool("LIMITS", default=True)
# A laptop without internet (`manage.py hall`): a page for the wall, and a PIN.
HALL: bool = env.bool("HALL", default=False)
LOGIN_URL, LOGIN_REDIRECT_URL = "account_login", "manage_home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="belot@localhost")
VAPID_PRIVATE_KEY = push_key("VAPID_PRIVATE_KEY", DATA_DIR / "vapid_key" if EMBEDDED else None)
PUSH_HOSTS: list[str] = env.list("PUSH_HOSTS", default=PUSH_SERVICES)
TELEGRAM_URL, DISCORD_URL = messenger_url("TELEGRAM_URL"), messenger_url("DISCORD_URL")
MESSAGES_A_DAY = whole_number("MESSAGES_A_DAY", 40, 1, 1000)

# Files, headers and the API -------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
STATIC_MADE = DATA_DIR / "made"  # by web/bundles.py
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [*global_settings.STATICFILES_FINDERS, "web.bundles.BundleFinder"]
if EMBEDDED:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# Hashed files are collected and cached for ever; others are served from their sources.
HASHED_STATIC: bool = env.bool("STATIC_HASHES", default=not EMBEDDED and not DEBUG)
WHITENOISE_USE_FINDERS = not HASHED_STATIC
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HASHED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
CSRF_FAILURE_VIEW = "web.error_responses.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# Bytes of a request with its files, which stay in memory.
MOST_BYTES = FILE_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "EXCLUDE_URL_PREFIXES": ("/api/v1/docs",),
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "web.token_authentication.PersonalTokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["api.scopes.TokenScopePermission"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "api.pagination.TournamentPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "DEFAULT_THROTTLE_CLASSES": ["web.limits.ApiThrottle"],
    "NUM_PROXIES": 0,
}
KNOX_TOKEN_MODEL = "tournaments.PersonalToken"
# Its migrations would create a second table, which is not emptied with the users.
MIGRATION_MODULES: dict[str, str | None] = {"knox": None}
# People and secret scanners recognise tokens by the prefix.
REST_KNOX = {"AUTH_HEADER_PREFIX": "Bearer", "TOKEN_PREFIX": "belot_"}
DRF_STANDARDIZED_ERRORS = {"EXCEPTION_HANDLER_CLASS": "api.exception_handler.ApiExceptionHandler"}
SPECTACULAR_SETTINGS = {
    "TITLE": "Belot tournaments",
    "VERSION": "1",
    "DESCRIPTION": "Tournaments, seatings, boards, results and standings of duplicate belot.",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PATH_CONVERTER_OVERRIDES": {
        "int": {"type": "integer", "minimum": 0},
        "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.schema.with_null_types",
        "api.webhook_schema.add_webhooks",
    ],
    "ENUM_NAME_OVERRIDES": {
        "JobStateEnum": "jobs.models.Job.State",
        "TournamentStateEnum": "tournaments.models.Tournament.State",
        "SideEnum": "tournaments.models.seating.Seat.Side",
        "PrizeWayEnum": "tournaments.models.cash.PrizePlan.Way",
        "NoticeWayEnum": "api.views.notifications.WAYS",
    },
}
# W005 and W021: one host does not speak for other subdomains.
SILENCED_SYSTEM_CHECKS = ["models.W042", "security.W005", "security.W021"]

LOG_LEVEL = one_of("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
# For a screen, or one JSON object a line.
LOG_FORMAT = one_of("LOG_FORMAT", "lines" if EMBEDDED else "json", ("lines", "json"))
LOGGING = log_settings(LOG_LEVEL, LOG_FORMAT)

# Monitoring -----------------------------------------------------------------------------

METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
METRICS_FROM = networks("METRICS_FROM")
if METRICS_TOKEN or METRICS_FROM:
    set_metrics_folder(DATA_DIR)
SENTRY_DSN: str = env.str("SENTRY_DSN", default="")
