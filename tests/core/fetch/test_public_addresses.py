"""Which addresses count as the public internet."""

# ruff: noqa: S104  an address that is refused, not bound to

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.core.fetch.public_addresses import NAT64, is_public

# Every row of the IANA IPv4 Special-Purpose Address Registry, as of 2025-10-09.
IPV4_REGISTRY = {
    "0.0.0.0/8": '"This network"',
    "0.0.0.0/32": '"This host on this network"',
    "10.0.0.0/8": "Private-Use",
    "100.64.0.0/10": "Shared Address Space",
    "127.0.0.0/8": "Loopback",
    "169.254.0.0/16": "Link Local",
    "172.16.0.0/12": "Private-Use",
    "192.0.0.0/24": "IETF Protocol Assignments",
    "192.0.0.0/29": "IPv4 Service Continuity Prefix",
    "192.0.0.8/32": "IPv4 dummy address",
    "192.0.0.9/32": "Port Control Protocol Anycast",
    "192.0.0.10/32": "Traversal Using Relays around NAT Anycast",
    "192.0.0.170/32": "NAT64/DNS64 Discovery",
    "192.0.0.171/32": "NAT64/DNS64 Discovery",
    "192.0.2.0/24": "Documentation (TEST-NET-1)",
    "192.31.196.0/24": "AS112-v4",
    "192.52.193.0/24": "AMT",
    "192.88.99.0/24": "Deprecated (6to4 Relay Anycast)",
    "192.88.99.2/32": "6a44-relay anycast address",
    "192.168.0.0/16": "Private-Use",
    "192.175.48.0/24": "Direct Delegation AS112 Service",
    "198.18.0.0/15": "Benchmarking",
    "198.51.100.0/24": "Documentation (TEST-NET-2)",
    "203.0.113.0/24": "Documentation (TEST-NET-3)",
    "240.0.0.0/4": "Reserved",
    "255.255.255.255/32": "Limited Broadcast",
}
# Every row of the IANA IPv6 Special-Purpose Address Registry, as of 2025-10-09. 64:ff9b::/96 is in it too: see NAT64.
IPV6_REGISTRY = {
    "::1/128": "Loopback Address",
    "::/128": "Unspecified Address",
    "::ffff:0:0/96": "IPv4-mapped Address",
    "64:ff9b:1::/48": "IPv4-IPv6 Translation",
    "100::/64": "Discard-Only Address Block",
    "100:0:0:1::/64": "Dummy IPv6 Prefix",
    "2001::/23": "IETF Protocol Assignments",
    "2001::/32": "TEREDO",
    "2001:1::1/128": "Port Control Protocol Anycast",
    "2001:1::2/128": "Traversal Using Relays around NAT Anycast",
    "2001:1::3/128": "DNS-SD Service Registration Protocol Anycast",
    "2001:2::/48": "Benchmarking",
    "2001:3::/32": "AMT",
    "2001:4:112::/48": "AS112-v6",
    "2001:10::/28": "Deprecated (previously ORCHID)",
    "2001:20::/28": "ORCHIDv2",
    "2001:30::/28": "Drone Remote ID Protocol Entity Tags (DETs) Prefix",
    "2001:db8::/32": "Documentation",
    "2002::/16": "6to4",
    "2620:4f:8000::/48": "Direct Delegation AS112 Service",
    "3fff::/20": "Documentation",
    "5f00::/16": "Segment Routing (SRv6) SIDs",
    "fc00::/7": "Unique-Local",
    "fe80::/10": "Link-Local Unicast",
}
# What the registries leave to others: the multicast registries, and all of IPv6 that is not given out.
BESIDE_THE_REGISTRIES = {
    "224.0.0.0/4": "multicast",
    "::/8": "reserved, with the IPv4-compatible and IPv4-translated forms",
    "100::/8": "reserved",
    "200::/7": "reserved",
    "400::/6": "reserved",
    "800::/5": "reserved",
    "1000::/4": "reserved",
    "4000::/3": "reserved",
    "6000::/3": "reserved",
    "8000::/3": "reserved",
    "a000::/3": "reserved",
    "c000::/3": "reserved",
    "e000::/4": "reserved",
    "f000::/5": "reserved",
    "f800::/6": "reserved",
    "fe00::/9": "reserved",
    "fec0::/10": "site-local",
    "ff00::/8": "multicast",
}
SPECIAL = IPV4_REGISTRY | IPV6_REGISTRY | BESIDE_THE_REGISTRIES

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
    "NAT64 of every kind of IPv4": ["64:ff9b::e000:1", "64:ff9b::ffff:ffff", "64:ff9b::c0a8:101", "64:ff9b::6440:1"],
    "6to4": ["2002:7f00:1::", "2002:a00:1::1", "2002:808:808::1", "192.88.99.1"],
    "Teredo": ["2001::1", "2001:0:808:808:8000:63bf:f7f7:f7f7", "2001:0:808:808:8000:63bf:80ff:fffe"],
    "scoped": ["fe80::1%eth0", "2606:4700:4700::1111%eth0", "64:ff9b::808:808%1"],
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


@pytest.mark.parametrize(("block", "name"), SPECIAL.items())
def test_every_special_block_is_refused_to_its_edges(block: str, name: str) -> None:
    network = ip_network(block)
    for offset in {0, 1, network.num_addresses // 2, network.num_addresses - 1}:
        ip = network[offset % network.num_addresses]
        assert ip in NAT64 or not is_public(ip), f"{ip} ({name})"
    for beside in (int(network[0]) - 1, int(network[-1]) + 1):
        if 0 <= beside < 2**network.max_prefixlen:
            ip = type(network[0])(beside)
            assert is_public(ip) == (not in_special_block(ip)), f"{ip}, beside {name}"


def test_nat64_is_as_public_as_the_address_in_it() -> None:
    for block in IPV4_REGISTRY:
        for ip in (ip_network(block)[0], ip_network(block)[-1]):
            assert not is_public(IPv6Address(int(NAT64[0]) + int(ip)))
    assert is_public(IPv6Address(int(NAT64[0]) + int(IPv4Address("93.184.216.34"))))


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6), st.ip_addresses(network="2000::/3")))
def test_an_address_is_public_when_no_registry_names_it(ip: IPv4Address | IPv6Address) -> None:
    assert is_public(ip) == (not in_special_block(ip))
    # One way only: newer versions of Python call some addresses global that older ones do not, and the reverse.
    assert ip.is_global or not is_public(ip)


def in_special_block(ip: IPv4Address | IPv6Address) -> bool:
    if ip in NAT64:
        return in_special_block(IPv4Address(ip.packed[-4:]))
    return any(ip in ip_network(block) for block in SPECIAL)
