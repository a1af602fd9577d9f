import socket
import threading
import unittest
from urllib.parse import urlsplit

from service_monitor._api.answer import Accepted, Answer
from service_monitor._api.api_key import ApiKey
from service_monitor._api.connection import Connection
from service_monitor._api.monitor_api import MonitorApi
from service_monitor._api.replies import RegistrationReply

CUT = "the connection was closed in the middle of the answer"


class PeersBytes(unittest.TestCase):
    """What a peer sends that speaks HTTP badly, or no HTTP at all."""

    def ask(self, answer: bytes) -> Answer[RegistrationReply]:
        """What becomes of a registration whose answer is this, and then the end of the connection."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                heard = b""
                # Bytes that nobody read would make the end of the connection a reset.
                while not heard.endswith(b"{}"):
                    heard += connection.recv(65_536)
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        self.address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        base = urlsplit(self.address)
        connection = Connection(base)
        self.addCleanup(connection.close)
        return MonitorApi(base, ApiKey("k", lambda: None), connection).register({}, 5_000)

    def problem(self, answer: bytes) -> str:
        outcome = self.ask(answer)
        assert not isinstance(outcome, Accepted)
        self.assertEqual((outcome.kind, outcome.trouble), ("failed", "no-answer"))
        asked = f"POST {self.address}api/services/register: "
        self.assertTrue(outcome.problem.startswith(asked), outcome.problem)
        return outcome.problem[len(asked) :]

    def test_a_first_line_that_is_no_http_cannot_forge_a_line_of_the_log(self) -> None:
        said = self.problem(b"HTTP/9 \x1b[31mFORGED\rERROR root all is well\r\n\r\n")
        self.assertEqual(said, "HTTP/9 [31mFORGED ERROR root all is well")

    def test_binary_is_said_in_one_short_line(self) -> None:
        said = self.problem(bytes(range(1, 256)) * 200 + b"\n")
        self.assertLessEqual(len(said), 200)
        self.assertTrue(said.isprintable(), said)

    def test_an_answer_that_is_cut_off_is_a_connection_that_was_closed(self) -> None:
        body = b'{"instanceId": "a", "serviceId": "b"}'
        length = b"Content-Length: %d\r\n" % len(body)
        cuts = {
            "in the first line": b"HTTP/1.1 20",
            "after the first line": b"HTTP/1.1 200 OK\r\n",
            "in a header": b"HTTP/1.1 200 OK\r\nContent-Le",
            "before the end of the head": b"HTTP/1.1 200 OK\r\n" + length,
            "before the body": b"HTTP/1.1 200 OK\r\n" + length + b"\r\n",
            "in the body": b"HTTP/1.1 200 OK\r\n" + length + b"\r\n" + body[:9],
            "in a chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{",
            "between chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
        }
        for where, answer in cuts.items():
            with self.subTest(where):
                self.assertEqual(self.problem(answer), CUT)

    def test_a_whole_answer_before_the_end_is_one(self) -> None:
        body = b'{"instanceId": "a", "serviceId": "b"}'
        wholes = {
            "with a length": b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body),
            "until the end of the stream": b"HTTP/1.1 200 OK\r\n\r\n" + body,
            "in chunks": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(body), body),
        }
        for how, answer in wholes.items():
            with self.subTest(how):
                self.assertEqual(self.ask(answer), Accepted(RegistrationReply("b", "a")))

    def test_an_id_that_is_no_clean_line_is_not_the_monitors(self) -> None:
        body = b'{"instanceId": "a\\rERROR root all is well"}'
        outcome = self.ask(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        self.assertEqual(outcome.kind, "failed")
