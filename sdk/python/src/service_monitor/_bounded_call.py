"""Calls what may hang on a thread of its own, so that no heartbeat waits for it longer than it may."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import dataclass
from typing import Callable, Optional, Union


@dataclass(frozen=True)
class Value:
    value: object


@dataclass(frozen=True)
class Raised:
    error: BaseException


@dataclass(frozen=True)
class Hanging:
    seconds: float


class BoundedCall:
    def __init__(self, call: Callable[[], object], limit_seconds: float, name: str) -> None:
        self._call = call
        self._limit = limit_seconds
        self._name = name
        self._thread: Optional[threading.Thread] = None
        self._since = 0.0

    def __call__(self) -> Union[Value, Raised, Hanging]:
        # While one call hangs there is no other: not one more thread with every heartbeat.
        if self._thread is not None and self._thread.is_alive():
            return Hanging(time.monotonic() - self._since)
        answers: queue.SimpleQueue[Union[Value, Raised]] = queue.SimpleQueue()
        self._since = time.monotonic()
        self._thread = threading.Thread(target=self._answer, args=(answers,), name=self._name, daemon=True)
        try:
            self._thread.start()
            return answers.get(timeout=self._limit)
        except queue.Empty:
            return Hanging(time.monotonic() - self._since)
        except RuntimeError as error:
            # No thread can be started any more.
            return Raised(error)

    def _answer(self, answers: queue.SimpleQueue[Union[Value, Raised]]) -> None:
        try:
            answers.put(Value(self._call()))
        except BaseException as error:
            answers.put(Raised(error))
