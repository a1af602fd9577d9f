import socket
import threading
import time

from service_monitor import add_monitor

from .support.app_process import AppProcess
from .support.talking import RecordingLog, TalkingTest
from .support.until import until


class Isolation(TalkingTest):
    """Whatever the monitor does, the application does not notice."""

    def test_a_monitor_that_is_not_there_costs_nothing_but_a_line(self) -> None:
        started = time.monotonic()
        sdk = self.talk(base_url="http://127.0.0.1:1")
        self.assertLess(time.monotonic() - started, 0.5)
        until("failures", lambda: sdk.status().failures > 3)
        self.assertEqual(len(self.log.loud), 1)
        self.assertIn("Connection refused", self.log.loud[0])

    def test_the_application_ends_with_its_own_code_when_nobody_listens(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        app = AppProcess(url, "add_monitor(stop_timeout=0.3)\nprint('done')")
        started = time.monotonic()
        self.assertEqual(app.end(), (0, "done\n", ""))
        self.assertLess(time.monotonic() - started, 3)

    def test_a_server_that_drips_its_answer_holds_nobody(self) -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        over = threading.Event()

        def drip() -> None:
            connection, _ = listener.accept()
            with connection:
                try:
                    while not over.wait(0.05):
                        connection.sendall(b"H")
                except OSError:
                    pass  # Nobody waits for it any more.

        threading.Thread(target=drip, daemon=True).start()
        self.addCleanup(listener.close)
        self.addCleanup(over.set)
        sdk = self.talk(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", request_timeout=0.3)
        until("a failure", lambda: sdk.status().failures > 0, 5)
        self.assertRegex(str(sdk.status().last_problem), r"^POST http://127.0.0.1:\d+/.*: no answer within 300 ms$")

    def test_a_logger_that_raises_is_survived(self) -> None:
        sdk = self.talk()
        self.log.logger.removeHandler(self.log)
        self.log.logger.warning = self.log.logger.info = lambda *_: 1 / 0  # type: ignore[assignment,method-assign]
        self.monitor.next("heartbeat")
        self.monitor.next("heartbeat")
        self.assertEqual(sdk.status().failures, 0)

    def test_a_logger_that_is_none_is_one_warning_and_the_default_is_used(self) -> None:
        for odd in (object(), "x", 0, RecordingLog):
            with self.subTest(odd), self.assertLogs("service_monitor", "WARNING") as logs:
                sdk = self.talk(logger=odd)
                self.monitor.next("heartbeat")
                warning = "logger must be a logging.Logger; that of service_monitor is used instead"
                self.assertEqual([line.getMessage() for line in logs.records], [warning])
                sdk.stop(fault=True)

    def test_threads_that_start_and_stop_many_monitors_leave_none_behind(self) -> None:
        before = threading.active_count()
        self.listen()
        for _ in range(5):
            sdk = add_monitor(base_url=self.monitor.url, api_key="k", service_name="s")
            sdk.wait_until_registered()
            self.assertEqual(sdk.stop().kind, "stopped")
        until("as few threads as before", lambda: threading.active_count() <= before + 2)


