"""Checks everything the service depends on and says what is wrong and how to fix it."""

import sys

from showground.doctor.backups import check_backups
from showground.doctor.brand import check_brand
from showground.doctor.data_folder import check_data_folder
from showground.doctor.database import check_database, check_disk
from showground.doctor.models import CheckResult
from showground.doctor.services import (
    check_dns,
    check_exchange,
    check_mail,
    check_model,
    check_payments,
    check_redis,
    check_taxes,
)
from showground.doctor.site import check_site
from showground.doctor.theme import check_theme
from showground.settings import Settings

CHECKS = (
    check_data_folder,
    check_database,
    check_backups,
    check_disk,
    check_redis,
    check_mail,
    check_payments,
    check_taxes,
    check_exchange,
    check_model,
    check_dns,
    check_site,
    check_brand,
    check_theme,
)


def examine(settings: Settings) -> int:
    """Print a line for each finding; returns 1 if something needs fixing."""
    findings: list[CheckResult] = []
    for check in CHECKS:
        for finding in check(settings):
            findings.append(finding)
            sys.stdout.write(f"{'ok ' if finding.fine else 'BAD'}  {finding.what:10}  {finding.sentence}\n")
            sys.stdout.flush()
    wrong = sum(not finding.fine for finding in findings)
    problems = f"{wrong} {'problem' if wrong == 1 else 'problems'} to fix."
    sys.stdout.write(f"\n{problems}\n" if wrong else "\nEverything is OK.\n")
    return 1 if wrong else 0
