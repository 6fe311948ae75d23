"""Sessions of Spark on this machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LOCAL = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
}
"""Settings of a Spark that nobody else reaches."""


@contextmanager
def local(settings: Mapping[str, str]) -> Iterator[SparkSession]:
    """A local Spark of two cores, whose tasks run in this environment."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Tasks import modules of the tests, too.
    folders = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(folders)
    builder = SparkSession.builder.master("local[2]").config("spark.driver.memory", "1g")
    for name, value in {**LOCAL, **settings}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()
