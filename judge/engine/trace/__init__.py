"""The trace: every kind of line that there is, declared once. `trace.EVENT`, `trace.FORBIDDEN`, …"""

from judge.engine.trace.kinds import *  # noqa: F403
from judge.engine.trace.lines import *  # noqa: F403
