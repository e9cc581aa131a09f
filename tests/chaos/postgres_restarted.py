"""PostgreSQL ends at once under load, with no time to say so, and recovers from its log."""

import os
import signal

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground


@fault("PostgreSQL restarted immediately")
def restart_postgres(ground: Ground) -> Outcome:
    with ground.database() as url:
        with ground.site(url=url) as site, ground.loaded(site, url) as load, load.trouble():
            before = ground.postmaster()
            os.kill(before, signal.SIGQUIT)
            assert ground.is_back_after(before)
        return load.outcome()
