"""Processor time as a benchmark counts it."""

import subprocess
import sys

from tools.bench_server.process import Meter

PARENT = """
import subprocess, sys
for line in sys.stdin:
    subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdout=sys.stdout)
"""

BUSY = """
import time
while time.process_time() < 0.3:
    pass
print("done", flush=True)
time.sleep(60)
"""


def test_of_a_database_its_processes_count_that_come_later() -> None:
    command = (sys.executable, "-c", PARENT, BUSY)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdin is not None and parent.stdout is not None
        meter = Meter([], parent.pid)
        try:
            parent.stdin.write("one more\n")
            parent.stdin.flush()
            assert parent.stdout.readline() == "done\n"
            assert meter.spent().database >= 0.25
        finally:
            subprocess.run(["pkill", "-P", str(parent.pid)], check=False)
            parent.kill()
