"""Every metric is written down."""

from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from showground.core.metrics import Metrics
from showground.surfaces.metrics import DatabaseMetrics, write_metrics
from showground.surfaces.metrics_aggregate import Gathered
from showground.upkeep import State

DOCUMENT = Path(__file__).parents[2] / "docs" / "metrics.md"
NOTHING = State(jobs=[], workers=0, mails_waiting=0, oldest_mail_seconds=0, mails_refused=0, database_bytes=0)


def test_the_document_names_every_metric() -> None:
    text = write_metrics(Gathered(Metrics(), {}, {}), DatabaseMetrics(NOTHING, Metrics())).decode()
    written = DOCUMENT.read_text()
    for family in text_string_to_metric_families(text):
        assert f"`{family.name}{'_total' if family.type == 'counter' else ''}`" in written
        assert family.documentation
