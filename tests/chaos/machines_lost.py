"""On several machines: the read replica goes away, Redis stands still and goes away, the pooler is started anew."""

import time
from collections.abc import Generator
from contextlib import contextmanager

from tests.chaos.fault import Outcome, fault
from tests.chaos.load import Load, loaded
from tests.chaos.site import Ground, fill
from tests.support.checkout_site import settings_of
from tests.support.command import free_port, running
from tests.support.several_machines import Machines, running_machines

AWAY_SECONDS = 5.0


@contextmanager
def spread_out() -> Generator[tuple[Machines, Load]]:
    """A site on a primary behind a pooler, a replica and Redis, under load."""
    with running_machines() as machines:
        stock = fill(machines.direct_url)
        settings = settings_of("") | machines.settings | {"rate_limits": "x1000"}
        with running("serve", port=free_port(), **settings) as site:
            assert site.get("/readyz").status_code == 200, site.output
            with loaded(site.url, stock, machines.direct_url) as load:
                yield machines, load
            _, trace, rest = site.output.partition("Traceback")
            assert not trace, rest[:3000]


@fault("read replica killed, and back after 5 s")
def lose_replica(_: Ground) -> Outcome:
    with spread_out() as (machines, load):
        with load.trouble():
            machines.replica.kill()
            time.sleep(AWAY_SECONDS)
            machines.replica.start()
        machines.catch_up()
    return load.outcome()


@fault("Redis silent for 5 s, then killed, and back after 5 s")
def lose_redis(_: Ground) -> Outcome:
    with spread_out() as (machines, load):
        with load.trouble():
            machines.redis.freeze()
            time.sleep(AWAY_SECONDS)
            machines.redis.thaw()
            machines.redis.kill()
            time.sleep(AWAY_SECONDS)
            machines.redis.start()
    return load.outcome()


@fault("pooler killed, and back immediately")
def lose_pooler(_: Ground) -> Outcome:
    with spread_out() as (machines, load):
        with load.trouble():
            machines.pooler.kill()
            machines.pooler.start()
    return load.outcome()
