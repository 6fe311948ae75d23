"""Worker processes, which read one document after the other.

A document that needs too much memory, never ends or crashes affects only its worker; the caller gets an
error. `docs/architecture_workers.md` describes the frames of the protocol.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from pdfa2hocr._program import program

__all__ = ["Answer", "Failure", "Limits", "Worker"]

_HEAD = struct.Struct("<Ic")
_LARGEST = 64 << 20
"""Maximum size of a frame in bytes; longer content is split."""

_IN_MEMORY = 16 << 20
"""Maximum size in bytes of an answer in memory; longer ones are collected in a temporary file."""

_LAST_WORDS = 4096

_PARTLY = (6, 10)
"""Exit codes with incomplete output: a module failed on some pages, or a limit was reached."""

_WRONG_ARGUMENTS = 1
"""The exit code if the worker rejects its arguments."""

_END = b"\xff\xff\xff\xff\0\0\0\0"
"""The end marker of a complete Arrow stream."""


@dataclass(frozen=True)
class Limits:
    """Limits for a document. The operating system enforces memory and processor time, the caller time."""

    memory: str | None = "1G"
    """Memory of the process, as for `--memory-limit`: `512M`, `2G`."""
    cpu: float | None = 300
    """Seconds of processor time."""
    time: float | None = 600
    """Seconds of elapsed time."""


@dataclass(frozen=True)
class Failure:
    """The reason why a document could not be read."""

    error: str
    """The kind of error (`password`, `objects`, …), or the reason why the process ended: `memory`,
    `cpu-time`, `time`, `crash`."""
    message: str
    exit: int | None
    """The exit code of the conversion; `None` if the process was killed."""


@dataclass
class Answer:
    """The rows of a document, as a stream in the Arrow IPC format."""

    stream: IO[bytes] = field(repr=False)


class _Died(Exception):
    def __init__(self, failure: Failure, again: bool) -> None:
        super().__init__(failure.message)
        self.failure = failure
        self.again = again


class Worker:
    """A process that is started for its first document, and replaced after a crash or `most` documents.

    It must not be used by several threads at once. After a fork, the child needs its own workers.
    """

    def __init__(
        self,
        limits: Limits = Limits(),
        *,
        command: Sequence[str] | None = None,
        most: int = 1000,
    ) -> None:
        """`command` starts the program; `None` is that of the package. A process reads at most `most`
        documents, because it never releases all of its memory."""
        self._limits = limits
        self._command = list(command) if command is not None else None
        self._most = most
        self._process: _Process | None = None
        self._done = 0

    def read(
        self,
        path: str,
        *,
        content: bytes | memoryview | None = None,
        name: str | None = None,
        tables: Sequence[str] = (),
        options: Sequence[str] = (),
        password: str | None = None,
    ) -> Answer | Failure:
        """Reads a document: the file at `path`, or `content`. The column `path` is `name`, or the path.

        If the process crashes, the document is tried once more in a new one, but not if it took too long.
        """
        request: dict[str, Any] = {
            "id": 0,
            "name": os.fsencode(name if name is not None else path).decode(errors="replace"),
            "options": [*options, "--jobs=1"],
            "answer": {"arrow": list(tables)},
        }
        if content is None:
            request["path"] = _path(path)
        else:
            request["bytes"] = len(content)
        if password is not None:
            request["password"] = password
        again = True
        while True:
            try:
                return self._start().ask(request, content)
            except _Died as died:
                self.close()
                if not (died.again and again):
                    return died.failure
                again = False

    def close(self) -> None:
        """Ends the process, if it runs."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> _Process:
        if self._process is None or self._done >= self._most:
            self.close()
            command = self._command if self._command is not None else [program()]
            self._process = _Process(command, self._limits)
            self._done = 0
        self._done += 1
        return self._process


def _path(path: str) -> str | list[int]:
    """A path for a request: a string, or its bytes if it is not Unicode."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return list(os.fsencode(path))
    return path


class _Process:
    """A worker process, and the exchange of frames with it."""

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        arguments = [*command, "worker"]
        if limits.memory is not None:
            arguments.append(f"--memory-limit={limits.memory}")
        if limits.cpu is not None:
            arguments.append(f"--cpu-limit={max(1, round(limits.cpu))}")
        self._time = limits.time
        self._errors = tempfile.TemporaryFile()
        environment = {k: v for k, v in os.environ.items() if k != "PDFA2HOCR_PASSWORD"}
        environment["RUST_BACKTRACE"] = "0"
        # Without it, a program with a memory limit would start itself again.
        environment["MIMALLOC_ARENA_RESERVE"] = "0"
        self._child = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
            env=environment,
            # Ctrl-C must only reach the caller.
            process_group=0,
        )
        assert self._child.stdin is not None and self._child.stdout is not None
        self._to = self._child.stdin.fileno()
        self._from = self._child.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)
        self._received = bytearray()

    def kill(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout, self._errors):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def ask(self, request: dict[str, Any], content: bytes | memoryview | None) -> Answer | Failure:
        """Sends a request, and returns the answer.

        Raises `_Died` if there is none. The process is unusable then.
        """
        until = None if self._time is None else time.monotonic() + self._time
        stream: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)
        try:
            for kind, payload in self._exchange(_frames(request, content), until):
                if kind == b"D":
                    stream.write(payload)
                elif kind == b"J":
                    end = json.loads(payload)
                    error = end.get("error")
                    if end.get("ok") or error and error["exit"] in _PARTLY and _is_whole(stream):
                        stream.seek(0)
                        return Answer(stream)
                    if error is None:
                        raise _unreadable()
                    stream.close()
                    return Failure(error["code"], error["message"], error["exit"])
            raise self._died()
        except BaseException:
            stream.close()
            raise

    def _exchange(
        self, frames: Iterator[bytes | memoryview], until: float | None
    ) -> Iterator[tuple[bytes, bytes]]:
        """Sends frames, and yields the received ones until the end of the output."""
        unsent = memoryview(next(frames))
        with selectors.DefaultSelector() as selector:
            selector.register(self._from, selectors.EVENT_READ)
            selector.register(self._to, selectors.EVENT_WRITE)
            while True:
                left = None if until is None else until - time.monotonic()
                if left is not None and left <= 0:
                    raise _Died(Failure("time", "it took too long", None), again=False)
                for key, _ in selector.select(left):
                    if key.fd == self._to:
                        unsent = self._send(unsent, frames)
                        if not unsent:
                            selector.unregister(self._to)
                    else:
                        received = os.read(self._from, 1 << 20)
                        if not received:
                            return
                        self._received += received
                        yield from self._whole()

    def _send(self, unsent: memoryview, frames: Iterator[bytes | memoryview]) -> memoryview:
        """Sends as much as the pipe accepts, and returns the rest.

        The rest is empty if everything is sent or the pipe is closed.
        """
        try:
            unsent = unsent[os.write(self._to, unsent) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            # The reason becomes known when the answer is read.
            return memoryview(b"")
        while not unsent:
            following = next(frames, None)
            if following is None:
                break
            unsent = memoryview(following).cast("B")
        return unsent

    def _whole(self) -> Iterator[tuple[bytes, bytes]]:
        """Yields the frames that have been received completely."""
        while len(self._received) >= _HEAD.size:
            length, kind = _HEAD.unpack_from(self._received)
            if kind not in (b"J", b"D", b"E") or length > _LARGEST:
                raise _unreadable()
            end = _HEAD.size + length
            if len(self._received) < end:
                return
            payload = bytes(self._received[_HEAD.size : end])
            del self._received[:end]
            yield kind, payload

    def _died(self) -> _Died:
        """The reason for the end of the output."""
        try:
            status = self._child.wait(5)
        except subprocess.TimeoutExpired:
            return _unreadable()
        end = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, end - _LAST_WORDS))
        words = self._errors.read().decode(errors="replace")
        if "memory allocation of" in words:
            why = Failure("memory", "it needs more memory than it can have", None)
            return _Died(why, again=True)
        if status == -signal.SIGXCPU:
            why = Failure("cpu-time", "it took too much processor time", None)
            return _Died(why, again=False)
        if status < 0:
            try:
                name = signal.Signals(-status).name
            except ValueError:
                name = f"signal {-status}"
            return _Died(Failure("crash", f"it crashed ({name})", None), again=True)
        lines = [line for line in words.splitlines() if line]
        said = lines[-1].removeprefix("pdfa2hocr: ") if lines else f"it ended with exit code {status}"
        if status == _WRONG_ARGUMENTS:
            # The arguments are wrong for every document.
            raise ValueError(said)
        return _Died(Failure("crash", said, status), again=True)


def _unreadable() -> _Died:
    return _Died(Failure("crash", "its answer cannot be read", None), again=True)


def _is_whole(stream: IO[bytes]) -> bool:
    if stream.tell() < len(_END):
        return False
    stream.seek(-len(_END), os.SEEK_END)
    return stream.read() == _END


def _frames(
    request: dict[str, Any], content: bytes | memoryview | None
) -> Iterator[bytes | memoryview]:
    payload = json.dumps(request).encode()
    yield _HEAD.pack(len(payload), b"J") + payload
    if content is not None:
        whole = memoryview(content)
        for start in range(0, len(whole), _LARGEST):
            part = whole[start : start + _LARGEST]
            yield _HEAD.pack(len(part), b"D")
            yield part
