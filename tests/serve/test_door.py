"""Who is let in, what is told of that, and what every answer says to a browser."""

import json
import re

import pytest
from starlette.testclient import TestClient

from explorer.serve.app import MOST_BYTES, TOKEN, Site, application
from explorer.serve.requests import REQUESTS
from explorer.serve.server import names
from explorer.serve.worker import Answer, answered
from reports.page import laying_page
from tests.questions.asked import library
from tests.serve.desk import REKINDLING, desk

HOST = "127.0.0.1:8374"
HOSTS = (HOST, "localhost:8374", "[::1]:8374")
SECRET = "the token of the page"
HOSTILE = "</script><script>alert(1)</script>"


def client(folder=None, start=REKINDLING, answers=None):
    page = laying_page(library(), token=SECRET, start=start, saves=folder is not None)
    site = Site(page.html, page.policy, SECRET, HOSTS, folder)
    made = application(site, answers or (lambda name, body: answered(desk(), name, body)), REQUESTS)
    return TestClient(made, base_url=f"http://{HOST}", headers={TOKEN: SECRET})


@pytest.fixture
def site():
    """A client of the application, as our page is one."""
    return client()


def sent(site, name, body=None, **how):
    """What is answered to a request, and its message where it is refused."""
    found = site.post(f"/ask/{name}", json=body or {}, **how)
    return found.status_code, found.json().get("error", {}).get("message", "")


def test_the_page(site):
    found = site.get("/")
    assert found.status_code == 200
    assert found.headers["content-type"] == "text/html; charset=utf-8"
    policy = found.headers["content-security-policy"]
    assert re.sub(r"sha256-[\w+/=]+", "DIGEST", policy) == (
        "default-src 'none'; style-src 'DIGEST'; script-src 'DIGEST'; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    assert found.text.count("<script") == 2
    assert SECRET in found.text


def test_what_the_page_begins_with_stays_text():
    found = client(start=f"title: {HOSTILE}\n").get("/")
    assert "alert(1)" in found.text
    assert HOSTILE not in found.text
    assert found.text.count("<script") == 2


@pytest.mark.parametrize("name", REQUESTS)
def test_every_request_is_answered(site, name):
    bodies = {"find": {"text": "Rekindling"}, "open": {"ruling": "A08"}, "lay": {"laid": {"sides": {}}}}
    more = {"claims": {"claims": ["possible: Rekindling in the GY"]}, "why": {"what": "Rekindling is processed"}}
    body = bodies.get(name, {"text": REKINDLING, **more.get(name, {})})
    found = site.post(f"/ask/{name}", json=body)
    assert (found.status_code, found.headers["content-type"]) == (200, "application/json")
    assert "error" not in found.json() or found.json()["error"] is None


def test_what_a_person_wrote_comes_back_as_json_only(site):
    """A page of another site that had it opened as a document would find no document."""
    found = site.post("/ask/read", json={"text": f"turn player:\n  monsters: ['{HOSTILE}']\n"})
    assert found.headers["content-type"] == "application/json"
    assert found.headers["x-content-type-options"] == "nosniff"
    entry = found.json()["laid"]["sides"]["turn player"]["zones"]["monsters"][0]
    assert entry == {"card": HOSTILE, "refused": f"no card is called '{HOSTILE}'"}


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8374",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost.evil.example:8374",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/ask/find", "/favicon.ico", "/nothing"])
def test_another_name_is_not_let_in(site, host, path):
    """A name that points here by DNS rebinding is not ours: not even the page, with its token, is given out."""
    found = site.request("POST" if "ask" in path else "GET", path, headers={"host": host})
    assert found.status_code == 403
    assert found.json()["error"]["message"] == "this is not the name of this place"
    assert SECRET not in found.text


def test_our_names_are_as_browsers_write_them():
    assert names(8374) == HOSTS
    assert names(80) == ("127.0.0.1", "localhost", "[::1]")


@pytest.mark.parametrize("host", HOSTS)
def test_each_of_our_names_is_let_in(site, host):
    assert site.get("/", headers={"host": host}).status_code == 200
    assert site.get("/", headers={"host": host.upper()}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "https://127.0.0.1:8374",
        "http://127.0.0.1:8375",
        "http://127.0.0.1:8374.evil.example",
    ],
)
def test_the_page_of_another_site_is_not_let_in(site, origin):
    assert sent(site, "find", {"text": "x"}, headers={"origin": origin}) == (403, "asked by the page of another site")


@pytest.mark.parametrize("token", ["", "x", SECRET + "x", SECRET[:-1]])
def test_who_has_not_the_token_is_not_let_in(site, token):
    status, message = sent(site, "find", {"text": "x"}, headers={TOKEN: token, "origin": f"http://{HOST}"})
    assert (status, message) == (403, "asked by another page, or by one of an earlier start; load the page again")


def test_our_own_page_is_let_in(site):
    assert sent(site, "find", {"text": "x"}, headers={"origin": f"http://{HOST}"}) == (200, "")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_only_json_is_taken(site, kind):
    """What a form of another site can send without asking first is refused, token or not."""
    assert sent(site, "find", {"text": "x"}, headers={"content-type": kind}) == (415, "JSON is expected")


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/../etc/passwd", 404),
        ("GET", "/%2e%2e/etc/passwd", 404),
        ("GET", "/ask/find", 405),
        ("POST", "/", 405),
        ("DELETE", "/", 405),
        ("POST", "/ask/nothing", 404),
        ("POST", "/ask/save", 404),
        ("POST", "/ask/find/more", 404),
        ("GET", "/favicon.ico", 204),
    ],
)
def test_there_is_nothing_else(site, method, path, status):
    found = site.request(method, path, json={} if method == "POST" else None)
    assert found.status_code == status
    assert "Traceback" not in found.text
    if found.text:
        assert found.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/", "/nothing", "/favicon.ico"])
def test_every_answer_says_what_may_be_done_with_it(site, path):
    headers = site.get(path).headers
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["content-security-policy"].endswith("frame-ancestors 'none'")
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "access-control-allow-origin" not in headers


def test_too_much_is_not_taken(site):
    """Neither where it says how much it is, nor where it does not."""
    large = b'{"text": "' + b"x" * MOST_BYTES + b'"}'
    for content in (large, (large[start : start + 65536] for start in range(0, len(large), 65536))):
        found = site.post("/ask/read", content=content, headers={"content-type": "application/json"})
        assert (found.status_code, found.json()["error"]["message"]) == (413, "more than 500 kB are not taken")
    found = site.post(
        "/ask/read", content=b"{}", headers={"content-type": "application/json", "content-length": "9" * 30}
    )
    assert found.status_code == 413


def test_a_mistake_of_ours_is_told_without_its_traceback(capsys):
    def broken(name, body):
        raise RuntimeError("/home/somebody/secret")

    found = client(answers=broken).post("/ask/find", json={"text": "x"})
    assert (found.status_code, found.json()["error"]["message"]) == (500, "internal error")
    assert found.headers["x-content-type-options"] == "nosniff"
    assert capsys.readouterr().err == "endphase serve: internal error: RuntimeError: /home/somebody/secret\n"


def test_the_answer_of_a_worker_is_passed_on():
    site = client(answers=lambda name, body: Answer.refused(503, f"{name} {body.decode()}"))
    assert sent(site, "walk", {"a": 1}) == (503, 'walk {"a":1}')


def test_saving(tmp_path):
    site = client(folder=tmp_path)
    board = {"name": "a.yaml", "text": REKINDLING, "over": False}
    assert site.post("/ask/save", json=board).json() == {"saved": "a.yaml"}
    assert (tmp_path / "a.yaml").read_text(encoding="utf-8") == REKINDLING
    assert sent(site, "save", board) == (409, "there is a file called a.yaml")
    assert sent(site, "save", {**board, "over": True}) == (200, "")
    assert sent(site, "save", {**board, "name": "../a.yaml"}) == (422, "that is no name for a file")
    for body in ({}, [], {**board, "over": "yes"}, {**board, "name": 1}, {**board, "text": None}):
        assert site.post("/ask/save", json=body).status_code == 400
    assert sent(site, "save", board, headers={TOKEN: ""})[0] == 403
    assert json.dumps(str(tmp_path))[1:-1] not in site.get("/").text
