"""What the SDK does after an answer. test/wire/retry-vectors.json holds it for every SDK."""

from __future__ import annotations

from typing import Literal

from .._api.answer import Kind

Asked = Literal["register", "heartbeat"]

# send-less-now: the same again without what can be spared.
Step = Literal["heartbeat-now", "next-interval", "register-now", "send-less-now", "back-off"]


def after_answer(kind: Kind, to: Asked, is_spare: bool, is_fresh: bool) -> Step:
    """
    is_spare: what can be spared was left out already. is_fresh: no heartbeat arrived yet under this instance id.
    """
    if kind == "accepted":
        return "heartbeat-now" if to == "register" else "next-interval"
    if kind == "unknown-instance":
        # A monitor that forgets what it just registered is not asked in a tight loop.
        return "register-now" if to == "heartbeat" and not is_fresh else "back-off"
    if kind == "too-large" and not is_spare:
        return "send-less-now"
    if kind in ("too-large", "refused"):
        return "back-off" if to == "register" else "next-interval"
    # The key may be mended at any moment, and silence for longer than an interval is taken for a death.
    return "back-off"
