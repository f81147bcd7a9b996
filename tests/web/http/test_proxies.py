"""Behind a reverse proxy: whose word is believed, under which path the site lies, and where the cookie goes."""

from __future__ import annotations

from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from flask import Flask, request, url_for

from app import create_app
from tests.kit.browser.site import running_site
from tests.kit.for_each import for_each
from tests.kit.web.page import Page
from tests.web.conftest import SECRET, Phone

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HOST = "cards.example"
INSIDE = "10.0.0.2:8000"
PHONE = "203.0.113.7"
ADDED = {"HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PREFIX"}


class ReverseProxy:
    """Asks the site by plain HTTP under a name of its own, without the path; says in headers what it was asked."""

    def __init__(self, site: WSGIApplication, leaves_out: str) -> None:
        self.site = site
        self.added = ADDED - {leaves_out}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        asked = {
            "HTTP_X_FORWARDED_FOR": environ["REMOTE_ADDR"],
            "HTTP_X_FORWARDED_PROTO": environ["wsgi.url_scheme"],
            "HTTP_X_FORWARDED_HOST": environ["HTTP_HOST"],
            "HTTP_X_FORWARDED_PREFIX": environ["SCRIPT_NAME"],
        }
        before = {name: f"{environ[name]}, " for name in asked if name in environ}
        environ |= {name: before.get(name, "") + asked[name] for name in self.added if asked[name]}
        environ |= {"wsgi.url_scheme": "http", "HTTP_HOST": INSIDE, "REMOTE_ADDR": "10.0.0.3", "SCRIPT_NAME": ""}
        return self.site(environ, start_response)


class PhoneBehind(Phone):
    """A phone that comes through so many proxies; it sends along what a browser says of itself."""

    def __init__(self, app: Flask, *, proxies: int = 1, address: str = f"https://{HOST}", leaves_out: str = "") -> None:
        super().__init__(app)
        self.address = address
        scheme, _, rest = address.partition("://")
        self.origin = f"{scheme}://{rest.partition('/')[0]}"
        self.prefix = address.removeprefix(self.origin)
        site = app.wsgi_app
        for _proxy in range(proxies):
            site = ReverseProxy(site, leaves_out)
        self._way = site
        self._app = app

    def asks(self, method: str, address: str, **given: Any) -> Page:
        said = {"Referer": f"{self.address}/", "Sec-Fetch-Site": "same-origin"}
        if method == "POST":
            said["Origin"] = self.origin
        given["headers"] = said | given.get("headers", {})
        direct = self._app.wsgi_app
        self._app.wsgi_app = self._way  # type: ignore[method-assign]
        try:
            return super().asks(
                method,
                address.removeprefix(self.prefix),
                base_url=self.address,
                environ_base={"REMOTE_ADDR": PHONE},
                **given,
            )
        finally:
            self._app.wsgi_app = direct  # type: ignore[method-assign]


def site(folder: Path, **settings: str) -> Flask:
    given = {"DATABASE": str(folder), "SECRET": SECRET} | settings
    app = create_app({f"TAKUROKU_{name}": value for name, value in given.items()})

    @app.get("/told")
    def told() -> dict[str, str | None]:
        return {"address": url_for("home.show", _external=True), "from": request.remote_addr}

    return app


@pytest.fixture(scope="module")
def open_site(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """With nothing set."""
    return site(tmp_path_factory.mktemp("open"))


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return site(tmp_path_factory.mktemp("proxied"), PROXIES="1")


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return site(tmp_path_factory.mktemp("secure"), PROXIES="1", HTTPS="1")


# Whose word is believed.


@for_each(
    "setting, proxies, headers, told",
    [
        ("1", 1, {}, (f"https://{HOST}/", PHONE)),
        ("0", 1, {}, (f"http://{INSIDE}/", "10.0.0.3")),
        # What a phone invents counts for nothing behind a proxy that adds its own.
        (
            "1",
            1,
            {"X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "192.0.2.66"},
            (f"https://{HOST}/", PHONE),
        ),
        # The outer one speaks HTTPS, the inner one is asked by it and adds that it was plain HTTP.
        ("2", 2, {}, (f"https://{HOST}/", PHONE)),
        # A proxy may hand on what the one before it said.
        (
            "2",
            0,
            {
                "X-Forwarded-For": f"{PHONE}, 10.0.0.4",
                "X-Forwarded-Proto": "https",
                "X-Forwarded-Host": HOST,
                "X-Forwarded-Prefix": "/takuroku",
            },
            (f"https://{HOST}/takuroku/", PHONE),
        ),
    ],
)
def test_as_many_proxies_are_believed_as_are_set_and_nobody_else(
    place: str, setting: str, proxies: int, headers: dict[str, str], told: tuple[str, str]
) -> None:
    app = site(Path(place), PROXIES=setting)
    phone = PhoneBehind(app, proxies=proxies) if proxies else Phone(app)
    assert phone.opens("/told", headers=headers).json == dict(zip(("address", "from"), told, strict=True))


def test_the_server_itself_believes_nobody_either(tmp_path: Path) -> None:
    # Asked from this very machine, which it would trust if it were not told otherwise.
    with running_site(tmp_path) as address:
        connection = HTTPConnection(urlsplit(address).netloc)
        connection.request("GET", "/rules//oh-hell", headers={"X-Forwarded-Proto": "https", "SCRIPT_NAME": "/rules"})
        answer = connection.getresponse()
        connection.close()
    assert (answer.status, answer.headers["Location"]) == (308, f"{address}/rules/oh-hell")


def test_a_proxy_that_keeps_the_name_to_itself_is_named_and_not_the_phones_cookies(proxied: Flask) -> None:
    phone = PhoneBehind(proxied, leaves_out="HTTP_X_FORWARDED_HOST")
    page = phone.sends(phone.opens("/accessibility").form("/settings", has="language"), {"language": "ja"})
    assert (page.status, "X-Forwarded-Host" in page.text, "cookies" in page.text) == (400, True, False)


def test_a_form_from_another_site_is_refused_as_ever(proxied: Flask) -> None:
    phone = PhoneBehind(proxied)
    form = phone.opens("/accessibility").form("/settings", has="language")
    elsewhere = {"Origin": "https://evil.example", "Referer": "https://evil.example/", "Sec-Fetch-Site": "cross-site"}
    page = phone.sends(form, {"language": "ja"}, headers=elsewhere)
    assert (page.status, page.heading) == (400, "The page is out of date")


# HTTPS.


def test_without_the_setting_nothing_binds_a_phone_to_https(open_site: Flask, proxied: Flask) -> None:
    for page in (Phone(open_site).opens("/"), PhoneBehind(proxied).opens("/")):
        assert "Secure" not in page.headers["Set-Cookie"]
        assert "Strict-Transport-Security" not in page.headers


# The visitor typed http, or the proxy does not say.
@for_each("address, leaves_out", [(f"http://{HOST}", ""), (f"https://{HOST}", "HTTP_X_FORWARDED_PROTO")])
def test_plain_http_is_answered_with_what_to_do(secure: Flask, address: str, leaves_out: str) -> None:
    phone = PhoneBehind(secure, address=address, leaves_out=leaves_out)
    page, told = phone.opens("/history"), phone.says("/api/score", {})
    assert (page.status, told.status, told.mimetype) == (400, 400, "application/problem+json")
    for word in ("https://", "X-Forwarded-Proto", "TAKUROKU_PROXIES"):
        assert word in page.text
    assert "X-Forwarded-Proto" in told.json["detail"]
    assert "Strict-Transport-Security" not in page.headers
    assert phone.posts("/settings", {"language": "ja"}).heading == page.heading, "and not that cookies are off"


def test_plain_http_gets_the_health_and_the_style_of_the_page_that_says_so(secure: Flask) -> None:
    phone = Phone(secure)
    assert phone.opens("/health").status == 200, "a balancer asks so"
    styles = phone.opens("/").root.all("link", rel="stylesheet")
    assert {phone.opens(style.get("href")).status for style in styles} == {200}


# Under a path of a bigger host.

PREFIX = "/takuroku"
PAGES = (
    *("/", "/history", "/history?page=2", "/new", "/new/oh-hell", "/new/koi-koi", "/rules", "/rules/oh-hell"),
    *("/tools/forbidden-bid?hand=7&bid=3", "/tools/yaku", "/tools/hands"),
)
OF_A_SESSION = ("", "?row=0", "/more", "/rows/0")


@pytest.fixture
def below(proxied: Flask) -> PhoneBehind:
    return PhoneBehind(proxied, address=f"https://{HOST}{PREFIX}")


def addresses(page: Page) -> set[str]:
    """Every address of this host that stands in a page."""
    return {value for each in page.root.all() for value in each.attributes.values() if value and value.startswith("/")}


def test_every_address_of_every_page_lies_below(below: PhoneBehind) -> None:
    table = below.sets_up("Dan", "Eva", "Fay", top_hand="3")
    table.deal(bids=(1, 1, 0), tricks=(1, 2, 0))
    found: set[str] = set()
    for address in (*PAGES, *(table.address + rest for rest in OF_A_SESSION)):
        page = below.opens(address)
        assert page.status == 200
        assert not [each for each in addresses(page) if not each.startswith(f"{PREFIX}/")], address
        found |= addresses(page)
    assert len(found) > 50
    loaded = [each for each in found if each.startswith(f"{PREFIX}/assets/")]
    assert {Path(each.partition("#")[0]).suffix for each in loaded} == {".css", ".js", ".png", ".svg"}
    assert {below.opens(each.partition("#")[0]).status for each in loaded} == {200}


# The cookie over HTTPS.


@for_each("prefix, name, path", [("", "__Host-takuroku", "/"), (PREFIX, "__Secure-takuroku", PREFIX)])
def test_over_https_the_cookie_goes_no_other_way_and_no_other_host_can_set_it(
    secure: Flask, prefix: str, name: str, path: str
) -> None:
    """By its prefix a browser refuses it over plain HTTP, and with `__Host-` also for a domain or another path."""
    phone = PhoneBehind(secure, address=f"https://{HOST}{prefix}")
    for begins in (f"{name}-", f"{name}="):  # of the first visit, and the one that lasts
        headers = phone.opens("/").headers
        cookie = headers["Set-Cookie"]
        assert cookie.startswith(begins)
        assert {"Secure", f"Path={path}"} < {*cookie.split("; ")}
        assert "Domain=" not in cookie
        assert headers["Strict-Transport-Security"] == f"max-age={7 * 24 * 60 * 60}", "for a week"


@pytest.fixture
def plain_phone(tmp_path: Path) -> PhoneBehind:
    """A phone with a scorebook and a game, and the cookie that it has by plain HTTP and had in 1.3.0."""
    phone = PhoneBehind(site(tmp_path, PROXIES="1"))
    phone.opens("/")
    phone.sets_up("Dan", "Eva", "Fay")
    return phone


@pytest.fixture
def https_phone(tmp_path: Path) -> PhoneBehind:
    """A phone of the same site, by now with HTTPS, that has no cookie yet."""
    return PhoneBehind(site(tmp_path, PROXIES="1", HTTPS="1"))


def cookie_named(phone: PhoneBehind, name: str, path: str = "/") -> str:
    found = phone.client.get_cookie(name, domain=HOST, path=path)
    assert found is not None
    return found.value


def test_a_phone_keeps_its_scorebook_when_https_comes_and_goes(
    plain_phone: PhoneBehind, https_phone: PhoneBehind
) -> None:
    game, plain = plain_phone.opens("/history").links(), cookie_named(plain_phone, "takuroku")
    https_phone.client.set_cookie("takuroku", plain, domain=HOST)
    assert https_phone.opens("/history").links() == game
    assert cookie_named(https_phone, "__Host-takuroku")
    assert cookie_named(https_phone, "takuroku") == plain, "an earlier release finds it"
    https_phone.client.delete_cookie("takuroku", domain=HOST)
    assert https_phone.opens("/history").links() == game
    plain_phone.sets_up("Dan", "Eva", "Fay")
    assert len(https_phone.opens("/history").links()) > len(game), "it is one device"


def test_the_plain_cookie_counts_for_nothing_beside_the_prefixed_one_and_400_days_after_the_release(
    plain_phone: PhoneBehind, https_phone: PhoneBehind, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, game = cookie_named(plain_phone, "takuroku"), plain_phone.opens("/history").links()
    late = PhoneBehind(https_phone.client.application)
    table = https_phone.sets_up("Guy", "Hal", "Ida")
    own = cookie_named(https_phone, "__Host-takuroku")
    for phone in (https_phone, late):
        phone.client.set_cookie("takuroku", theirs, domain=HOST)
    assert table.address in https_phone.opens("/").links()
    assert cookie_named(https_phone, "__Host-takuroku") == own
    monkeypatch.setattr("web.identity.session_cookie.PLAIN_NAME_ENDS", datetime.now(UTC))
    assert late.opens("/history").links() != game


def test_a_switch_leads_back_to_its_page_below(below: PhoneBehind) -> None:
    form = below.opens("/scorebook?unread=1").form("/settings", has="language")
    assert below.sends(form, {"language": "ja"}).location == f"{PREFIX}/scorebook?unread=1"
    assert below.sends(form, {"back": "//evil.example"}).location == f"{PREFIX}/"


def test_a_page_that_is_kept_is_kept_for_its_path(below: PhoneBehind, proxied: Flask) -> None:
    table = below.sets_up("Dan", "Eva", "Fay")
    other = PhoneBehind(proxied, address=f"https://{HOST}/elsewhere")
    cookie = cookie_named(below, "takuroku", PREFIX)
    other.client.set_cookie("takuroku", cookie, domain=HOST, path="/elsewhere")
    page = other.opens(table.address.removeprefix(PREFIX))
    assert page.status == 200
    assert {each.split("/")[1] for each in addresses(page)} == {"elsewhere"}
