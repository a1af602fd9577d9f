"""A time as it stands on the wire."""

from datetime import datetime, timezone


def wire_now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
