import multiprocessing
import tempfile
import textwrap
import unittest
from pathlib import Path

from .support.app_process import AppProcess
from .support.stand_in_monitor import StandInMonitor

# What a child does, as a text, so that every start method can hand it on.
BEGIN = """
import os, sys, threading, time
from service_monitor import add_monitor
def begin():
    monitor = add_monitor()
    while monitor.status().heartbeats == 0: time.sleep(0.01)
    return monitor
"""

FORKS = [method for method in ("fork", "forkserver") if method in multiprocessing.get_all_start_methods()]


class Children(unittest.TestCase):
    """A process of multiprocessing that is an instance ends as any other: well, and deregisters, or not."""

    def ends(self, method: str, work: str, app: str = "") -> tuple[int, int, int]:
        """How a child that does the work ended, how many instances there were, and how many of them deregistered."""
        app = app or """
            child = context.Process(target=exec, args=(WORK, {}))
            child.start(); child.join()
            print(child.exitcode)
            """
        monitor = StandInMonitor()
        before = f"import multiprocessing\ncontext = multiprocessing.get_context({method!r})\nWORK = {BEGIN + work!r}\n"
        process = AppProcess(monitor.url, before + textwrap.dedent(app))
        try:
            code, out, self.errors = process.end(within=30)
            self.assertEqual(code, 0, self.errors)
            return int(out.split("\n")[-2]), monitor.kinds().count("register"), monitor.kinds().count("stop")
        finally:
            process.kill()
            monitor.close()

    def test_a_child_that_ends_well_deregisters_once(self) -> None:
        handled = "begin()\ntry: sys.exit(3)\nexcept SystemExit: pass"
        for method in multiprocessing.get_all_start_methods():
            for work in ("begin()", "begin(); sys.exit(0)", "begin().stop()", handled):
                with self.subTest(method, work=work):
                    self.assertEqual(self.ends(method, work), (0, 1, 1))
                    self.assertEqual(self.errors, "")

    def test_a_child_that_an_exception_or_an_exit_code_ends_does_not(self) -> None:
        thread = "begin()\ndef work(): raise ValueError('x')\nt = threading.Thread(target=work); t.start(); t.join()"
        for method in multiprocessing.get_all_start_methods():
            for work, code in (
                ("begin(); raise ValueError('x')", 1),
                ("begin(); sys.exit(3)", 3),
                ("begin(); raise SystemExit(3)", 3),
                ("begin(); sys.exit('no database')", 1),
                ("begin(); os._exit(0)", 0),
                (thread, 0),
            ):
                with self.subTest(method, work=work):
                    self.assertEqual(self.ends(method, work), (code, 1, 0))

    @unittest.skipUnless("fork" in FORKS, "this system has no fork")
    def test_a_child_of_a_monitored_parent_that_is_an_instance_deregisters_when_it_ends_well(self) -> None:
        app = """
            monitor = add_monitor()
            wait_for_a_heartbeat(monitor)
            def work():
                monitor.start()
                while monitor.status().heartbeats == 0: time.sleep(0.01)
                {end}
            # An exception that the parent handles meanwhile is none of the child's.
            try: raise ValueError
            except ValueError:
                child = context.Process(target=work); child.start(); child.join()
            monitor.stop(fault=True)
            print(child.exitcode)
            """
        for end, expected in (("pass", (0, 2, 1)), ("sys.exit(3)", (3, 2, 0)), ("raise KeyError", (1, 2, 0))):
            with self.subTest(end):
                self.assertEqual(self.ends("fork", "", app.replace("{end}", end)), expected)

    @unittest.skipUnless("fork" in FORKS, "this system has no fork")
    def test_the_workers_of_a_pool_of_either_kind_deregister_when_it_is_closed(self) -> None:
        executor = """
            from concurrent.futures import ProcessPoolExecutor
            with ProcessPoolExecutor(1, mp_context=context) as pool: pool.submit(exec, WORK, {}).result()
            print(0)
            """
        pool = "pool = context.Pool(1); pool.apply(exec, (WORK, {})); pool.close(); pool.join(); print(0)"
        for app in (executor, pool):
            for method in FORKS:
                with self.subTest(app, method=method):
                    self.assertEqual(self.ends(method, "begin()", app), (0, 1, 1))

    @unittest.skipUnless("forkserver" in FORKS, "this system has no fork server")
    def test_a_monitor_that_begins_while_a_child_reads_the_main_module_ends_with_the_child(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            main = Path(folder, "main.py")
            main.write_text(BEGIN + "begin()\n", encoding="utf-8")
            app = f"""
                import __main__
                # Nothing but this is asked for when the child is told what to read.
                __main__.__file__ = {str(main)!r}
                multiprocessing.set_forkserver_preload([])
                child = context.Process(target=len, args=("",)); child.start(); child.join()
                print(child.exitcode)
                """
            self.assertEqual(self.ends("forkserver", "", app), (0, 1, 1))
