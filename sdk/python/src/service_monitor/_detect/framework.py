"""Which framework the application is built on, as far as it can be seen."""

from __future__ import annotations

import platform
import sys
from importlib import metadata

# Module, distribution and name; those that build on others come first.
_FRAMEWORKS = (
    ("fastapi", "fastapi", "FastAPI"),
    ("litestar", "litestar", "Litestar"),
    ("django", "Django", "Django"),
    ("flask", "Flask", "Flask"),
    ("starlette", "starlette", "Starlette"),
    ("aiohttp.web", "aiohttp", "aiohttp"),
    ("tornado.web", "tornado", "Tornado"),
    ("falcon", "falcon", "Falcon"),
    ("bottle", "bottle", "Bottle"),
    ("celery", "celery", "Celery"),
)


def framework_text() -> str:
    """Only what the application has imported by now counts: nothing is imported for this."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    for module, distribution, name in _FRAMEWORKS:
        if module in sys.modules:
            try:
                return f"{name} {metadata.version(distribution)} on {python}"
            except metadata.PackageNotFoundError:
                return f"{name} on {python}"
    return python
