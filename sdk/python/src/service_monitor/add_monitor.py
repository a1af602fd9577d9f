"""Registers this process with the monitor and sends its heartbeats."""

from __future__ import annotations

import logging
import os
import ssl
from typing import Any, Callable, Mapping, Optional, Union

from ._config.config import Config, Disabled, Invalid, resolve_config
from ._session.safe_log import SafeLog, is_logger
from .errors import MonitorConfigError
from .health import HealthCheck
from .monitor import Monitor


def add_monitor(
    *,
    enabled: Optional[bool] = None,
    base_url: Optional[str] = None,
    api_key: Union[str, Callable[[], str], None] = None,
    service_name: Optional[str] = None,
    environment: Optional[str] = None,
    version: Optional[str] = None,
    instance_id: Optional[str] = None,
    hostname: Optional[str] = None,
    port: Optional[int] = None,
    url: Optional[str] = None,
    heartbeat_interval: Union[float, str, None] = None,
    enable_metrics: Optional[bool] = None,
    enable_request_tracking: Optional[bool] = None,
    metadata: Optional[Mapping[str, Any]] = None,
    health: Optional[HealthCheck] = None,
    request_timeout: float = 10.0,
    registration_timeout: float = 30.0,
    stop_timeout: float = 3.0,
    handle_signals: bool = False,
    ssl_context: Optional[ssl.SSLContext] = None,
    logger: Optional[logging.Logger] = None,
    strict: bool = False,
) -> Monitor:
    """
    Returns at once; never raises (but with strict for a wrong configuration), never keeps the process alive. An option
    wins over its environment variable, and that over the default: the README has the table.
    """
    options = dict(locals())
    is_given = logger is not None and not (isinstance(logger, str) and logger == "")
    log = SafeLog(logger if logger is not None and is_logger(logger) else logging.getLogger("service_monitor"))
    # A copy: what the application changes later is its own affair.
    env = dict(os.environ)
    outcome: Union[Config, Invalid, Disabled]
    try:
        outcome = resolve_config({**options, "metadata": None if metadata is None else dict(metadata)}, env)
    except Exception as error:
        outcome = Invalid((repr(error),))
    if isinstance(outcome, Disabled):
        return Monitor(None, env, log, "switched off")
    if is_given and not is_logger(logger):
        log.warning("logger must be a logging.Logger; that of service_monitor is used instead")
    if isinstance(outcome, Invalid):
        problem = MonitorConfigError(outcome.errors)
        if strict:
            raise problem
        log.error(f"{problem}. Nothing is sent.")
        return Monitor(None, env, log, str(problem))
    try:
        return Monitor(outcome, env, log)
    except Exception as error:
        # No thread to be had, say.
        log.error(f"Service Monitor cannot start: {error!r}. Nothing is sent.")
        return Monitor(None, env, log, repr(error))
