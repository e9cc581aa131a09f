"""Which addresses are on the public internet."""

from ipaddress import IPv4Address, IPv4Network, IPv6Network

from ssrfguard import Policy

from .target import IpAddress

POLICY = Policy()

# The policy knows the special ranges but takes everything else for public. Of IPv6 only this much is given out, and
# what lies outside includes forms that carry an IPv4 address, such as ::ffff:0:127.0.0.1.
GIVEN_OUT = IPv6Network("2000::/3")
# The policy looks inside these, or lets parts of them through. No ordinary site lives there.
NEVER = (
    IPv4Network("192.0.0.0/24"),  # protocol assignments; 192.0.0.9 is the nearest router
    IPv6Network("2001::/23"),  # protocol assignments, Teredo among them
    IPv6Network("2002::/16"),  # 6to4
)
# Where a network has IPv6 only, its resolver answers with this prefix for every site that has IPv4 only.
NAT64 = IPv6Network("64:ff9b::/96")


def is_public(ip: IpAddress) -> bool:
    if ip in NAT64:
        return is_public(IPv4Address(ip.packed[-4:]))
    if any(ip in network for network in NEVER):
        return False
    if ip.version == 6 and ip not in GIVEN_OUT:
        return False
    return ip.is_global and POLICY.permits_address(ip)
