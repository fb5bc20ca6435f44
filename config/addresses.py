"""By which names and addresses this machine is reached. Standard library only: the start script uses it."""

import contextlib
import ipaddress
import socket

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_wildcard(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False


def _outgoing(family: socket.AddressFamily, probe: str) -> str | None:
    """The address this machine would send from. Connecting a datagram socket chooses it and sends nothing."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((probe, 9))
            return str(sock.getsockname()[0])
    except OSError:
        return None


def machine_addresses() -> list[str]:
    """Addresses of this machine on its networks, the one others most likely use first; no loopback."""
    found = [
        _outgoing(socket.AF_INET, "192.0.2.1"),
        _outgoing(socket.AF_INET6, "2001:db8::1"),
    ]
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    plain = [address.partition("%")[0] for address in found if address]
    return list(dict.fromkeys(address for address in plain if not is_loopback(address)))


def allowed_hosts(host: str) -> list[str]:
    """Host names to accept when the server listens on `host`: loopback always, more where it is meant."""
    names = list(LOOPBACK_NAMES)
    if is_wildcard(host):
        hostname = socket.gethostname()
        names += [hostname, f"{hostname}.local", *machine_addresses()]
    elif host and not is_loopback(host):
        names.append(host.strip("[]"))
    # Django compares an IPv6 address with its brackets on.
    bracketed = (f"[{name}]" if ":" in name else name.lower() for name in names)
    return list(dict.fromkeys(bracketed))
