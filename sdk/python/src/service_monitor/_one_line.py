"""What others wrote, fit for a line of the log."""

from __future__ import annotations

import unicodedata

# Enough to act on, not a page of HTML.
_LONGEST = 200
# Control, format (bidi too) and half characters, and every kind of space.
_UNSEEN = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")


def one_line(text: str) -> str:
    """A line that a peer made up cannot pass for one of the log's own. test/wire/trouble-vectors.json holds it."""
    # Far more than what is kept: an answer may be large.
    head = text[: 16 * _LONGEST]
    visible = " ".join("".join(" " if unicodedata.category(c) in _UNSEEN else c for c in head).split())
    return visible if len(visible) <= _LONGEST else f"{visible[: _LONGEST - 1]}…"
