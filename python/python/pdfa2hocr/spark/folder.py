"""The output folder of a job, on any file system that Spark writes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["Folder"]


class Folder:
    """A folder. Paths in it are relative."""

    def __init__(self, spark: SparkSession, path: str) -> None:
        self._jvm: Any = spark._jvm
        self._root = path.rstrip("/") or "/"
        configuration = spark._jsparkSession.sessionState().newHadoopConf()
        self._system = self._at("").getFileSystem(configuration)

    def path(self, below: str) -> str:
        """The path for Spark."""
        return f"{self._root}/{below}" if below else self._root

    def local(self) -> str | None:
        """The path of the folder for Python; `None` if only Spark can write to it."""
        if self._system.getUri().getScheme() != "file":
            return None
        return str(self._system.makeQualified(self._at("")).toUri().getPath())

    def _at(self, below: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path(self.path(below))

    def text(self, below: str) -> str | None:
        """The content of a small file; `None` if it does not exist."""
        if not self._system.exists(self._at(below)):
            return None
        stream = self._system.open(self._at(below))
        try:
            return str(self._jvm.org.apache.commons.io.IOUtils.toString(stream, "UTF-8"))
        finally:
            stream.close()

    def write(self, below: str, text: str) -> None:
        """Writes a small file, which appears when it is complete."""
        unfinished = self._at(f"{below}.part")
        stream = self._system.create(unfinished, True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()
        self._system.rename(unfinished, self._at(below))

    def remove(self, below: str) -> None:
        """Removes a file, or a folder with its content."""
        self._system.delete(self._at(below), True)
