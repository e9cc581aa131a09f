"""The fonts that invoices and pictures are set in; README.md says which and why."""

from pathlib import Path

FOLDER = Path(__file__).parent
