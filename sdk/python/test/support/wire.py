"""A golden file of test/wire in the repository's root: the server and all SDKs read the same ones."""

import json
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[4]


def wire(name: str) -> Any:
    return json.loads((REPOSITORY / "test" / "wire" / f"{name}.json").read_text(encoding="utf-8"))
