"""The base of everything that is checked and encoded by pydantic."""

from pydantic import BaseModel, ConfigDict


class DataModel(BaseModel):
    """Compiled when it is first used: a process uses few of them, and compiling all delayed every start by a tenth."""

    model_config = ConfigDict(defer_build=True)
