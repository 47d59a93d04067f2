"""Addresses of this computer in the local network."""

import contextlib
import socket
from ipaddress import ip_address

PROBE_ADDRESSES = ("10.255.255.255", "192.0.2.1")
"""Remote: the route to them reveals the local address, and nothing is sent."""


def lan_addresses() -> list[str]:
    """LAN addresses, most likely first."""
    addresses = [
        address for place in PROBE_ADDRESSES for address in [local_address_for(place)] if address
    ]
    with contextlib.suppress(OSError):
        addresses += socket.gethostbyname_ex(socket.gethostname())[2]
    return [each for each in dict.fromkeys(addresses) if is_reachable(each)]


def local_address_for(place: str) -> str:
    """Local address of the route to another host, or empty."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((place, 1))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def is_reachable(address: str) -> bool:
    """Whether other hosts can reach the address."""
    parsed = ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def is_loopback_host(host: str) -> bool:
    """Whether a host (optionally with port) is a loopback name."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
