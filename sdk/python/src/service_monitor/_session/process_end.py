"""Watches how this process ends."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any, NoReturn, Optional

from .._pacing.deregistration import is_meant

# So long a stop is put down to an exception before it: a process that lives longer has survived it.
_CRASH_COUNTS_SECONDS = 10

_INTERRUPTED = 130


class ProcessEnd:
    """Listens to how the process ends, and changes nothing about it."""

    def __init__(self) -> None:
        self.was_signalled = False
        self._crashed_at: Optional[float] = None
        self._exit_code: Optional[int] = None
        self._exit = sys.exit
        self._excepthook = threading.excepthook

    def watch(self) -> None:
        """
        An exit code is told to nobody but sys.exit, so that is listened to. An exception that ends the main thread
        leaves itself in sys.last_value; one that ends another thread passes by threading.excepthook.
        """
        sys.exit = self._on_exit
        threading.excepthook = self._on_thread_exception

    def unwatch(self) -> None:
        """What was seen counts on. What somebody else put in our place stays."""
        if sys.exit == self._on_exit:
            sys.exit = self._exit
        if threading.excepthook == self._on_thread_exception:
            threading.excepthook = self._excepthook

    def fault(self, error: Optional[BaseException] = None) -> Optional[str]:
        """Why this is no stop on purpose, as far as is known by now; None: it is one. error: what it happens during."""
        crash = _crash_of(error)
        if crash is None and not self.was_signalled:
            crash = self._recent_crash()
        exit_code = _exit_code_of(error)
        exit_code = self._exit_code if exit_code is None else exit_code
        if is_meant(exit_code, crash is not None):
            return None
        return crash or f"the process ends with exit code {exit_code}"

    def _recent_crash(self) -> Optional[str]:
        last = getattr(sys, "last_value", None)
        # An interactive Python survives every one of them.
        if last is not None and not hasattr(sys, "ps1") and not sys.flags.interactive:
            crash = _crash_of(last)
            if crash is not None:
                return crash
        since = float("inf") if self._crashed_at is None else time.monotonic() - self._crashed_at
        return "an exception ended a thread" if since < _CRASH_COUNTS_SECONDS else None

    def _on_exit(self, status: Any = None, /) -> NoReturn:
        # In another thread it ends that thread alone.
        if threading.current_thread() is threading.main_thread():
            self._exit_code = _code(status)
        self._exit(status)

    def _on_thread_exception(self, args: Any, /) -> Any:
        if not issubclass(args.exc_type, SystemExit):
            self._crashed_at = time.monotonic()
        return self._excepthook(args)


def _crash_of(error: Optional[BaseException]) -> Optional[str]:
    """Ctrl-C and cancelling are ways to stop, and so is SystemExit, whose code tells how."""
    meant = (SystemExit, KeyboardInterrupt, GeneratorExit)
    asyncio = sys.modules.get("asyncio")
    is_cancelled = asyncio is not None and isinstance(error, asyncio.CancelledError)
    return None if error is None or is_cancelled or isinstance(error, meant) else f"{type(error).__name__} was not handled"


def _exit_code_of(error: Optional[BaseException]) -> Optional[int]:
    if isinstance(error, SystemExit):
        return _code(error.code)
    return _INTERRUPTED if isinstance(error, KeyboardInterrupt) else None


def _code(status: Any) -> int:
    """As the interpreter does it: a text is printed, and is 1."""
    if status is None:
        return 0
    return status if isinstance(status, int) else 1


