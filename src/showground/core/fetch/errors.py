"""Why something could not be fetched: each docstring is the sentence a person reads."""

import inspect
from typing import ClassVar


class FetchFailed(Exception):
    """This address could not be fetched."""

    code: ClassVar[str] = "fetch_failed"

    def __init__(self, url: str = "") -> None:
        """Keep the address that failed (after redirects, the one redirected to) for the log; the sentence omits it."""
        super().__init__(inspect.cleandoc(type(self).__doc__ or ""))
        self.url = url


class BadUrl(FetchFailed):
    """This is not a web address. Write it in full, such as https://example.com/page."""

    code = "bad_url"


class SchemeRefused(FetchFailed):
    """Only addresses that begin with http:// or https:// are fetched."""

    code = "scheme_refused"


class PortRefused(FetchFailed):
    """Only the usual ports, 80 and 443, are fetched. Take the port out of the address."""

    code = "port_refused"


class CredentialsRefused(FetchFailed):
    """The address carries a user name or a password. Take everything before the @ out of it."""

    code = "credentials_refused"


class AddressRefused(FetchFailed):
    """This address does not lead to the public internet, so it is not fetched."""

    code = "address_refused"


class HostUnknown(FetchFailed):
    """No site has this host name. Check how the address is spelled."""

    code = "host_unknown"


class LookupFailed(FetchFailed):
    """The name servers gave no usable answer for this host name. Try again later."""

    code = "lookup_failed"


class NotReachable(FetchFailed):
    """The site could not be reached, or it broke off its answer. Try again later."""

    code = "not_reachable"


class TlsFailed(FetchFailed):
    """No safe connection to the site could be made: its certificate is missing, out of date or for another name."""

    code = "tls_failed"


class TimedOut(FetchFailed):
    """The site took too long to answer. Try again later."""

    code = "timed_out"


class TooLarge(FetchFailed):
    """The answer of this address is larger than what is read here."""

    code = "too_large"


class WrongType(FetchFailed):
    """This address answered with another kind of content than the one expected here."""

    code = "wrong_type"


class TooManyRedirects(FetchFailed):
    """This address redirects too often. Give the address that it ends at."""

    code = "too_many_redirects"


class BadAnswer(FetchFailed):
    """The site gave an answer that could not be understood."""

    code = "bad_answer"
