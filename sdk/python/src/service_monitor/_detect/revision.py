"""What the application was built from."""

from __future__ import annotations

import os
import re
from typing import Mapping, NamedTuple, Optional, Sequence


class Revision(NamedTuple):
    """None: not known."""

    commit: Optional[str]
    branch: Optional[str]


_COMMIT_VARIABLES = (
    "SERVICE_MONITOR_COMMIT",
    "GITHUB_SHA",
    "CI_COMMIT_SHA",
    "BUILD_SOURCEVERSION",
    "GIT_COMMIT",
    "SOURCE_VERSION",
)

_BRANCH_VARIABLES = (
    "SERVICE_MONITOR_BRANCH",
    "GITHUB_REF_NAME",
    "CI_COMMIT_REF_NAME",
    "BUILD_SOURCEBRANCHNAME",
    "GIT_BRANCH",
)


def find_revision(env: Mapping[str, str], directory: str) -> Revision:
    """From the variables that CI systems and hosts set, else from a checkout in the directory."""
    commit = _first(env, _COMMIT_VARIABLES)
    branch = _first(env, _BRANCH_VARIABLES)
    if commit is not None:
        return Revision(commit, branch)
    head = _read_git_head(directory)
    return Revision(head.commit, branch or head.branch)


def _first(env: Mapping[str, str], names: Sequence[str]) -> Optional[str]:
    return next((env[name].strip()[:256] for name in names if env.get(name, "").strip()), None)


def _read_git_head(directory: str) -> Revision:
    """Commit and branch of the checkout that a directory is in, read from its files: no git is run."""
    git = _find_git(directory)
    if git is None:
        return Revision(None, None)
    head = _read(os.path.join(git, "HEAD"))
    found = re.fullmatch(r"ref: (refs/\S+)", head)
    if found is None:
        return Revision(_hash_in(head), None)
    ref = found.group(1)
    # A worktree has a HEAD of its own, and its branches where the repository has them.
    common = os.path.join(git, _read(os.path.join(git, "commondir")) or ".")
    branch = ref[len("refs/heads/") :] if ref.startswith("refs/heads/") else ref
    commit = _hash_in(_read(os.path.join(common, *ref.split("/")))) or _packed_commit(common, ref)
    return Revision(commit, branch)


def _find_git(directory: str) -> Optional[str]:
    """In the directory or the nearest one above it: an application may be one of several in a repository."""
    path = os.path.join(directory, ".git")
    if os.path.isdir(path):
        return path
    # In a worktree or a submodule it is a file that says where.
    found = re.fullmatch(r"gitdir: (.+)", _read(path))
    if found is not None:
        return os.path.join(directory, found.group(1))
    above = os.path.dirname(directory)
    return None if above == directory else _find_git(above)


def _packed_commit(git: str, ref: str) -> Optional[str]:
    lines = _read(os.path.join(git, "packed-refs")).splitlines()
    return next((_hash_in(line.split(" ")[0]) for line in lines if line.endswith(f" {ref}")), None)


def _hash_in(text: str) -> Optional[str]:
    return text if re.fullmatch(r"[0-9a-f]{40,64}", text) else None


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except (OSError, ValueError):
        return ""
