import os
import textwrap
import unittest

from .support.app_process import AppProcess
from .support.stand_in_monitor import StandInMonitor

START = "monitor = add_monitor(hostname='h', port=80)\nwait_for_a_heartbeat(monitor)\n"


@unittest.skipUnless(hasattr(os, "fork"), "this system has no fork")
class Forks(unittest.TestCase):
    def setUp(self) -> None:
        self.monitor = StandInMonitor()
        self.addCleanup(self.monitor.close)

    def run_app(self, code: str) -> tuple[int, list[str], str]:
        app = AppProcess(self.monitor.url, START + textwrap.dedent(code))
        self.addCleanup(app.kill)
        status, out, errors = app.end()
        return status, out.split("\n"), errors

    def keys(self) -> list[str]:
        return [heard.body["instanceId"] for heard in self.monitor.heard if heard.kind == "register"]

    def test_a_child_does_not_deregister_its_parent_and_is_no_instance(self) -> None:
        status, out, errors = self.run_app(
            """
            if (pid := os.fork()) == 0:
                print(monitor.status().state, monitor.instance_id, monitor.stop().kind, flush=True)
                sys.exit(0)
            os.waitpid(pid, 0)
            beats = monitor.status().heartbeats
            while monitor.status().heartbeats < beats + 2: time.sleep(0.01)
            print(monitor.status().failures)
            """
        )
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(out[1:3], ["idle None not-registered", "0"])
        self.assertEqual((self.monitor.kinds().count("register"), self.monitor.kinds().count("stop")), (1, 1))
        self.assertEqual(self.monitor.kinds()[-1], "stop")

    def test_children_of_multiprocessing_end_as_they_would_without_the_sdk(self) -> None:
        status, out, errors = self.run_app(
            """
            import multiprocessing
            def work(n): return n * n
            context = multiprocessing.get_context("fork")
            with context.Pool(2) as pool: print(pool.map(work, range(4)))
            child = context.Process(target=time.sleep, args=(60,)); child.start(); child.terminate(); child.join()
            print(child.exitcode)
            """
        )
        self.assertEqual((status, out[1:3], errors), (0, ["[0, 1, 4, 9]", "-15"], ""))
        self.assertEqual((self.monitor.kinds().count("register"), self.monitor.kinds().count("stop")), (1, 1))

    def test_a_worker_becomes_an_instance_of_its_own_with_the_first_request_that_it_serves(self) -> None:
        status, _, errors = self.run_app(
            """
            app = WsgiTracking(lambda environ, start: [b""], monitor)
            if (pid := os.fork()) == 0:
                app({"SERVER_PORT": "80"}, None)
                wait_for_a_heartbeat(monitor)
                sys.exit(0)
            os.waitpid(pid, 0)
            """
        )
        self.assertEqual((status, errors), (0, ""))
        keys = self.keys()
        self.assertEqual(keys[0], "h:80")
        self.assertRegex(keys[1], r"^h:80:\d+$")
        self.assertEqual(self.monitor.kinds().count("stop"), 2)
