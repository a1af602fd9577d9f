"""A name of a service or an environment, by the monitor's rules."""

from __future__ import annotations

import unicodedata
from typing import Optional

from .reader import BIDI_CONTROL, SettingReader
from .settings import SETTINGS

_LONGEST = 128
# What takes no place on a screen.
_UNSEEN = frozenset("\u00ad\u180e\u200b\u2028\u2029\u2060\u2061\u2062\u2063\u2064\ufeff\ufff9\ufffa\ufffb") | BIDI_CONTROL


def read_name(reader: SettingReader, option: str, fallback: Optional[str] = None) -> Optional[str]:
    given = reader.given(option)
    if given is None or (isinstance(given[0], str) and not given[0].strip()):
        return fallback or reader.fail(f"{option} ({SETTINGS[option]}) is missing")
    name = reader.text(option, _LONGEST)
    if name is None:
        return None
    is_seen = any(unicodedata.category(c)[0] in "LNPS" for c in name)
    if is_seen and not any(c in _UNSEEN for c in name):
        return name
    return reader.fail(f"{given[1]} contains invisible characters")
