"""Measures pages of the site as shares of a bare view on the same server, in the same round.

One worker of four threads on the loopback, a database of its own; the client has the other core to itself.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from .battle import ruling
from .client import load, once, request

ROOT = Path(__file__).resolve().parents[1]
SECONDS_TO_START = 60
ENTRY = "/berserk/occupied-cell/"
EXAMPLE = "berserk/supply-at-the-start-of-the-turn"


def measured(slices: int, seconds: float) -> dict[str, Any]:
    """Every web bar, by its key."""
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-site-", dir=ROOT / "var") as folder:
        port = _free_port()
        env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "bench.site_settings",
            "JUDGEBOARD_VAR": folder,
            "JUDGEBOARD_DATABASE": "",
            "JUDGEBOARD_WORKERS": "1",
            "JUDGEBOARD_THREADS": "4",
            "PYTHONPATH": str(ROOT),
        }
        subprocess.run(
            [sys.executable, str(ROOT / "scripts" / "prepare.py")],
            cwd=ROOT,
            env=env,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        command = [
            "-m",
            "gunicorn",
            "--config",
            "config/gunicorn.py",
            "--bind",
            f"127.0.0.1:{port}",
            "config.wsgi",
        ]
        server = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=env)
        try:
            _wait(server, port)
            return _rounds(port, slices, seconds)
        finally:
            server.terminate()
            server.wait()


def _rounds(port: int, slices: int, seconds: float) -> dict[str, Any]:
    routes = _routes(port)
    bare = request("/bench/bare/")
    found: dict[str, list[dict[str, float]]] = {name: [] for name in ("bare", *routes)}
    for _ in range(slices):
        found["bare"].append(load(port, bare, seconds=seconds))
        for name, (asked, status) in routes.items():
            found[name].append(load(port, asked, seconds=seconds, status=status))
    rates = {name: [row["rate"] for row in rows] for name, rows in found.items()}
    return {
        name: {
            "ours": median(rates[name]),
            "peer": median(rates["bare"]),
            "ratio": median(one / other for one, other in zip(rates[name], rates["bare"], strict=True)),
            "ratios": [one / other for one, other in zip(rates[name], rates["bare"], strict=True)],
            "p50": median(row["p50"] for row in found[name]),
            "p99": median(row["p99"] for row in found[name]),
        }
        for name in routes
    }


def _routes(port: int) -> dict[str, tuple[bytes, int]]:
    """For each bar the request that is repeated, and the status it must have."""
    scenario = f"/examples/{EXAMPLE}/"
    _, headers, _ = once(port, request(scenario))
    posted = request("/api/v1/scenarios/", method="POST", body=json.dumps(ruling()).encode())
    status, _, body = once(port, posted)
    if status not in (200, 201):
        raise RuntimeError(f"the scenario could not be stored: {status} {body[:300]!r}")
    code = json.loads(body)["code"]
    routes = {
        "W1": (request(ENTRY), 200),
        "W1n": (request(f"/bench/anew{ENTRY}"), 200),
        "W2": (request(scenario), 200),
        "W2n": (request(f"/bench/anew{scenario}"), 200),
        "W2e": (request(f"/bench/forgetful/{EXAMPLE}/"), 200),
        "W3": (request(scenario, f"If-None-Match: {headers['etag']}"), 304),
        "W4": (request(f"/api/v1/scenarios/{code}/"), 200),
        "W4d": (request("/api/v1/entries/berserk:occupied-cell/"), 200),
    }
    for name, (asked, wanted) in routes.items():
        got, _, body = once(port, asked)
        if got != wanted:
            raise RuntimeError(f"{name} answered {got}, not {wanted}: {body[:300]!r}")
    return routes


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _wait(server: subprocess.Popen[bytes], port: int) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError("the server stopped before it answered; its own words are above")
        try:
            if once(port, request("/bench/bare/"), timeout=5)[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise RuntimeError(f"the server did not answer within {SECONDS_TO_START} s")


if __name__ == "__main__":
    json.dump(measured(int(sys.argv[1]), float(sys.argv[2])), sys.stdout)
