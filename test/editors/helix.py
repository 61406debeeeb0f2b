"""Types keys into Helix in a terminal of its own and prints what it drew, without colours: `helix.py HX FILE KEYS…`.

A key is sent when what Helix drew holds the text before it: `…=10G` at once, `is (128,64,3)=10Gfs k` when the problem is there.
Ends when the last one's text is there too, or after a minute.
"""

import os
import pty
import re
import select
import sys
import time

hx, file, *steps = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.environ.update(TERM="xterm-256color", LINES="45", COLUMNS="170")
    os.execvp(hx, [hx, file])

import fcntl, struct, termios  # noqa: E401, E402

fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 170, 0, 0))
drawn = ""
# It asks the terminal what it can do, and waits a moment for answers; keys are not for then.
ready = time.time() + 5
end = time.time() + 60
while steps and time.time() < end:
    if select.select([terminal], [], [], 0.2)[0]:
        try:
            drawn += os.read(terminal, 65536).decode("utf-8", "replace")
        except OSError:
            break
    wanted, _, keys = steps[0].partition("=")
    if time.time() > ready and wanted in re.sub(r"\x1b\[[0-9;?>]*[a-zA-Z]|\x1bP.*?\x1b\\", "", drawn):
        steps.pop(0)
        os.write(terminal, keys.encode())
os.kill(pid, 9)
print(re.sub(r"\x1b\[[0-9;?>]*[a-zA-Z]|\x1bP.*?\x1b\\", "", drawn))
sys.exit(1 if steps else 0)
