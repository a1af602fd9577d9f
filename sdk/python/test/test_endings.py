import signal
import time
import unittest

from .support.app_process import AppProcess
from .support.stand_in_monitor import Answer, StandInMonitor

START = "monitor = add_monitor()\nwait_for_a_heartbeat(monitor)\n"
SIGNALS = "monitor = add_monitor(handle_signals=True)\nwait_for_a_heartbeat(monitor)\n"


class Endings(unittest.TestCase):
    """A crash never deregisters, and an intended end always does."""

    def ends(self, code: str, number: int = 0) -> tuple[int, bool]:
        """How an application ended, and whether it deregistered."""
        monitor = StandInMonitor()
        app = AppProcess(monitor.url, code)
        try:
            self.assertRegex(app.line(), "^beating")
            self.status, _, self.errors = app.end(number or None)
            return self.status, "stop" in monitor.kinds()
        finally:
            app.kill()
            monitor.close()

    def test_an_application_that_comes_to_its_end_deregisters(self) -> None:
        for code in ("", "sys.exit()", "sys.exit(0)", "monitor.stop()", "with monitor: pass"):
            with self.subTest(code):
                self.assertEqual(self.ends(START + code), (0, True))

    def test_an_exception_that_nobody_handled_does_not_deregister(self) -> None:
        for code in (
            "raise ValueError('x')",
            "try: raise ValueError('x')\nfinally: monitor.stop()",
            "with monitor: raise ValueError('x')",
            "import asyncio\nasync def app():\n  async with monitor: raise ValueError('x')\nasyncio.run(app())",
        ):
            with self.subTest(code):
                self.assertEqual(self.ends(START + code), (1, False))
                self.assertIn("ValueError: x", self.errors)

    def test_an_exit_code_does_not_deregister(self) -> None:
        for code, status in (
            ("sys.exit(3)", 3),
            ("sys.exit('no database')", 1),
            ("with monitor: raise SystemExit(4)", 4),
            ("import argparse; argparse.ArgumentParser().error('x')", 2),
        ):
            with self.subTest(code):
                self.assertEqual(self.ends(START + code), (status, False))

    def test_a_thread_that_an_exception_ended_does_not_deregister(self) -> None:
        code = "def work(): raise ValueError('x')\nt = threading.Thread(target=work); t.start(); t.join()"
        self.assertEqual(self.ends(START + code), (0, False))
        self.assertIn("ValueError: x", self.errors)

    def test_an_exception_that_was_handled_is_nobodys_business(self) -> None:
        code = "try: raise ValueError('x')\nexcept ValueError: pass\ntry: sys.exit(3)\nexcept SystemExit: sys.exit(0)"
        self.assertEqual(self.ends(START + code), (0, True))

    def test_os_exit_and_sigkill_and_a_sigterm_that_nobody_handles_do_not_deregister(self) -> None:
        self.assertEqual(self.ends(START + "os._exit(0)"), (0, False))
        self.assertEqual(self.ends(START + "time.sleep(60)", signal.SIGKILL), (-signal.SIGKILL, False))
        self.assertEqual(self.ends(START + "time.sleep(60)", signal.SIGTERM), (-signal.SIGTERM, False))

    def test_with_handle_signals_a_sigterm_deregisters_and_has_the_effect_it_would_have_had(self) -> None:
        self.assertEqual(self.ends(SIGNALS + "time.sleep(60)", signal.SIGTERM), (-signal.SIGTERM, True))
        handled = "signal.signal(signal.SIGTERM, lambda *_: sys.exit(5))\n" + SIGNALS + "time.sleep(60)"
        self.assertEqual(self.ends(handled, signal.SIGTERM), (5, True))
        later = "monitor = add_monitor(handle_signals=True)\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n"
        later += "wait_for_a_heartbeat(monitor)\ntime.sleep(60)"
        self.assertEqual(self.ends(later, signal.SIGTERM), (0, True))

    def test_ctrl_c_deregisters(self) -> None:
        self.assertEqual(self.ends(START + "time.sleep(60)", signal.SIGINT), (-signal.SIGINT, True))
        self.assertEqual(self.ends(SIGNALS + "time.sleep(60)", signal.SIGINT), (-signal.SIGINT, True))

    def test_the_application_knows_better_if_it_says_so(self) -> None:
        self.assertEqual(self.ends(START + "monitor.stop(fault=True)"), (0, False))
        code = "try: 1 / 0\nexcept ZeroDivisionError: monitor.stop(fault=False)"
        self.assertEqual(self.ends(START + code), (0, True))

    def test_a_monitor_that_hangs_delays_the_end_by_three_seconds_at_most(self) -> None:
        monitor = StandInMonitor(lambda heard: Answer(hang=20) if heard.kind == "stop" else None)
        self.addCleanup(monitor.close)
        app = AppProcess(monitor.url, START + "os.close(1)")
        app.line()
        started = time.monotonic()
        self.assertEqual(app.end()[0], 0)
        self.assertLess(time.monotonic() - started, 4)
