"""What a device is called."""

from __future__ import annotations

from tests.kit.for_each import for_each
from web.identity.device_names import name_of, numbered

AGENTS = {
    "iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari",
    "iPad": "Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15",
    "Android": "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36",
    "Mac": "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15",
    "Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "Linux": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
    "": "curl/8.5",
}


@for_each("name", AGENTS)
def test_a_device_is_called_what_it_says_it_is(name: str) -> None:
    assert name_of(AGENTS[name]) == name


def test_the_second_and_third_of_a_kind_are_counted() -> None:
    devices = {"a": "iPhone", "b": "iPad", "c": "iPhone", "d": "iPhone"}
    assert list(numbered(devices).values()) == ["iPhone", "iPad", "iPhone 2", "iPhone 3"]
