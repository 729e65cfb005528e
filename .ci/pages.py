"""What the site has besides docs/: the READMEs as its front pages, and every file outside docs/ that a page links to.

Links are written as the repository has them, so that they work where the repository is read. Here a link that leaves
docs/ leads to a page that shows the file, and nothing leads out of the site.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

_FRONT_PAGES = {"README.md": "index.md", "README.ja.md": "index.ja.md"}
_LINK = re.compile(r"(?<=\]\()(?P<target>[^)#\s:]+)(?=[)#])")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
_LANGUAGES = {".md": "", ".py": "python", ".yaml": "yaml", ".toml": "toml", ".lark": "text", ".tsv": "text"}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The files of docs/, the front pages, the list of decisions, and a page for each linked file elsewhere."""
    root, docs = _root(config), Path(config.docs_dir)
    for readme, page in _FRONT_PAGES.items():
        files.append(File.generated(config, page, content=(root / readme).read_text(encoding="utf-8")))
    decisions = sorted((docs / "decisions").glob("[0-9]*.md"))
    listed = "".join(f"- [{_title(one)}]({one.name})\n" for one in decisions)
    files.append(File.generated(config, "decisions/index.md", content=f"# Decisions\n\n{listed}"))
    pages = [*docs.rglob("*.md"), *(root / one for one in _FRONT_PAGES)]
    for one in sorted({one for page in pages for one in _linked(page)}):
        if one.is_relative_to(root) and not one.is_relative_to(docs) and one.is_file() and one.suffix in _LANGUAGES:
            uri = _page(one, root)
            if uri not in _FRONT_PAGES.values():
                files.append(File.generated(config, uri, content=_shown(one, root)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The text of a page, each link to a file of the repository as one to its page on the site."""
    root, docs, here = _root(config), Path(config.docs_dir), PurePosixPath(page.file.src_uri)
    source = {page: root / readme for readme, page in _FRONT_PAGES.items()}.get(str(here), docs / here)

    def on_site(link: re.Match[str]) -> str:
        target = _target(source, link["target"])
        if not target.is_relative_to(root) or here.parts[0] == "repository":
            return link["target"]
        if target.is_dir():
            target /= "README.md" if (target / "README.md").exists() else "index.md"
        uri = str(target.relative_to(docs)) if target.is_relative_to(docs) else _page(target, root)
        return "/".join([*[".."] * (len(here.parts) - 1), uri]) if files.get_file_from_path(uri) else link["target"]

    return _LINK.sub(on_site, markdown)


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).resolve().parent


def _target(page: Path, link: str) -> Path:
    return (page.parent / link).resolve()


def _linked(page: Path) -> set[Path]:
    return {_target(page, link["target"]) for link in _LINK.finditer(page.read_text(encoding="utf-8"))}


def _page(file: Path, root: Path) -> str:
    """The page of a file outside docs/."""
    path = str(file.relative_to(root))
    return _FRONT_PAGES.get(path, f"repository/{path}.md")


def _title(page: Path) -> str:
    found = _TITLE.search(page.read_text(encoding="utf-8"))
    return found[1] if found else page.stem


def _shown(file: Path, root: Path) -> str:
    """The file as a page that the search leaves out."""
    text, language = file.read_text(encoding="utf-8"), _LANGUAGES[file.suffix]
    body = f"# {file.relative_to(root)}\n\n```````{language}\n{text}\n```````\n" if language else text
    return f"---\nsearch: {{exclude: true}}\nhide: [toc]\n---\n\n{body}"
