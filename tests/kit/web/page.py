"""What a reader sees of an answer: its headings, forms, links and texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import parser
from typing import Any
from urllib.parse import urljoin

from lxml import etree
from lxml.html import HTMLParser, document_fromstring
from werkzeug.test import TestResponse

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass(frozen=True)
class Element:
    """A tag with its attributes, what stands in it, and what it stands in."""

    node: Any

    @property
    def tag(self) -> str:
        return str(self.node.tag)

    @property
    def attributes(self) -> Mapping[str, str]:
        return dict(self.node.attrib)

    def get(self, name: str) -> str:
        """An attribute, empty where there is none."""
        return str(self.node.get(name, ""))

    def has(self, name: str) -> bool:
        return name in self.node.attrib

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    @property
    def text(self) -> str:
        """The words in it, white space tidied."""
        return " ".join(" ".join(self.node.itertext(etree.Element, with_tail=True)).split())

    @property
    def parent(self) -> Element | None:
        above = self.node.getparent()
        return None if above is None else Element(above)

    @property
    def children(self) -> list[Element | str]:
        found = [self.node.text]
        for each in self.node:
            found += [Element(each) if isinstance(each.tag, str) else None, each.tail]
        return [each for each in found if each is not None]

    def all(self, *tags: str, **attributes: str) -> list[Element]:
        """Every element in it of these tags (any, if none is named) that has these attributes, and these classes."""
        classes = {*attributes.pop("class_", "").split()}
        wanted = [(name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items()]
        return [
            Element(each)
            for each in self.node.iter(*(tags or [etree.Element]))
            if each is not self.node
            and classes <= {*each.get("class", "").split()}
            and all(each.get(name, "") == value for name, value in wanted)
        ]

    def one(self, *tags: str, **attributes: str) -> Element:
        """The only element in it of this kind."""
        found = self.all(*tags, **attributes)
        assert len(found) == 1, f"{len(found)} elements {tags} {attributes}, not one"
        return found[0]

    def reads(self, path: str) -> list[str]:
        """What all elements on a path say, such as `ol.standings span.gap`; with `@href` at its end, that attribute.

        A step is a tag with classes, or one with conditions of XPath, `tr[@id='row-0']`. Two paths with ` | ` between
        them are both read, in the order of the page.
        """
        found = self.node.xpath("|".join(map(_xpath, path.split(" | "))))
        return [str(each) if isinstance(each, str) else Element(each).text for each in found]


def _xpath(path: str) -> str:
    found = "."
    for step in path.split():
        tag, *classes = step.split(".")
        has = "".join(f"[contains(concat(' ', @class, ' '), ' {each} ')]" for each in classes)
        found += f"/{tag}" if tag.startswith("@") else f"//{tag or '*'}{has}"
    return found


@dataclass
class Form:
    """A form as a browser would send it: where to, and what is filled in or chosen."""

    action: str
    method: str
    values: dict[str, Any]
    element: Element

    @property
    def names(self) -> set[str]:
        """What can be filled in, chosen or pressed."""
        return {each.get("name") for each in self.element.all()}

    def typed(self, name: str) -> Any:
        """What stands in a field; None where nothing does."""
        return self.values.get(name)


class Page:
    """An answer of the site."""

    def __init__(self, response: TestResponse) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.mimetype = response.mimetype
        self.bytes: bytes = response.data
        self.address = response.request.path
        self.location = response.headers.get("Location", "")
        self._response = response

    @property
    def html(self) -> str:
        return self.bytes.decode()

    @property
    def json(self) -> Any:
        return self._response.get_json()

    @property
    def problem(self) -> tuple[int, str]:
        """With which status a program is refused, and as what kind of problem."""
        return self.status, str(self.json["type"]).removeprefix("http://localhost/api#")

    @cached_property
    def root(self) -> Element:
        return parse(self.html)

    def reads(self, path: str) -> list[str]:
        """What all elements on a path say, see `Element.reads`."""
        return self.root.reads(path)

    @property
    def text(self) -> str:
        """The words of the page's body, without what stands in attributes."""
        return self.root.one("body").text

    @property
    def lang(self) -> str:
        return self.root.one("html").get("lang")

    @property
    def heading(self) -> str:
        return self.root.one("h1").text

    @property
    def alerts(self) -> list[str]:
        """What is said to be wrong, or to have happened elsewhere, in the order of the page."""
        return [each.text for each in self.root.all(role="alert")]

    @property
    def news(self) -> str:
        """What is said on top of a sheet to have just happened."""
        return self.root.one(class_="headline").one("p").text

    @property
    def forms(self) -> list[Form]:
        return forms(self.root, self.address)

    def form(self, ending: str, *, has: str = "") -> Form:
        """The only form that is sent to an address with this ending (and has this field)."""
        found = [each for each in self.forms if each.action.endswith(ending) and (not has or has in each.names)]
        assert len(found) == 1, f"{[each.action for each in self.forms]}: {len(found)} forms to …{ending} with {has!r}"
        return found[0]

    def links(self) -> list[str]:
        """Where the links on the page lead, as a browser would resolve them; those within the page are left out."""
        hrefs = [each.get("href") for each in self.root.all("a") if each.has("href")]
        return [urljoin(self.address, href).partition("#")[0] for href in hrefs if not href.startswith("#")]

    def wrong_at(self, field_id: str) -> str:
        """What is said at a field that is named as its description; fails unless the two are tied together."""
        by_id = {each.get("id"): each for each in self.root.all() if each.has("id")}
        tied = [
            each
            for each in self.root.all(aria_describedby=f"{field_id}-wrong")
            if each.get("id") == field_id or each.all(name=field_id) or each.get("aria-labelledby").startswith(field_id)
        ]
        assert len(tied) == 1, f"{len(tied)} fields {field_id} are described by {field_id}-wrong"
        assert tied[0].get("aria-invalid") == "true"
        message = by_id[f"{field_id}-wrong"]
        assert message.get("role") == "alert"
        return message.text


def parse(html: str) -> Element:
    """What holds a page, whose only element is `html`. Mistakes in it are mended, see `check_well_formed`."""
    holder = etree.Element("document")
    holder.append(document_fromstring(html.encode(), HTMLParser(encoding="utf-8", huge_tree=True)))
    return Element(holder)


def check_well_formed(html: str) -> None:
    """Fail where a tag is not closed in its turn or has an attribute twice."""
    reader = _StrictReader()
    reader.feed(html)
    reader.close()
    assert reader.open == [], f"{reader.open} are never closed"


class _StrictReader(parser.HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), f"<{tag}> has an attribute twice: {names}"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another"


def forms(root: Element, address: str) -> list[Form]:
    """The forms of a page at this address."""
    return [_form(element, address) for element in root.all("form")]


def _form(element: Element, address: str) -> Form:
    values: dict[str, Any] = {}
    for control in element.all("input", "select", "textarea"):
        name, value = control.get("name"), _value(control)
        if name and value is not None:
            before = values.get(name, [])
            values[name] = [*(before if isinstance(before, list) else [before]), value] if name in values else value
    action = urljoin(address, element.get("action") or address).partition("#")[0]
    return Form(action, element.get("method") or "get", values, element)


def _value(control: Element) -> str | None:
    if control.tag == "textarea":
        return control.text
    if control.tag == "select":
        options = control.all("option")
        chosen = [each for each in options if each.has("selected")] or options[:1]
        return chosen[0].get("value") if chosen else None
    if control.get("type") in ("radio", "checkbox"):
        return control.get("value") if control.has("checked") else None
    return control.get("value")


def changed(values: Mapping[str, Any], typed: Mapping[str, Any]) -> dict[str, Any]:
    """A form's values with what is typed over them; None takes a field out."""
    return {name: value for name, value in {**values, **typed}.items() if value is not None}


HOSTS = re.compile(r"(?:\bhttps?:)?//[\w\[]", re.IGNORECASE)
