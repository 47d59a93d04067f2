import re
import shutil
import subprocess

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

from web import bundles
from web.bundle_builder import JoinError, joined_modules, joined_styles
from web.bundle_contents import SCRIPTS, STYLESHEETS


@pytest.fixture
def folder(tmp_path):

    def of(texts: dict[str, str]):
        for name, text in texts.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return lambda name: tmp_path / name

    return of


def test_joined_styles_keep_order_without_comments_and_indents(folder):
    find = folder(
        {
            "a.css": "/* why */\n@layer x {\n  p {\n    top: 0;\n  }\n}\n",
            "b.css": "i { left: 0; }\n",
        }
    )
    joined = joined_styles(["b.css", "a.css"], "made", find)
    assert joined == "i { left: 0; }\n@layer x {\np {\ntop: 0;\n}\n}"


def test_joined_styles_rewrite_relative_urls(folder):
    find = folder({"css/part/a.css": 'p { background: url("../../img/x.svg"), url("data:,y"); }'})
    joined = joined_styles(["css/part/a.css"], "made", find)
    assert joined == 'p { background: url("../img/x.svg"), url("data:,y"); }'


FIRST = """/* A. */

import { two, one as uno } from "./b.js";
import "./c.js";
log(two, uno);
"""
SECOND = """import { log } from "./c.js";
export const one = 1;
export function two() {}
"""
THIRD = "export async function log() {}\n"
JOINED = """const m0 = (() => {
async function log() {}
return { log };
})();
const m1 = (() => {
const { log } = m0;
const one = 1;
function two() {}
return { one, two };
})();
(() => {
const { two, one: uno } = m1;
log(two, uno);
})();"""


def test_joined_modules_run_once_after_their_imports(folder):
    find = folder({"a.js": FIRST, "b.js": SECOND, "c.js": THIRD})
    assert joined_modules(["a.js", "c.js"], find) == JOINED


@pytest.mark.parametrize(
    "text",
    [
        "export let changing = 1;\n",
        "export default 1;\n",
        'import * as all from "./b.js";\n',
        'const later = import("./b.js");\n',
        "await something();\n",
        'export { x } from "./b.js";\n',
    ],
)
def test_unsupported_module_syntax_raises_join_error(folder, text):
    with pytest.raises(JoinError):
        joined_modules(["a.js"], folder({"a.js": text, "b.js": "export const x = 1;\n"}))


def test_circular_imports_raise_join_error(folder):
    find = folder({"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'})
    with pytest.raises(JoinError):
        joined_modules(["a.js"], find)


@pytest.mark.parametrize("name", sorted(bundles.BUNDLES))
def test_every_bundle_is_found_and_contains_its_sources(name):
    kind = name.removeprefix("bundles/").rsplit(".", 1)[0]
    with open(finders.find(name), encoding="utf-8") as file:
        text = file.read()
    if name.endswith(".css"):
        layers = sum(
            bundles.source(f"css/{each}.css").read_text().count("@layer")
            for each in STYLESHEETS[kind]
        )
        assert text.count("@layer") == layers
        assert text.count("{") == text.count("}")
    elif kind in SCRIPTS:
        assert len(re.findall(r"^(?:const m\d+ = )?\(\(\) => \{$", text, re.M)) >= len(
            SCRIPTS[kind]
        )
    else:
        assert (kind, text.startswith("var htmx=")) == ("htmx", True)


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
@pytest.mark.parametrize("kind", sorted(SCRIPTS))
def test_joined_script_is_valid_javascript(kind):
    command = ["node", "--input-type=module", "--check"]
    subprocess.run(command, input=bundles.scripts_of(kind).encode(), check=True)


def test_every_url_in_joined_styles_is_a_static_file():
    for kind in STYLESHEETS:
        for path in re.findall(r'url\("\.\./([^"]+)"\)', bundles.styles_of(kind)):
            assert finders.find(path), path


def test_bundle_is_rebuilt_only_when_its_source_changed(tmp_path, monkeypatch):
    made = tmp_path / "made"
    bundles.build_all(made)
    target = made / "bundles" / "bare.css"
    first = target.stat().st_mtime_ns
    bundles.build_all(made)
    assert target.stat().st_mtime_ns == first
    target.write_text("old")
    monkeypatch.setattr(bundles, "built_states", {})
    bundles.build_all(made)
    assert target.read_text() == bundles.styles_of("bare")
    assert (made / "bundles" / "bare.css.br").exists()


def test_compressed_bundles_are_listed_only_without_hashing(settings):
    settings.HASHED_STATIC = True
    names = [name for name, _storage in bundles.BundleFinder().list([])]
    assert names == list(bundles.BUNDLES)
    settings.HASHED_STATIC = False
    assert len(list(bundles.BundleFinder().list([]))) == 3 * len(names)


def test_bundle_finder_finds_only_bundles():
    assert bundles.BundleFinder().find("css/base.css") is None
    assert bundles.BundleFinder().find("bundles/../secret_key") is None
    assert staticfiles_storage.url("bundles/public.css") == "/static/bundles/public.css"


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_bundle_is_sent_compressed(client, encoding):
    answer = client.get("/static/bundles/public.css", headers={"accept-encoding": encoding})
    assert answer["Content-Encoding"] == encoding
    assert sum(map(len, answer.streaming_content)) < 20_000
