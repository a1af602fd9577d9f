"""The end of a child of multiprocessing: before Python 3.13 it runs nothing of atexit."""

from __future__ import annotations

import os
import sys
from types import FrameType
from typing import Any, Callable, Optional


class ChildEnd:
    """Calls at_end at the end of the child with the exception that ends it; one that ends well counts as exit code 0."""

    def __init__(self, at_end: Callable[[BaseException], object]) -> None:
        self._at_end = at_end
        self._pid: Optional[int] = None
        self._finalizer: Any = None

    def watch(self) -> None:
        """In any process; where multiprocessing is not in use, it does not become so."""
        self._pid = os.getpid()
        util = sys.modules.get("multiprocessing.util")
        if util is None:
            return
        if sys.modules["multiprocessing"].parent_process() is not None:
            self._join()
        else:
            # A child of a fork server reads the main module first, and then begins by forgetting every finalizer.
            util.register_after_fork(self, ChildEnd._on_begin)

    def unwatch(self) -> None:
        self._pid = None
        if self._finalizer is not None:
            self._finalizer.cancel()

    def _on_begin(self) -> None:
        if self._pid == os.getpid():
            self._join()

    def _join(self) -> None:
        self._finalizer = sys.modules["multiprocessing.util"].Finalize(None, self._on_end, exitpriority=0)

    def _on_end(self) -> None:
        self._at_end(what_ends_the_child() or SystemExit(0))


def what_ends_the_child() -> Optional[BaseException]:
    """What ends a child of multiprocessing, whose functions for the end run meanwhile; None: nothing, or this is no child."""
    frame: Optional[FrameType] = sys._getframe()
    while frame is not None:
        module = frame.f_globals.get("__name__")
        if module == "multiprocessing.process" and frame.f_code.co_name == "_bootstrap":
            return _exception_out_of(frame)
        if module in ("multiprocessing.popen_fork", "multiprocessing.forkserver"):
            # From Python 3.13 on they run when the exception is gone: its exit code is left.
            code = frame.f_locals.get("code")
            return SystemExit(code) if isinstance(code, int) else None
        frame = frame.f_back
    return None


def _exception_out_of(frame: FrameType) -> Optional[BaseException]:
    """The exception on its way out of the frame. Another one may be in sight there: that during which the parent forked."""
    error = sys.exc_info()[1]
    if error is None or error.__traceback__ is None:
        return None
    return error if error.__traceback__.tb_frame is frame else None
