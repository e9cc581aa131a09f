"""The disk of the data folder."""

import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The folder of the embedded database."""

    path: Path

    def free(self) -> float | None:
        """The free share of its disk; None if the folder does not exist."""
        try:
            usage = shutil.disk_usage(self.path)
        except OSError:
            return None
        return usage.free / usage.total
