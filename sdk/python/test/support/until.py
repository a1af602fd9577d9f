"""Waits for something to come about, and fails when it does not."""

import time
from typing import Callable, Optional, TypeVar

T = TypeVar("T")


def until(what: str, ask: Callable[[], Optional[T]], within: float = 15) -> T:
    """Returns the first answer that is neither None nor False."""
    deadline = time.monotonic() + within
    while True:
        answer = ask()
        if answer is not None and answer is not False:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"did not come about in {within} s: {what}")
        time.sleep(0.01)
