"""What an answer of the monitor means to the SDK."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Callable, Generic, Literal, Optional, TypeVar, Union

from .exchange import Exchange, NoReply
from .problem import OddReply, problem_of
from .retry_after import retry_after_ms
from .warnings_in import warnings_in

T = TypeVar("T")

# A kind of trouble: the status of an answer, or none came. fault: one of the SDK itself.
Trouble = Union[int, Literal["no-answer", "fault"]]

Kind = Literal["accepted", "unknown-instance", "unauthorized", "too-large", "refused", "failed"]


@dataclass(frozen=True)
class Accepted(Generic[T]):
    value: T
    # What the monitor ignored, in its words.
    warnings: tuple[str, ...] = ()
    kind: Literal["accepted"] = "accepted"


@dataclass(frozen=True)
class Rejected:
    """
    unknown-instance: the monitor does not know this instance, or no longer. unauthorized: the key is wrong or may not do
    this. refused: the same request again would be wrong too. failed: the same one may work later.
    """

    kind: Literal["unknown-instance", "unauthorized", "too-large", "refused", "failed"]
    problem: str
    trouble: Trouble
    retry_after_ms: Optional[float] = None


Answer = Union[Accepted[T], Rejected]

# A body that is no JSON at all.
NOT_JSON = object()


def answer_of(
    exchange: Exchange, parse: Callable[[object], Optional[T]], asked: str, now_ms: float
) -> Answer[T]:
    """
    Reads what the server said.

    parse returns None for a body that the monitor would not have sent; asked is the method and address of the request,
    for the problem's text.
    """
    if isinstance(exchange, NoReply):
        return Rejected("failed", f"{asked}: {exchange.reason}", "no-answer")
    status = exchange.status
    body = _body_of(exchange.text)
    value = parse(body) if 200 <= status < 300 else None
    if value is not None:
        return Accepted(value, warnings_in(body))
    odd = OddReply(status, exchange.text, exchange.location, body, is_json=body is not NOT_JSON)
    problem = problem_of(odd, asked)
    if status == 404:
        return Rejected("unknown-instance", problem, status)
    if status in (401, 403):
        return Rejected("unauthorized", problem, status)
    if status == 413:
        return Rejected("too-large", problem, status)
    if status in (408, 425, 429) or status < 400 or status >= 500:
        return Rejected("failed", problem, status, retry_after_ms(exchange.retry_after, now_ms))
    return Rejected("refused", problem, status)


def _body_of(text: str) -> object:
    """None: nothing was sent."""
    if text.strip() == "":
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return NOT_JSON
