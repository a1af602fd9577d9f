"""Answers as a monitor does, or as a test wants it, and keeps what it heard."""

from __future__ import annotations

import json
import queue
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Optional

from .wire import wire


@dataclass
class Heard:
    kind: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float = field(default_factory=time.monotonic)


@dataclass
class Answer:
    """hang: seconds before anything is said. reset: nothing is."""

    status: int = 200
    body: Any = None
    text: Optional[str] = None
    headers: dict[str, str] = field(default_factory=dict)
    hang: float = 0
    reset: bool = False


def well_meant(heard: Heard) -> Answer:
    if heard.kind == "stop":
        return Answer(204)
    if heard.kind == "register":
        return Answer(body=wire("register-response"))
    # The golden one asks for 30 s, which is no pace for tests.
    return Answer(body={**wire("heartbeat-response"), "nextHeartbeatSeconds": None})


class StandInMonitor:
    def __init__(self, answer: Callable[[Heard], Optional[Answer]] = well_meant) -> None:
        self.answer = answer
        self.heard: list[Heard] = []
        self._news: queue.Queue[Heard] = queue.Queue()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def next(self, kind: str, within: float = 10) -> Heard:
        """The next request of a kind that was not asked for yet."""
        while True:
            heard = self._news.get(timeout=within)
            if heard.kind == kind:
                return heard

    def kinds(self) -> list[str]:
        return [heard.kind for heard in self.heard]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # The head and the body of an answer go out together.
            wbufsize = -1

            def handle_any(self) -> None:
                size = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(size) or b"{}")
                kind = "stop" if self.command == "DELETE" else self.path.rsplit("/", 1)[-1]
                heard = Heard(kind, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
                outer.heard.append(heard)
                answer = outer.answer(heard) or well_meant(heard)
                outer._news.put(heard)
                if answer.hang:
                    threading.Event().wait(answer.hang)
                if answer.reset:
                    self.close_connection = True
                    return
                text = answer.text if answer.text is not None else json.dumps(answer.body or {})
                data = b"" if answer.status == 204 else text.encode()
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
                self.wfile.flush()

            do_POST = do_DELETE = handle_any

            def log_message(self, *_: object) -> None:
                pass

        return Handler
