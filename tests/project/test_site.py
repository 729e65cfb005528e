"""The documentation as a site: it is built without a warning, loads nothing from elsewhere, and is searched in two languages."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import quote

import pytest

ROOT = Path(__file__).parents[2]
LOADING = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "iframe": ("src", "srcdoc"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "use": ("href", "xlink:href"),
}
FOR_MACHINES = {"canonical", "prev", "next", "alternate"}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The finished build: what was said, and the folder."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    said = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, **nowhere, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    return said, folder


@pytest.fixture(scope="module")
def pages(built):
    return {
        path.relative_to(built[1]).as_posix(): path.read_text(encoding="utf-8") for path in built[1].rglob("*.html")
    }


class Loads(HTMLParser):
    """The addresses that a page loads by itself, and those of its links."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.links, self.ids = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        self.ids.add(given.get("id"))
        if tag == "a":
            self.links.append(given.get("href", ""))
        if not (tag == "link" and given.get("rel") in FOR_MACHINES):
            self.loads += [given[name] for name in LOADING.get(tag, ()) if name in given]


def test_it_is_built_without_a_warning(built):
    """Links and their anchors are looked at by the build too."""
    said, _ = built
    assert said.returncode == 0, said.stderr
    assert re.findall(r"WARNING|ERROR|does not contain an anchor|not found", said.stderr) == []


def test_every_page_of_the_docs_is_there(pages):
    written = {
        path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for path in (ROOT / "docs").rglob("*.md")
    }
    written = {re.sub("README.html$", "index.html", name) for name in written}
    assert sorted(written - pages.keys()) == []
    assert {"index.html", "index.ja.html", "decisions/index.html"} <= pages.keys()


def test_nothing_is_loaded_from_elsewhere(built, pages):
    """Neither by a page nor by a style sheet; the theme would fetch what draws diagrams, and no page has one."""
    loaded = {name: [one for one in Loads(text).loads if "//" in one] for name, text in pages.items()}
    assert {name: found for name, found in loaded.items() if found} == {}
    styles = [path.read_text(encoding="utf-8") for path in built[1].rglob("*.css")]
    assert styles
    assert [
        found for text in styles for found in re.findall(r"(?:url\(|@import)[\"' ]*(?:https?:)?//[^)]*", text)
    ] == []
    assert [
        name for name, text in pages.items() if "mermaid" in re.sub("<script.*?</script>", "", text, flags=re.S)
    ] == []


def test_links_stay_on_the_site_or_are_addresses(built, pages):
    """A file outside docs/ has a page that shows it."""
    _, folder = built
    for name, text in pages.items():
        for link in Loads(text).links if name != "404.html" else ():
            address, _, anchor = link.partition("#")
            if re.match(r"https?:|mailto:", link):
                continue
            target = (folder / name).parent / address if address else folder / name
            assert target.exists(), f"{name}: {link}"
            if anchor and target.suffix == ".html":
                there = pages[target.resolve().relative_to(folder.resolve()).as_posix()]
                assert anchor in Loads(there).ids, f"{name}: {link}"


def test_a_file_of_the_repository_has_a_page(pages):
    """Not in the search, which is for what explains."""
    text = pages["repository/models/rulings/A01.yaml.html"]
    assert "models/rulings/A01.yaml" in text
    assert "ruling:" in re.sub("<[^>]+>", "", text)


def test_the_search_knows_english_and_japanese(built):
    """All that it needs is on the site, the index also as a script, for pages that are opened from a folder."""
    _, folder = built
    index = json.loads((folder / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert index["config"]["lang"] == ["en", "ja"]
    words = folder / "assets" / "javascripts" / "lunr"
    assert (words / "min" / "lunr.ja.min.js").is_file()
    assert (words / "tinyseg.js").is_file()
    assert (folder / "search" / "search_index.js").is_file()
    texts = {one["location"].partition("#")[0]: one["text"] for one in index["docs"]}
    assert "first-board.html" in texts
    assert any("手札枚数調整" in one["text"] for one in index["docs"] if one["location"].startswith("index.ja.html"))
    assert not any(location.startswith("repository/") for location in texts)


@pytest.mark.parametrize(
    ("words", "pages"),
    [("compelled", {"index.html", "procedure.html"}), ("優先権", {"index.ja.html", "first-board.ja.html"})],
)
def test_pages_opened_from_a_folder_are_searched(words, pages, built, browser):
    """Without a server, and without asking anybody for anything."""
    page, asked, wrong = browser.new_page(), [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.set_default_timeout(60_000)
    page.goto(f"{(built[1] / 'index.html').as_uri()}?q={quote(words)}")
    page.locator(".md-search-result__link").first.wait_for(state="attached")
    found = [link.get_attribute("href") for link in page.locator(".md-search-result__link").all()]
    assert pages & {re.split("[?#]", address)[0].rpartition("/")[2] for address in found}
    assert wrong == []
    assert [address for address in asked if not address.startswith(("file:", "data:", "blob:"))] == []
