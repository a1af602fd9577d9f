"""Stops on signals, and gives each the effect it would have had."""

from __future__ import annotations

import os
import signal
import threading
from typing import Any, Callable, Sequence


class StopSignals:
    def __init__(self, begin_stop: Callable[[], None], wait_for_stop: Callable[[], object]) -> None:
        self._begin_stop = begin_stop
        self._wait_for_stop = wait_for_stop
        self._previous: dict[int, Any] = {}

    def listen(self, signals: Sequence[signal.Signals]) -> bool:
        """Returns whether it could: Python sets signal handlers on the main thread only."""
        if threading.current_thread() is not threading.main_thread():
            return not signals
        for one in signals:
            previous = signal.getsignal(one)
            # Who ignores a signal, or handles it outside Python, wants nothing to come of it here.
            if previous is signal.SIG_DFL or callable(previous):
                self._previous[one] = previous
                signal.signal(one, self._on_signal)
        return True

    def leave(self) -> None:
        """What somebody else put in our place stays."""
        if threading.current_thread() is not threading.main_thread():
            return
        for one, previous in self._previous.items():
            if signal.getsignal(one) == self._on_signal:
                signal.signal(one, previous)
        self._previous = {}

    def _on_signal(self, number: int, frame: Any) -> None:
        previous = self._previous.get(number, signal.SIG_DFL)
        self.leave()
        self._begin_stop()
        if callable(previous):
            # Whoever else listens decides how the process ends; the instance deregisters meanwhile.
            previous(number, frame)
            return
        self._wait_for_stop()
        os.kill(os.getpid(), number)
