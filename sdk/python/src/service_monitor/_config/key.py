"""The key, from the option, the variable or the file that <variable>_FILE names (as container secrets come)."""

from __future__ import annotations

import re
from typing import Mapping, Optional

from .reader import SettingReader
from .settings import SETTINGS


def read_api_key(reader: SettingReader, env: Mapping[str, str]) -> Optional[str]:
    given = reader.given("api_key")
    key = given[0] if given else None
    if callable(key):
        try:
            key = key()
        except Exception:
            return reader.fail("api_key is a function that raises")
    path = env.get(f"{SETTINGS['api_key']}_FILE", "").strip()
    if key is None and path:
        try:
            with open(path, encoding="utf-8") as file:
                key = file.read(4_096)
        except (OSError, ValueError):
            return reader.fail(f"{SETTINGS['api_key']}_FILE names a file that cannot be read")
    if key is None:
        return reader.fail(f"api_key ({SETTINGS['api_key']}) is missing")
    # Anything else cannot travel in a header. The key itself stays out of the message.
    if not isinstance(key, str) or not re.fullmatch(r"[\x21-\x7e]{1,512}", key.strip()):
        return reader.fail("api_key must be printable ASCII without spaces")
    return key.strip()
