"""The clock of the site jumps a day ahead, and back."""

import tempfile
import time
from pathlib import Path

from tests.chaos.fault import Outcome, fault
from tests.chaos.site import Ground
from tests.support.checkout_site import settings_of
from tests.support.command import free_port, running

HOURS = 24
AHEAD_SECONDS = 8.0


@fault("the site's clock one day ahead for 8 s, then back")
def jump(ground: Ground) -> Outcome:
    """The clock that the site hands down to all its parts; PostgreSQL keeps its own, as it does on another machine."""
    port = free_port()
    with ground.database() as url, tempfile.TemporaryDirectory(prefix="showground-clock-") as folder:
        ahead = Path(folder) / "hours"
        ahead.write_text("0")
        settings = settings_of(url) | {"rate_limits": "x100", "site_url": f"http://localhost:{port}"}
        with running(str(ahead), program="tests.chaos.clocked_site", port=port, **settings) as site:
            assert site.get("/readyz").status_code == 200, site.output
            with ground.loaded(site, url) as load, load.trouble():
                ahead.write_text(str(HOURS))
                time.sleep(AHEAD_SECONDS)
                ahead.write_text("0")
        return load.outcome()
