"""Commands about accounts, their keys and sign-in, and for paying an order in the sandbox."""

from showground.cli import accounts, orders
from showground.cli.arguments.declare import Parsers, add_command, add_group, number
from showground.cli.arguments.people import add_account_changes


def add_accounts(kinds: Parsers) -> None:
    group = add_group(kinds, "account", "create, change, block, merge and delete accounts")
    create = add_command(
        group,
        "create",
        accounts.create_account,
        "create an account and print its number",
        """
        Create an account and print its number. Its owner signs in with an emailed link, or with one from
        `showground sign-in-link`.

          showground account create ada@example.org --name 'Ada Moreno' --staff
        """,
    )
    create.add_argument("email", help="the person's email address")
    create.add_argument("--name", help="the person's name (default: the part of the address before @)")
    create.add_argument(
        "--staff", action="store_true", help="give access to /admin, as the owner if the site has none yet"
    )
    email = add_command(
        group,
        "set-email",
        accounts.set_account_email,
        "change the email address that an account signs in with",
        """
        Change the email address of the account with this number. An address that belongs to another account is refused:
        merge the two with `showground account merge`. `showground doctor` lists accounts whose address can't be used to
        sign in.

          showground account set-email 12 ada@example.org
        """,
    )
    email.add_argument("number", type=number(1, 2**62), help="the account's number")
    email.add_argument("email", help="the new email address")
    add_account_changes(group)

    key = add_command(
        add_group(kinds, "key", "create API keys"),
        "create",
        accounts.create_key,
        "create an API key and print it",
        """
        Create an API key for an existing account and print it, with nothing else. It can't be shown again.

          KEY=$(showground key create ada@example.org --scope account:read --scope listings:write)
        """,
    )
    key.add_argument("email", help="email address of the account")
    scopes = "a scope, such as account:read, listings:write or orders:write; repeatable"
    key.add_argument("--scope", action="append", required=True, metavar="S", help=scopes)
    key.add_argument("--name", default="command line", help="name shown to the account's owner (default: %(default)s)")
    key.add_argument("--days", type=number(1, 3650), metavar="D", help="days until it expires (default: never)")
    key.add_argument("--test", action="store_true", help="a test key: orders made with it move no money")

    link = add_command(
        kinds,
        "sign-in-link",
        accounts.make_sign_in_link,
        "create and print a sign-in link that works once, within 15 minutes",
        """
        Create a link that signs in whoever opens it as this person. It works once and expires after 15 minutes. Use it
        on a site without email, or for someone who doesn't receive our email.

          showground sign-in-link ada@example.org
        """,
    )
    link.add_argument("email", help="email address of the account")

    lost = add_command(
        add_group(kinds, "passkeys", "remove lost passkeys"),
        "remove",
        accounts.remove_passkeys,
        "remove all passkeys of an account",
        """
        Remove all passkeys of someone who has lost them. They can then sign in by email, or with a link from
        `showground sign-in-link`, and add a new passkey. Staff need one to open /admin again.

          showground passkeys remove ada@example.org
        """,
    )
    lost.add_argument("email", help="email address of the account")

    out = add_command(
        kinds,
        "sign-out",
        accounts.sign_out,
        "sign one person, or everyone, out of all browsers",
        """
        End all sessions of an account, or of all accounts with --all. API keys and connected apps keep working; their
        owner can revoke them in the account area.

          showground sign-out ada@example.org
        """,
    )
    whom = out.add_mutually_exclusive_group(required=True)
    whom.add_argument("email", nargs="?", help="email address of the account")
    whom.add_argument("--all", action="store_true", help="sign everyone out")

    pay = add_command(
        kinds,
        "pay",
        orders.pay,
        "pay an order in the sandbox and wait until it is fulfilled",
        """
        Send the sandbox's signed "paid" event for an order, as its payment page does, and wait until the order is
        fulfilled. Sandbox only: no money moves.

          showground pay SG-2026-000123
        """,
    )
    pay.add_argument("number", help="order number, such as SG-2026-000123")
