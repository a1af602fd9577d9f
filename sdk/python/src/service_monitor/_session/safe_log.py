"""The host's logger, called so that a fault in it stays out of the host's way."""

from __future__ import annotations

import logging
from typing import Callable


class SafeLog:
    def __init__(self, logger: logging.Logger) -> None:
        self.debug = _safely(logger.debug)
        self.info = _safely(logger.info)
        self.warning = _safely(logger.warning)
        self.error = _safely(logger.error)


def _safely(say: Callable[..., object]) -> Callable[[str], None]:
    def said(message: str) -> None:
        try:
            say("%s", message)
        except Exception:
            pass  # There is nobody left to tell.

    return said
