"""Why something could not be fetched. Each docstring is the sentence that people read."""

from typing import ClassVar

from showground.core.languages import Text, docstring_text


class FetchFailed(Exception):
    """We could not fetch this URL."""

    code: ClassVar[str] = "fetch_failed"

    def __init__(self, url: str = "") -> None:
        """Store the URL that failed (after redirects, the last one) for the log; the sentence omits it."""
        self.message = self.sentence()
        super().__init__(self.message)
        self.url = url

    @classmethod
    def sentence(cls) -> Text:
        return docstring_text(cls)


class BadUrl(FetchFailed):
    """This is not a valid URL. Enter it in full, such as https://example.com/page."""

    code = "bad_url"


class SchemeRefused(FetchFailed):
    """The URL must start with http:// or https://."""

    code = "scheme_refused"


class PortRefused(FetchFailed):
    """Only ports 80 and 443 are supported. Remove the port from the URL."""

    code = "port_refused"


class CredentialsRefused(FetchFailed):
    """The URL contains a username or password. Remove everything up to the @."""

    code = "credentials_refused"


class AddressRefused(FetchFailed):
    """This URL does not point to the public internet, so we did not fetch it."""

    code = "address_refused"


class HostUnknown(FetchFailed):
    """We could not find this domain. Check the spelling of the URL."""

    code = "host_unknown"


class LookupFailed(FetchFailed):
    """The DNS lookup for this domain failed. Try again later."""

    code = "lookup_failed"


class NotReachable(FetchFailed):
    """We could not reach the site, or the connection was lost. Try again later."""

    code = "not_reachable"


class TlsFailed(FetchFailed):
    """We could not connect securely: the site's certificate is missing, expired or for a different domain."""

    code = "tls_failed"


class TimedOut(FetchFailed):
    """The site took too long to respond. Try again later."""

    code = "timed_out"


class SiteBusy(FetchFailed):
    """We are already reading this site, and request only one page a second. Try again in a minute."""

    code = "site_busy"


class TooLarge(FetchFailed):
    """The response is larger than the maximum we read."""

    code = "too_large"


class WrongType(FetchFailed):
    """The response has an unexpected content type."""

    code = "wrong_type"


class TooManyRedirects(FetchFailed):
    """This URL redirects too many times. Enter the final URL."""

    code = "too_many_redirects"


class BadAnswer(FetchFailed):
    """The site sent a response that we could not read."""

    code = "bad_answer"
