"""The host's metadata."""

from __future__ import annotations

import json
from typing import Any

from .reader import SettingReader

# The monitor takes 64 keys and 16 KiB; the rest is for what the SDK says itself.
_MOST_KEYS = 56
_LONGEST_KEY = 64
_LARGEST_BYTES = 15 * 1024


def read_metadata(reader: SettingReader, metadata: object) -> dict[str, Any]:
    """A copy as JSON, so that a later change in the host cannot break a registration."""
    if metadata is None:
        return {}
    if not isinstance(metadata, dict):
        reader.fail("metadata must be a dict")
        return {}
    try:
        text = json.dumps(metadata, allow_nan=False)
        copy: dict[str, Any] = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        reader.fail("metadata cannot be written as JSON")
        return {}
    if len(copy) > _MOST_KEYS:
        reader.fail(f"metadata has more than {_MOST_KEYS} keys")
    if any(len(key) > _LONGEST_KEY for key in copy):
        reader.fail(f"metadata has a key over {_LONGEST_KEY} characters")
    if len(text) > _LARGEST_BYTES:
        reader.fail(f"metadata is larger than {_LARGEST_BYTES // 1024} KiB")
    return copy
