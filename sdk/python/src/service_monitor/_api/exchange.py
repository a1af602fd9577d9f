"""What came back, or why nothing did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Union


@dataclass(frozen=True)
class Reply:
    status: int
    text: str
    retry_after: Optional[str] = None
    location: Optional[str] = None


@dataclass(frozen=True)
class NoReply:
    reason: str


Exchange = Union[Reply, NoReply]
