"""The host's logger, called so that a fault in it stays out of the host's way."""

from __future__ import annotations

import logging
from typing import Any, Callable


class SafeLog:
    def __init__(self, logger: logging.Logger) -> None:
        self.debug = _safely(logger.debug)
        self.info = _safely(logger.info)
        self.warning = _safely(logger.warning)
        self.error = _safely(logger.error)


def is_logger(value: Any) -> bool:
    """Whatever has the methods will do: adapters and the loggers of other libraries have them too."""
    try:
        return all(callable(say) for say in (value.debug, value.info, value.warning, value.error))
    except Exception:
        return False


def _safely(say: Callable[..., object]) -> Callable[[str], None]:
    def said(message: str) -> None:
        try:
            say("%s", message)
        except Exception:
            pass  # There is nobody left to tell.

    return said
