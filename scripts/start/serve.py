"""Serving the site: the checks before, the server, and the word that it really answers."""

import errno
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

from start import environment
from start.places import PYTHON, ROOT, VAR, Stop, require_writable

sys.path.insert(0, str(ROOT))
from config.addresses import is_wildcard, machine_addresses

SECONDS_TO_ANSWER = 60


@dataclass(frozen=True)
class Address:
    host: str
    port: int

    @classmethod
    def from_environment(cls) -> "Address":
        host = (os.environ.get("HOST") or "127.0.0.1").strip().strip("[]")
        port = (os.environ.get("PORT") or "8000").strip()
        if not port.isascii() or not port.isdecimal() or not 1 <= int(port) <= 65535:
            raise Stop(f"PORT is {port!r}; write a number from 1 to 65535.")
        return cls(host, int(port))

    def url(self, host: str | None = None) -> str:
        host = host or self.local()
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def local(self) -> str:
        """Where this machine itself finds the server."""
        if is_wildcard(self.host):
            return "::1" if ":" in self.host else "127.0.0.1"
        return self.host

    def bind(self) -> str:
        return f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def check(where: Address) -> None:
    """What would fail later, and is quickly known: said before anything is installed."""
    require_writable(VAR)
    try:
        found = socket.getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise Stop(f"HOST is {where.host!r}, which names no address; leave it out for 127.0.0.1.") from None
    family, kind, protocol, _name, address = found[0]
    with socket.socket(family, kind, protocol) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(address)
        except OSError as error:
            raise Stop(_why_not_bound(where, error)) from None


def _why_not_bound(where: Address, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        other = where.port + 1 if where.port < 65535 else 8000
        return f"port {where.port} on {where.host} is taken; choose another: PORT={other} make run"
    if error.errno == errno.EACCES:
        return f"port {where.port} may not be used by this user; choose one above 1023: PORT=8000 make run"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"HOST is {where.host}, which is no address of this machine; leave it out for 127.0.0.1."
    return f"cannot listen on {where.host}:{where.port}: {error.strerror}"


def serve(where: Address) -> int:
    env = environment.clean_environment() | {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "HOST": where.host,
        "PORT": str(where.port),
    }
    _prepare(env)
    command = [PYTHON, "-m", "gunicorn", "--config", ROOT / "config" / "gunicorn.py", "--bind", where.bind()]
    server = subprocess.Popen(
        [*map(str, command), "config.wsgi"], cwd=ROOT, env=env, stdin=subprocess.DEVNULL
    )
    _forward_signals(server)
    _wait_until_it_answers(server, where)
    _say_where(where)
    code = _wait(server)
    return 0 if code in {0, -signal.SIGTERM, -signal.SIGINT} else code


def _prepare(env: dict[str, str]) -> None:
    command = [str(PYTHON), str(ROOT / "scripts" / "prepare.py")]
    if subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, check=False).returncode:
        raise Stop("the site could not be prepared; what stopped it is named above.")


def _forward_signals(server: "subprocess.Popen[bytes]") -> None:
    def forward(number: int, _frame: Any) -> None:
        if server.poll() is None:
            server.send_signal(number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, forward)


def _wait(server: "subprocess.Popen[bytes]") -> int:
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            continue


def _wait_until_it_answers(server: "subprocess.Popen[bytes]", where: Address) -> None:
    status = None
    end = time.monotonic() + SECONDS_TO_ANSWER
    while time.monotonic() < end:
        if server.poll() is not None:
            raise Stop("the server stopped before it answered; its own words are above.")
        status = _status(where)
        if status == 200:
            return
        if status is not None and status >= 500:
            break
        time.sleep(0.05)
    server.terminate()
    server.wait()
    said = f"answered with {status}" if status else f"did not answer within {SECONDS_TO_ANSWER} s"
    raise Stop(f"the server {said} at {where.url()}; its own words are above.")


def _status(where: Address) -> int | None:
    connection = http.client.HTTPConnection(where.local(), where.port, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _say_where(where: Address) -> None:
    print(f"Judgeboard is running: {where.url()}", flush=True)
    if is_wildcard(where.host):
        for address in machine_addresses():
            if (":" in address) <= (":" in where.host):
                print(f"On this network:       {where.url(address)}", flush=True)
    print("Ctrl-C stops it.", flush=True)
