"""Small real servers on this machine: one that does what a test scripts, byte by byte."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from goodpapers.panel.personas import KEYS

HERE = Path(__file__).parent
Act = Callable[["Asked"], None]


class Asked(BaseHTTPRequestHandler):
    """One request that the scripted server got, and the ways to answer it."""

    protocol_version = "HTTP/1.1"
    number = 0
    body: Mapping[str, Any] = {}

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        self.body = json.loads(self.rfile.read(length))
        server = self.server
        assert isinstance(server, Scripted)
        server.take(self)

    def log_message(self, *said: object) -> None:
        pass

    def reply(
        self, status: int = 200, text: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        raw = text.encode()
        self.send_response(status)
        for name, value in ({"content-type": "application/json"} | dict(headers or {})).items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def say(self, content: str, finish: str = "stop", **more: Any) -> None:
        """A well-formed chat completion with this content."""
        self.reply(text=json.dumps(completion(content, finish) | more))

    def drop(self) -> None:
        """Close the connection without another byte."""
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True


def completion(content: str, finish: str = "stop") -> dict[str, Any]:
    message = {"role": "assistant", "content": content}
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 1_500, "completion_tokens": 150, "total_tokens": 1_650},
    }


def keys(n: int = len(KEYS)) -> list[str]:
    return [f"a{number:02d}" for number in range(1, n + 1)]


def all_answers(value: object = 70, n: int = len(KEYS)) -> str:
    return json.dumps(dict.fromkeys(keys(n), value))


class Scripted(ThreadingHTTPServer):
    """Answers each request by the script; remembers what it was asked."""

    daemon_threads = True

    def __init__(self, act: Act) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.act = act
        self.open, self.most_open = 0, 0
        self._lock = threading.Lock()
        self.asked: list[Asked] = []
        self.times: list[float] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def take(self, asked: Asked) -> None:
        with self._lock:
            self.asked.append(asked)
            self.times.append(time.monotonic())
            asked.number = len(self.asked)
            self.open += 1
            self.most_open = max(self.most_open, self.open)
        try:
            self.act(asked)
        finally:
            with self._lock:
                self.open -= 1

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # the client may hang up first; that is what some tests are about


@contextmanager
def scripted(act: Act) -> Iterator[Scripted]:
    """The server while the block runs."""
    server = Scripted(act)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def random_model_server() -> Iterator[str]:
    """The address of a real llama.cpp server with a model of random weights."""
    started = subprocess.Popen(
        [sys.executable, str(HERE / "random_model.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert started.stdin is not None
    assert started.stdout is not None
    try:
        yield started.stdout.readline().strip()
    finally:
        started.stdin.close()
        started.wait(20)
