"""A small HTTP client that costs little: a few connections kept alive, one prepared request, in a loop."""

from __future__ import annotations

import selectors
import socket
import time
from dataclasses import dataclass, field
from statistics import median


class Refused(Exception):
    """The server answered with another status than expected."""


@dataclass
class _Connection:
    sock: socket.socket
    got: bytearray = field(default_factory=bytearray)
    wanted: int = 0
    asked: float = 0.0


def request(path: str, *headers: str, method: str = "GET", body: bytes = b"") -> bytes:
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: ru", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + body


def once(port: int, asked: bytes, *, timeout: float = 30) -> tuple[int, dict[str, str], bytes]:
    """One answer: status, headers (names in lower case), body."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as sock:
        sock.sendall(asked)
        got = bytearray()
        while not (whole := _length(got)) or len(got) < whole:
            more = sock.recv(1 << 16)
            if not more:
                raise ConnectionError("the server closed the connection")
            got += more
    head, _, body = bytes(got).partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return int(status.split()[1]), headers, body


def _length(got: bytearray) -> int:
    """How long the whole answer is; 0 while its head is not all there."""
    end = got.find(b"\r\n\r\n")
    if end < 0:
        return 0
    head = bytes(got[:end]).lower()
    place = head.find(b"\r\ncontent-length:")
    length = int(head[place + 17 :].split(b"\r\n", 1)[0]) if place >= 0 else 0
    return end + 4 + length


def load(
    port: int, asked: bytes, *, seconds: float, status: int = 200, connections: int = 8
) -> dict[str, float]:
    """Requests a second, and the time to answer in ms (median and 99th of a hundred)."""
    expected = f" {status} ".encode()
    selector = selectors.DefaultSelector()
    times: list[float] = []
    for _ in range(connections):
        sock = socket.create_connection(("127.0.0.1", port), timeout=30)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        selector.register(sock, selectors.EVENT_READ, _Connection(sock))
    began = now = time.perf_counter()
    for key in selector.get_map().values():
        key.data.asked = now
        key.data.sock.sendall(asked)
    while now - began < seconds:
        for key, _ in selector.select(timeout=10):
            one: _Connection = key.data
            more = one.sock.recv(1 << 18)
            if not more:
                raise ConnectionError("the server closed a connection")
            one.got += more
            one.wanted = one.wanted or _length(one.got)
            if not one.wanted or len(one.got) < one.wanted:
                continue
            if expected not in one.got[:16]:
                raise Refused(bytes(one.got[:200]).decode("latin-1"))
            now = time.perf_counter()
            times.append(now - one.asked)
            one.got.clear()
            one.wanted, one.asked = 0, now
            one.sock.sendall(asked)
        now = time.perf_counter()
    for key in list(selector.get_map().values()):
        key.data.sock.close()
    selector.close()
    times.sort()
    return {
        "rate": len(times) / (now - began),
        "p50": median(times) * 1000,
        "p99": times[int(len(times) * 0.99)] * 1000,
    }
