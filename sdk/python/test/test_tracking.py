import asyncio
import threading
from typing import Any
from urllib.request import urlopen
from wsgiref.simple_server import WSGIRequestHandler, make_server

from service_monitor import AsgiTracking, WsgiTracking
from service_monitor._tracking.request_counter import RequestCounter

from .support.talking import TalkingTest
from .support.until import until


class Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Tracking(TalkingTest):
    def counts(self) -> tuple[int, int]:
        metadata = self.monitor.next("heartbeat").body["metadata"]
        return metadata["requests_per_minute"], metadata["active_connections"]

    def test_requests_of_a_wsgi_server_are_counted_and_its_port_is_told(self) -> None:
        sdk = self.talk(hostname="h1")
        leave = threading.Event()

        def app(environ: dict[str, Any], start_response: Any) -> Any:
            start_response("200 OK", [])
            if environ["PATH_INFO"] == "/list":
                return [b"done"]

            def pieces() -> Any:
                yield b"begun"
                leave.wait(10)
                yield b"done"

            return pieces()

        server = make_server("127.0.0.1", 0, WsgiTracking(app, sdk), handler_class=Quiet)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        with urlopen(f"http://127.0.0.1:{server.server_port}/list") as answer:
            self.assertEqual(answer.read(), b"done")
        with urlopen(f"http://127.0.0.1:{server.server_port}/") as answer:
            until("a request in flight", lambda: self.counts() == (2, 1))
            leave.set()
            self.assertEqual(answer.read(), b"begundone")
        until("none in flight", lambda: self.counts() == (2, 0))
        registered = [heard.body for heard in self.monitor.heard if heard.kind == "register"][-1]
        self.assertEqual((registered["port"], registered["url"]), (server.server_port, f"http://h1:{server.server_port}"))

    def test_requests_of_an_asgi_application_are_counted_and_its_shutdown_deregisters(self) -> None:
        sdk = self.talk()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            if scope["type"] == "lifespan":
                while (await receive())["type"] != "lifespan.shutdown":
                    pass
                return
            if scope["path"] == "/fault":
                raise ValueError("fault")
            await asyncio.to_thread(until, "a request in flight", lambda: self.counts() == (1, 1))

        tracked = AsgiTracking(app, sdk)
        messages = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]

        async def receive() -> Any:
            return messages.pop(0)

        async def serve() -> None:
            scope = {"type": "http", "path": "/", "server": ("127.0.0.1", 8123), "scheme": "http"}
            await tracked(scope, receive, receive)
            with self.assertRaises(ValueError):
                await tracked({**scope, "path": "/fault"}, receive, receive)
            await asyncio.to_thread(until, "none in flight", lambda: self.counts() == (2, 0))
            await tracked({"type": "lifespan"}, receive, receive)

        asyncio.run(serve())
        self.assertEqual(self.monitor.kinds()[-1], "stop")
        registered = [heard.body for heard in self.monitor.heard if heard.kind == "register"][-1]
        self.assertEqual(registered["url"], "http://127.0.0.1:8123")

    def test_a_request_counts_for_a_minute(self) -> None:
        now = [0.0]
        counter = RequestCounter(lambda: now[0])
        for now[0] in (0, 30, 30.5, 59):
            counter.begin()
            counter.end()
        self.assertEqual(counter.read(), (4, 0))
        now[0] = 60
        self.assertEqual(counter.read(), (3, 0))
        now[0] = 200
        self.assertEqual(counter.read(), (0, 0))
