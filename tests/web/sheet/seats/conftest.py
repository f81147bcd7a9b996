"""Three at Oh Hell with three cards, whose bids are said in turn or written and shown at once."""

from __future__ import annotations

import pytest

from tests.kit.web.seats import CHIKA
from tests.web.conftest import Phone, Sitting


@pytest.fixture
def spoken(phone: Phone) -> Sitting:
    return phone.sits_down(dealer=CHIKA, top_hand="3")


@pytest.fixture
def written(phone: Phone) -> Sitting:
    return phone.sits_down(dealer=CHIKA, top_hand="3", bidding="written")
