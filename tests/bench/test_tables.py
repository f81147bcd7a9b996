"""The highest rate is found from both sides."""

from __future__ import annotations

import pytest

from bench.arrivals import Answer, Answers
from bench.tables import Probe, highest


@pytest.mark.parametrize("carries", [23, 80, 90, 101, 118, 163])
def test_the_highest_rate_is_found(carries: float) -> None:
    tried = []

    def probe(rate: float) -> Probe:
        tried.append(rate)
        return Probe(rate, Answers(1, [Answer(0, 0.1, right=rate <= carries)]), {}, {})

    found = highest(probe, near=100)
    assert found.rate == max(rate for rate in tried if rate <= carries)
    assert carries - 20 <= found.rate <= carries
