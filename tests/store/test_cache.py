"""What a process keeps in memory is bounded: what was not asked for the longest goes."""

from __future__ import annotations

from store.cache import Cache


def test_what_was_not_asked_for_the_longest_goes() -> None:
    cache: Cache[str] = Cache(2)
    for key in "abc":
        cache.put(key, key.upper())
        assert cache.get("a") == "A"
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]


def test_there_is_room_for_so_many_bytes_and_for_the_newest_however_large() -> None:
    cache: Cache[str] = Cache(10)
    for key, size in (("a", 4), ("b", 4), ("a", 8)):
        cache.put(key, f"{key} {size}", size)
    assert (cache.get("a"), cache.get("b")) == ("a 8", None)
    cache.put("c", "whole", 11)
    assert (cache.get("a"), cache.get("c")) == (None, "whole")
    cache.clear()
    cache.put("d", "new", 10)
    assert (cache.get("c"), cache.get("d")) == (None, "new")
