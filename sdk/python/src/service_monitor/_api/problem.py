"""What is wrong with an answer that is not what was hoped for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional
from urllib.parse import urljoin, urlsplit

from .._one_line import one_line


@dataclass(frozen=True)
class OddReply:
    status: int
    text: str
    location: Optional[str]
    # The text as JSON; None: there is none.
    body: object
    is_json: bool


def problem_of(reply: OddReply, asked: str) -> str:
    """In one line: what the monitor says of it, or that it is not the monitor who answers."""
    status, page = reply.status, _page_in(reply)
    with_page = "" if page is None else f" with {page}"
    if 300 <= status < 400:
        target = "" if reply.location is None else f" to {_without_secrets(reply.location, asked)}"
        return f"{asked} answered {status}, a redirect{target}, which is not followed; give the monitor's own address"
    if 200 <= status < 300:
        what = page or one_line(reply.text) or "nothing"
        return (
            f"{asked} answered {status} with {what}, where the monitor sends a JSON object; "
            "a proxy or a sign-in page may stand before it"
        )
    code, said = _problem_in(reply)
    if status == 404 and code != "instance-unknown":
        return (
            f"{asked} answered 404{with_page}: the monitor has no such address; look at the path in the base address"
        )
    return f"{asked} answered {status}{with_page or said and f': {said}'}"


def address_of(url: str) -> str:
    """The address of a request without what is nobody's business."""
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"


def _without_secrets(location: str, asked: str) -> str:
    try:
        return one_line(address_of(urljoin(asked.partition(" ")[2], location)))
    except ValueError:
        return "an address that cannot be read"


def _problem_in(reply: OddReply) -> tuple[Optional[str], str]:
    """What the monitor says is wrong; or whatever else was said."""
    fields = reply.body if isinstance(reply.body, dict) else {}
    code = fields.get("code") if isinstance(fields.get("code"), str) else None
    detail = fields.get("detail")
    if not isinstance(detail, str):
        return code, one_line(reply.text)
    return code, one_line(detail if code is None else f"{code}: {detail}")


def _page_in(reply: OddReply) -> Optional[str]:
    if reply.is_json or not reply.text.lstrip().startswith("<"):
        return None
    found = re.search(r"<title[^>]*>([^<]*)", reply.text, re.IGNORECASE)
    title = one_line(found.group(1)) if found else ""
    return f'a page ("{title}")' if title else "a page"
