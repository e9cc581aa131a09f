"""Which addresses are on the public internet.

The tables are our own: what `ipaddress` calls global differs between versions of Python. Everything in IANA's
registries of special-purpose addresses is refused, also the few blocks there that are globally reachable: no website is
served from those. tests/core/fetch/test_public_addresses.py holds the registries and checks every row of them.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Network

from .target import IpAddress

IPV4_REFUSED = tuple(
    IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by a carrier's customers
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, with the metadata servers of clouds
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments; 192.0.0.9 is the nearest router
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112 name servers
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112 name servers
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, with the broadcast address
    )
)

# IANA gives out addresses from this block only. Outside it are loopback, link-local and unique local addresses,
# multicast, and every form that carries an IPv4 address, such as ::ffff:127.0.0.1; NAT64 below is the one exception.
IPV6_UNICAST = IPv6Network("2000::/3")
IPV6_REFUSED = tuple(
    IPv6Network(block)
    for block in (
        "2001::/23",  # protocol assignments, with Teredo, which carries an IPv4 address
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which carries an IPv4 address
        "2620:4f:8000::/48",  # AS112 name servers
        "3fff::/20",  # documentation
    )
)
# In a network without IPv4, the resolver answers with this prefix for every site that has IPv4 only.
NAT64 = IPv6Network("64:ff9b::/96")


def is_public(ip: IpAddress) -> bool:
    if isinstance(ip, IPv4Address):
        return not any(ip in block for block in IPV4_REFUSED)
    if ip.scope_id is not None:
        return False
    if ip in NAT64:
        return is_public(IPv4Address(ip.packed[-4:]))
    return ip in IPV6_UNICAST and not any(ip in block for block in IPV6_REFUSED)
