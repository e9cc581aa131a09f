"""The disk of the data folder."""

import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class DataFolder:
    """Where the embedded database lies."""

    path: Path

    def free(self) -> float | None:
        """How much of its disk is free; unknown where there is no such folder."""
        try:
            usage = shutil.disk_usage(self.path)
        except OSError:
            return None
        return usage.free / usage.total
