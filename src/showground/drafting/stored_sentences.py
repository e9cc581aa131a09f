"""Problem and progress messages for drafts.

The worker that writes them doesn't know the reader's language, so they are stored in English, as the API sends them.
Pages translate them when they show them (`core/languages/stored.py`).
"""

from showground.core.languages import Text

STORED_PROBLEMS = (
    Text("The robots.txt of %(host)s does not allow %(crawler)s to read this page."),
    Text("The address leads to %(host)s, whose robots.txt does not allow %(crawler)s."),
    Text("The address leads to another site, %(host)s. We read that one instead."),
    Text("%(page)s: the site requires a password (status %(status)s)."),
    Text("%(page)s: the site refused access (status %(status)s)."),
    Text("%(page)s: the site has no page at this address (status %(status)s)."),
    Text("%(page)s: the site has removed this page (status %(status)s)."),
    Text("%(page)s: the site is limiting our requests (status %(status)s)."),
    Text("%(page)s: the site is not allowed to show this page (status %(status)s)."),
    Text("%(page)s: the site returned an error (status %(status)s)."),
    Text("robots.txt does not allow %(crawler)s to read %(count)s pages, such as %(pages)s."),
    Text("robots.txt returned status %(status)s, so we may not read the site for now. Try again later."),
    Text("We couldn't find %(host)s. Check the spelling."),
    Text("robots.txt could not be read: %(reason)s"),
    Text(
        "We could not connect securely to %(host)s: its certificate is missing, expired or for a different domain. If"
        " the site works without https, submit http://%(site)s instead."
    ),
    Text("We stopped reading after %(seconds)s seconds, with %(count)s pages read."),
    Text(
        "We stopped reading %(host)s: one of its pages needs more time or memory than we allow. Fill in the draft by"
        " hand."
    ),
    Text("%(page)s shows a server error instead of its content."),
    Text("%(page)s appears to have been hacked: it shows spam instead of its content."),
    Text("%(page)s says that the product is no longer offered."),
    Text("%(page)s only lets people sign in."),
    Text("%(page)s says that the page does not exist, although it returns status 200."),
    Text("%(page)s shows a bot check instead of its content."),
    Text("%(page)s shows a placeholder of its host or registrar instead of a website."),
    Text('%(page)s is only a "coming soon" page.'),
    Text("%(page)s still shows the sample text of its template."),
    Text("%(page)s shows only a cookie banner."),
    Text("%(page)s needs JavaScript to show its content, so there is almost no text we can read."),
    Text("%(page)s has no text."),
    Text("The site contradicts itself about %(what)s: it says %(said)s. We left it blank."),
    Text(
        "The language model gave no usable answer, so the draft contains only what we found without it. Redraft fields"
        " later to try again."
    ),
    Text("Something failed on our side while drafting. Fill in the draft by hand, or read the site again."),
    Text("We stopped drafting: this site needs more time or memory than we allow. Fill in the draft by hand."),
    Text("We stopped reading this site. You can read it again."),
    Text("Redrafting took too long, so nothing was changed. Try fewer fields."),
    Text("Drafting these fields needs more time or memory than we allow, so nothing was changed."),
    Text("Redrafting failed on our side, so nothing was changed. Try again later."),
    Text("`%(field)s` is locked, so it was not redrafted. Restore it to remove the lock."),
    Text("The website does not say enough to redraft `%(field)s`, so it is unchanged."),
    Text("`%(field)s`: This is not a year between 1800 and 2100, so the listing leaves it blank."),
    Text("`%(field)s`: This is not an email address, so the listing leaves it blank."),
    Text(
        "`%(field)s`: This is not a web address that starts with http:// or https://, so the listing leaves it blank."
    ),
    # Progress messages.
    Text("Waiting to start"),
    Text("Checking robots.txt on %(host)s"),
    Text("Reading %(page)s"),
    Text("Drafting from the pages we read"),
    Text("%(page)s: %(reason)s"),
    Text("%(sentence)s The same applies to %(count)s more."),
)
