"""Whether this process is one of several that serve the same port."""

from __future__ import annotations

import sys
from typing import Mapping


def is_worker(env: Mapping[str, str]) -> bool:
    """A worker of gunicorn, uWSGI or of a server that starts its workers with multiprocessing (uvicorn)."""
    is_of_gunicorn = env.get("SERVER_SOFTWARE", "").startswith("gunicorn")
    # Imported by whoever starts processes with it, and by what it started.
    multiprocessing = sys.modules.get("multiprocessing")
    is_child = multiprocessing is not None and multiprocessing.parent_process() is not None
    return is_of_gunicorn or "uwsgi" in sys.modules or is_child
