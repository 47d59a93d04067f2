import os
import re
import subprocess
import sys

from django.conf import settings

ROOT = settings.BASE_DIR


def documented_settings() -> dict[str, str]:
    """Variables of the example, with real values for placeholders."""
    text = (ROOT / "docs/operations.md").read_text()
    block = text.split("## On the open internet")[1].split("```")[1]
    found = dict(re.findall(r"^([A-Z_]+)=(\S+)", block, re.MULTILINE))
    found["SECRET_KEY"] = "x7Qd-" * 12 + "9fKa_wLm"
    return {name: value.replace("…", "secret") for name, value in found.items()}


def run_deploy_check(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING", *options],
        cwd=ROOT,
        env={**kept, "BELOT_BOOTSTRAP": "off", **documented_settings(), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_documented_settings_pass_the_deploy_check():
    found = run_deploy_check()
    assert found.returncode == 0, found.stdout + found.stderr
    assert "no issues" in found.stdout + found.stderr


def test_missing_https_setting_fails_the_deploy_check():
    process = run_deploy_check("--tag", "security", HTTPS_ONLY="off")
    assert process.returncode == 1
    assert "security.W008" in process.stderr
