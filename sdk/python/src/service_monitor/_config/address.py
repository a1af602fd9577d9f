"""The monitor's address."""

from __future__ import annotations

from typing import Optional
from urllib.parse import SplitResult, urlsplit

from .reader import SettingReader
from .settings import SETTINGS


def read_address(reader: SettingReader) -> Optional[SplitResult]:
    """Its path ends in a slash, so that it survives what is joined to it."""
    text = reader.text("base_url", 2_048)
    if text is None:
        if reader.given("base_url") is None:
            reader.fail(f"base_url ({SETTINGS['base_url']}) is missing")
        return None
    try:
        parts = urlsplit(text)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return reader.fail("base_url must be an http or https address")
    if not is_usable or not text.isascii() or " " in text:
        return reader.fail("base_url must be an http or https address")
    host = parts.netloc.rpartition("@")[2]
    path = parts.path.rstrip("/") + "/"
    return SplitResult(parts.scheme, host, path, "", "")
