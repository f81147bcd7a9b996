"""Reduces Babel's data to dates, times and numbers: `data.zip` becomes `lean.zip`.

The other tables stay, but empty, so that looking up the name of a country finds none.
"""

import pickle
import sys
import zipfile
from pathlib import Path

UNUSED = {
    # Of a language: names, units, currencies.
    *("languages", "scripts", "territories", "variants", "time_zones", "meta_zones"),
    *("unit_patterns", "unit_display_names", "compound_unit_patterns", "date_fields", "interval_formats"),
    *("currency_names", "currency_names_plural", "currency_symbols", "currency_unit_patterns"),
    *("compact_decimal_formats", "compact_currency_formats"),
    # Global: languages, zones and currencies of territories.
    *("territory_languages", "windows_zone_mapping", "likely_subtags", "zone_territories", "territory_zones"),
    *("territory_currencies", "all_currencies", "zone_aliases"),
}


def work(folder: str) -> None:
    place = Path(folder)
    sys.path.insert(0, str(place / "babel.zip"))
    with zipfile.ZipFile(place / "data.zip") as data, zipfile.ZipFile(place / "lean.zip", "w") as lean:
        for name in sorted(data.namelist()):
            told = pickle.loads(data.read(name))
            kept = {key: type(value)() if key in UNUSED else value for key, value in told.items()}
            lean.writestr(name, pickle.dumps(kept, protocol=4))
