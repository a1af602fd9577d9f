"""What registers this instance."""

from __future__ import annotations

import os
import platform

from .._config.config import Config
from .._detect.framework import framework_text
from .._detect.identity import Identity
from .._version import SDK_VERSION
from .wire_time import wire_now


def registration_body(config: Config, identity: Identity, interval_ms: float, is_spare: bool) -> dict[str, object]:
    """is_spare: without the host's own metadata, when the whole was too large."""
    revision = identity.revision
    optional = {"version": config.version, "port": identity.port, "url": identity.url}
    return {
        "serviceName": config.service_name,
        "environment": config.environment,
        "instanceId": identity.key,
        "hostname": config.hostname,
        **{name: value for name, value in optional.items() if value is not None},
        "processId": os.getpid(),
        "heartbeatIntervalSeconds": interval_ms / 1000,
        "metadata": {
            **({} if is_spare else config.metadata),
            "sdk_version": SDK_VERSION,
            "framework": framework_text(),
            "os": f"{platform.system()} {platform.release()} {platform.machine()}",
            "process_id": os.getpid(),
            "registered_at": wire_now(),
            "commit_hash": revision.commit,
            "branch": revision.branch,
        },
    }
