"""Which addresses count as the public internet."""

# ruff: noqa: S104  an address that is refused, not bound to

from ipaddress import ip_address

import pytest

from showground.core.fetch.public import is_public

PUBLIC = [
    "8.8.8.8",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "2001:4860:4860::8888",
    "64:ff9b::808:808",  # 8.8.8.8 as a network without IPv4 reaches it
]

NOT_PUBLIC = {
    "this network": ["0.0.0.0", "0.1.2.3"],
    "loopback": ["127.0.0.1", "127.255.255.254", "::1"],
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    "shared by a carrier": ["100.64.0.1", "100.127.255.255", "100.100.100.200"],
    "link-local": ["169.254.1.1", "fe80::1"],
    "metadata": ["169.254.169.254", "169.254.170.2", "192.0.0.192", "fd00:ec2::254"],
    "protocol assignments": ["192.0.0.1", "192.0.0.9", "192.0.0.170", "2001:1::1", "2001:20::1", "2001:3::1"],
    "documentation": ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1"],
    "benchmarking": ["198.18.0.1", "198.19.255.255", "2001:2::1"],
    "multicast": ["224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1"],
    "reserved": ["240.0.0.1", "255.255.255.255"],
    "unspecified": ["::"],
    "unique-local": ["fc00::1", "fd12:3456::1"],
    "site-local": ["fec0::1"],
    "IPv4 mapped": ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"],
    "IPv4 compatible": ["::7f00:1", "::808:808"],
    "IPv4 translated": ["::ffff:0:127.0.0.1", "::ffff:0:8.8.8.8"],
    "NAT64": ["64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "64:ff9b:1::808:808"],
    "6to4": ["2002:7f00:1::", "2002:808:808::1", "192.88.99.1"],
    "Teredo": ["2001::1", "2001:0:808:808:8000:63bf:f7f7:f7f7"],
    "discard": ["100::1", "100:0:0:1::1"],
    "segment routing": ["5f00::1"],
    "never given out": ["1::1", "200::1", "1000::1", "4000::1", "8000::1", "c000::1", "fe00::1"],
}


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    ("kind", "address"), [(kind, address) for kind, addresses in NOT_PUBLIC.items() for address in addresses]
)
def test_other_addresses(kind: str, address: str) -> None:
    assert not is_public(ip_address(address)), kind
