"""Tells Service Monitor that this process is alive."""

from ._version import SDK_VERSION as __version__
from .add_monitor import add_monitor
from .asgi import AsgiTracking
from .errors import MonitorConfigError
from .health import Health
from .monitor import Monitor
from .status import MonitorStatus, NotRegistered, Registered, StopOutcome
from .wsgi import WsgiTracking

__all__ = [
    "AsgiTracking",
    "Health",
    "Monitor",
    "MonitorConfigError",
    "MonitorStatus",
    "NotRegistered",
    "Registered",
    "StopOutcome",
    "WsgiTracking",
    "__version__",
    "add_monitor",
]
