"""What an answer says was ignored."""

from __future__ import annotations

from .._one_line import one_line

_MOST = 16


def warnings_in(body: object) -> tuple[str, ...]:
    """Each as one clean line; empty for all that is not such a list."""
    listed = body.get("warnings") if isinstance(body, dict) else None
    if not isinstance(listed, list):
        return ()
    return tuple(_line_of(w) for w in listed[:_MOST] if isinstance(w, dict) and isinstance(w.get("message"), str))


def _line_of(warning: dict[str, object]) -> str:
    pointer = warning.get("pointer")
    where = f"{pointer} " if isinstance(pointer, str) and pointer else ""
    return one_line(f"{where}{warning['message']}")
