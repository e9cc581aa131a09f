"""PostgreSQL stands still for ten seconds: connections stay open, and nothing is answered on them."""

import signal
import time

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground

STALL_SECONDS = 10.0


@fault("PostgreSQL stalled for 10 s")
def stall_postgres(ground: Ground) -> Outcome:
    with ground.database() as url:
        with ground.site(url=url) as site, ground.loaded(site, url) as load, load.trouble():
            ground.signal_all(signal.SIGSTOP)
            time.sleep(STALL_SECONDS)
            ground.signal_all(signal.SIGCONT)
        return load.outcome()
