"""Cost of a first visit on a phone: bytes, requests and largest paint of public pages.

    python -m benchmarks.weight [--against COMMIT] [--times 3]

Runs the demo on its own port and folder, and opens pages with an empty cache: CPU four
times slower, 1.6 Mbit/s, 150 ms latency. Paint and shift are medians. --against also
measures the demo of that commit. Browser: CHROMIUM, or one on the PATH.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from benchmarks.public import free_port
from config.processes import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ROOT: Final = Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 390, 844
NETWORK_CONDITIONS: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
CPU_SLOWDOWN: Final = 4
PAGES: Final = {
    "home": "/{language}/",
    "tournaments": "/{language}/tournaments/",
    "standings": "/{language}/t/{ended}/standings/",
    "standings, live": "/{language}/t/{live}/",
    "pair": "/{language}/t/{ended}/team/1/",
    "board": "/{language}/t/{ended}/board/8/",
    "boards": "/{language}/t/{ended}/boards/",
    "round": "/{language}/t/{ended}/round/1/",
    "club": "/{language}/club/1/",
    "archive": "/{language}/club/1/archive/",
    "ratings": "/{language}/club/1/players/",
    "player": "/{language}/player/{player}/",
    "season": "/{language}/season/{season}/",
    "story": "/{language}/t/{ended}/",
    "figures": "/{language}/t/{ended}/figures/",
    "share": "/{language}/t/{ended}/share/",
    "calculator": "/{language}/calculator/",
    "replay": "/{language}/replay/new/",
    "simulations": "/{language}/simulations/",
    "deals": "/{language}/deals/",
}
LANGUAGES: Final = ("en", "bg", "hr")
OBSERVER_SCRIPT: Final = """
  window.paint = 0; window.shift = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.paint = each.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
  }).observe({ type: "layout-shift", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Visit:
    size: int
    requests: int
    paint: float
    shift: float


def visit(browser: Browser, address: str) -> Visit:
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, device_scale_factor=2, is_mobile=True
    )
    page = context.new_page()
    line = context.new_cdp_session(page)
    sizes: dict[str, float] = {}

    def begin(told: dict[str, str]) -> None:
        sizes.setdefault(told["requestId"], 0)

    def end(told: dict[str, str]) -> None:
        sizes[told["requestId"]] = float(told["encodedDataLength"])

    line.on("Network.requestWillBeSent", begin)
    line.on("Network.loadingFinished", end)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", NETWORK_CONDITIONS)
    line.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    page.add_init_script(OBSERVER_SCRIPT)
    page.goto(address, wait_until="load")
    page.wait_for_timeout(1500)
    paint, shift = page.evaluate("[window.paint, window.shift]")
    context.close()
    return Visit(int(sum(sizes.values())), len(sizes), paint / 1000, shift)


def visits(base: str, times: int) -> dict[str, Visit]:
    from playwright.sync_api import sync_playwright

    codes = codes_of(base)
    measured = {}
    with sync_playwright() as play:
        browser = launch_browser(play)
        for language in LANGUAGES:
            for name, address in PAGES.items():
                url = base + address.format(language=language, **codes)
                urllib.request.urlopen(url).close()
                seen = [visit(browser, url) for _ in range(times)]
                measured[f"{name}, {language}"] = median_of(seen)
        browser.close()
    return measured


def launch_browser(play: Playwright) -> Browser:
    names = [os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    path = next((path for name in names if name and (path := shutil.which(name))), None)
    return play.chromium.launch(executable_path=path, args=["--no-sandbox"])


def median_of(seen: list[Visit]) -> Visit:
    return Visit(
        int(statistics.median(each.size for each in seen)),
        int(statistics.median(each.requests for each in seen)),
        statistics.median(each.paint for each in seen),
        statistics.median(each.shift for each in seen),
    )


def codes_of(base: str) -> dict[str, str]:
    with urllib.request.urlopen(f"{base}/api/v1/tournaments/") as answer:
        listed = json.load(answer)["results"]
    by_state = {each["state"]: each["code"] for each in listed}
    codes = {"ended": by_state["finished"], "live": by_state["playing"]}
    # A worker creates ratings after the demo has started.
    wait_for(f"{base}/en/club/1/players/", lambda: True, 120)
    for key, place in (("season", ""), ("player", "players/")):
        with urllib.request.urlopen(f"{base}/en/club/1/{place}") as answer:
            found = re.search(rf'href="/en/{key}/([^/"]+)/"', answer.read().decode())
        assert found, f"the demo shows no {key}"
        codes[key] = found[1]
    return codes


@contextlib.contextmanager
def demo(tree: Path, folder: str) -> Iterator[str]:
    """Run the demo of a checkout; yield its base URL."""
    port = free_port()
    command = [sys.executable, "manage.py", "demo", "--port", str(port), "--data-dir", folder]
    left_out = {"DATABASE_URL", "REDIS_URL", "BROKER_URL", "DATA_DIR", "STATIC_HASHES"}
    environment = {name: value for name, value in os.environ.items() if name not in left_out}
    process = subprocess.Popen(
        command,
        cwd=tree,
        env={**environment, "BELOT_BOOTSTRAP": "off"},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        if not wait_for(f"http://127.0.0.1:{port}/health/", lambda: not process.poll(), 300):
            raise SystemExit("The demo did not start.")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


@contextlib.contextmanager
def checkout(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        subprocess.run(
            ["git", "worktree", "add", "-q", "--detach", tree, commit], cwd=ROOT, check=True
        )
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def measured_in(tree: Path, times: int) -> dict[str, Visit]:
    with tempfile.TemporaryDirectory() as folder, demo(tree, folder) as base:
        return visits(base, times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--against", metavar="COMMIT")
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    tables = []
    if options.against:
        with checkout(options.against) as tree:
            tables.append(measured_in(tree, options.times))
    tables.append(measured_in(ROOT, options.times))
    print(f"{'':24}" + f"{'kB':>8}{'requests':>10}{'paint, s':>10}{'shift':>8}" * len(tables))
    for name in tables[-1]:
        print(f"{name:24}" + "".join(line_of(table[name]) for table in tables))


def line_of(seen: Visit) -> str:
    return f"{seen.size / 1000:8.0f}{seen.requests:10}{seen.paint:10.2f}{seen.shift:8.3f}"


if __name__ == "__main__":
    main()
