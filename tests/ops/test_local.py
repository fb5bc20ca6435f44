"""Local settings: the secret made once, and the hosts that are this machine's."""

import socket
import stat
from pathlib import Path

import pytest

from config import addresses
from config.secret import local_secret


def test_a_secret_is_made_once_and_kept_private(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret"
    made = local_secret(path)
    assert len(made) >= 50
    assert local_secret(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in path.parent.iterdir()] == ["secret"]


def test_two_sites_have_two_secrets(tmp_path: Path) -> None:
    assert local_secret(tmp_path / "one") != local_secret(tmp_path / "two")


def test_a_broken_secret_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("\n", encoding="ascii")
    made = local_secret(path)
    assert len(made) >= 50
    assert local_secret(path) == made


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", ""])
def test_loopback_allows_loopback_only(host: str) -> None:
    assert addresses.allowed_hosts(host) == ["localhost", "127.0.0.1", "[::1]"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_all_interfaces_allow_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setattr(addresses, "machine_addresses", lambda: ["192.168.7.9", "fd00::5"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Desk")
    assert addresses.allowed_hosts(host)[3:] == ["desk", "desk.local", "192.168.7.9", "[fd00::5]"]


def test_one_address_is_allowed_beside_loopback() -> None:
    assert addresses.allowed_hosts("192.168.7.9") == ["localhost", "127.0.0.1", "[::1]", "192.168.7.9"]


def test_addresses_of_this_machine_are_no_loopback() -> None:
    assert not any(addresses.is_loopback(address) for address in addresses.machine_addresses())
