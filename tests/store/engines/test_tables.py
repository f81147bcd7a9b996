"""The tables are the same on each engine, and came to be by migrations that nobody changed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from fractions import Fraction
from hashlib import sha256

import pytest

from store.engines.postgresql import schema as postgresql_schema
from store.engines.postgresql.database import PostgreSQL
from store.engines.sqlite import schema as sqlite_schema
from store.engines.sqlite.database import SQLite
from store.values import new_id, to_milli


def test_both_engines_have_the_same_tables_and_columns(sqlite: SQLite, postgresql: PostgreSQL) -> None:
    with closing(sqlite.connect()) as one, closing(postgresql.connect()) as another:
        assert one.tables() == another.tables()
        assert {"scorebook", "player", "session", "seat", "action", "standing", "remark"} < {*one.tables()}


def test_all_text_is_compared_by_its_code_points_whatever_the_server_speaks(postgresql: PostgreSQL) -> None:
    with closing(postgresql.connect()) as db:
        otherwise = db.execute(
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
            " AND table_name <> 'migration' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"
        ).fetchall()
    assert otherwise == []


def test_an_id_is_long_and_never_the_same() -> None:
    ids = {new_id() for _ in range(100)}
    assert (len(ids), min(map(len, ids)) >= 22) == (100, True)


def test_points_finer_than_thousandths_are_a_mistake_of_ours() -> None:
    with pytest.raises(AssertionError, match="finer"):
        to_milli(Fraction(1, 3))


def digest(statements: Iterable[str]) -> str:
    return sha256("\n".join(" ".join(each.split()) for each in statements).encode()).hexdigest()


# A line a migration, added when it is released; where one fails, the migration was changed: write another instead.
# Changed once, in 1.6.0: m012 dropped a view and made it anew, which m013 dropped; the record is the same after both.
RELEASED = {
    "sqlite": {
        "m001_version_1": "322431e2247ab6a48a99789a383b6fb2ecb24634cf81d98fabd932fb0e14e59a",
        "m002_access_ends": "927bce45f41285fd6b30e113308da704915afbfadae0165b588033633ede77d7",
        "m003_period_sums": "ba22dae859777091d2a2c83107be8b536c518181700965323e3897733b1b6b44",
        "m004_year_highlights": "37b219aa25c53cb5e05efa82fb1db83f700736bb8e0a30be43234d98e4c7d9a1",
        "m005_rating_switch": "ced100c4723d7cff78244b9a934061a5711f403a9b0944710609d23cb9aea5e2",
        "m006_seat_freed": "9616c2d30bb244f4aad414056ac8e8a6c89ce8440fd60d59f2c39d53b3b9bec6",
        "m007_session_begun": "432209ed0dbae57e5082e8d78905d819539128e840e8c7d041b6bf61c47e872f",
        "m008_seat_changes": "7771db5593a3713b91f5d5411dda9a0cb64981290badeadd80c3b506f182f0a4",
        "m009_seat_before": "eac76cb09a60ec9593653b72efc162258fca51de18c638994a77632fdbbef082",
        "m010_join_codes": "169410b2e8039bece686a3c7e6b33abb31c78ae8d445dde186dddf4d52ba8769",
        "m011_tables_of_an_evening": "9a7a27077da825454f8d36ab8bca0eef073d3eb0f6a160ec5cf652bd1d294a0f",
        "m012_device_names": "306279705685377b3460d68b1b1ace89e15c6b6542795674bab48dee2abcd141",
        "m013_no_views": "1ae9eb6d002994b37a0d0a943dc4aef8079056a87edd312ac2155641db05a970",
        "m014_keepers_by_age": "4704e49910a31ddc2c515880f7fb325b37d5d177cf1f53dc34a3bc7bf32199db",
    },
    "postgresql": {
        "m001_version_1": "9613fda589906f779c40a7a1232d49ae8c1b286db21a78c2439dc303cc62ff5a",
        "m002_access_ends": "0dcd597288c55faac532329db701e51aae4f46a5eb2be6e955d2b53999800f44",
        "m003_period_sums": "4aeae6d74cbacb510be38928bc43b81e89f31a4ca528fa3b6e65793d9c16d4c6",
        "m004_year_highlights": "06f4d85d6e879163ac95335b777e2f167d1494f862563c427eeb533928cf67ae",
        "m005_rating_switch": "1efa30d7418db3eca621f60aa2ec0e3f41d6f00de93c9db80c2dc0d806e43f3f",
        "m006_seat_freed": "7113ae6af32dc6f33eb0027bb4a14a3195be4aa57d57c22cf3a0df9a3a27dcd4",
        "m007_session_begun": "e4ee280ab259109a5847737d52279dee8dc038478db4944c7e9aee05d0b618ab",
        "m008_seat_changes": "e6ac6617374c622aea8456d279a3859f5612c5af5f170784d34387b74c3dd7f4",
        "m009_seat_before": "3db5e37b53b70dd906205584793bb6cf4e0329b308432f1f1e399b69bffd54d5",
        "m010_join_codes": "301699435fbc102b0a9168034046a8f0c05a97ed5f52a630a614f2d8d775f488",
        "m011_tables_of_an_evening": "9ae7d2262ea9f6db17a7b0d44bc8f7170fbb31bffbf042a66f8fa9b2a99a7350",
        "m012_device_names": "eff9b8f4cb7c1a826625adae0cd9d583a3481bec8d0e2e8bd79c4ce0cdb917af",
        "m013_no_views": "1ae9eb6d002994b37a0d0a943dc4aef8079056a87edd312ac2155641db05a970",
        "m014_keepers_by_age": "fd48fbcb0bc95034c64fefbe3a425c687759b70b04ce0f62ee8d0f4061363f4b",
    },
}


@pytest.mark.parametrize("engine", [*RELEASED])
def test_a_migration_that_has_been_released_is_never_changed(engine: str) -> None:
    schema = sqlite_schema if engine == "sqlite" else postgresql_schema
    assert {name: digest(each) for name, each in schema.MIGRATIONS.items()} == RELEASED[engine]
