"""Commands about people: who runs the site, and blocking, merging and deleting accounts."""

from showground.cli import people
from showground.cli.arguments.declare import Parsers, add_command, add_group

ROLES = ("owner", "staff", "moderator")


def add_people(kinds: Parsers) -> None:
    staff = add_group(kinds, "staff", "list, invite and change the people who run the site")
    add_command(
        staff,
        "list",
        people.list_staff,
        "print the people who run the site and open invitations",
        """
        Print everyone with a role, one per line: the role, a tab and the email address. Invitations that nobody has
        accepted yet follow.

          showground staff list
        """,
    )
    invite = add_command(
        staff,
        "invite",
        people.invite_staff,
        "invite somebody by email to run the site, and print the link",
        """
        Email an invitation and print its link, for sites without email. Only the invited address can accept it, once,
        within 7 days. Owners decide who runs the site; staff do everything else; moderators look after what visitors
        and owners write.

          showground staff invite ada@example.org --role moderator
        """,
    )
    invite.add_argument("email", help="email address to invite")
    invite.add_argument("--role", choices=ROLES, required=True, help="what the person may do")
    role = add_command(
        staff,
        "role",
        people.set_role,
        "give an account a role, or take it away",
        """
        Set the role of an existing account, or `none`. It takes effect at once. The site keeps at least one
        owner.

          showground staff role ada@example.org owner
        """,
    )
    role.add_argument("email", help="email address of the account")
    role.add_argument("role", choices=(*ROLES, "none"), help="the new role")


def add_account_changes(accounts: Parsers) -> None:
    """Further commands of `showground account`."""
    block = add_command(
        accounts,
        "block",
        people.block,
        "block an account: its sessions, keys and apps end",
        """
        Block an account. Its sessions, API keys and connected apps end at once, its drafts stop, and its listings that
        are not live yet are suspended. Live listings stay.

          showground account block ada@example.org --why 'Repeated spam after two warnings.'
        """,
    )
    block.add_argument("email", help="email address of the account")
    block.add_argument("--why", help="the reason, which is emailed to the person (default: no email)")
    unblock = add_command(
        accounts,
        "unblock",
        people.unblock,
        "let a blocked account sign in again",
        """
        Let a blocked account sign in again. Listings that the block suspended are restored. Its API keys and apps stay
        ended.

          showground account unblock ada@example.org
        """,
    )
    unblock.add_argument("email", help="email address of the account")
    merge = add_command(
        accounts,
        "merge",
        people.merge,
        "merge an account into another one of the same person",
        """
        Move everything of the first account to the second, and delete the first. Sessions, API keys, apps,
        webhooks and passkeys of the first one end. Both addresses get an email. This can't be undone.

          showground account merge ada@old.example ada@example.org
        """,
    )
    merge.add_argument("email", help="email address of the account that goes")
    merge.add_argument("into", help="email address of the account that stays")
    delete = add_command(
        accounts,
        "delete",
        people.delete,
        "delete an account and everything that is only its owner's",
        """
        Delete an account with everything that is only its owner's. Paid orders and invoices stay, as the law requires.
        This can't be undone.

          showground account delete ada@example.org --yes
        """,
    )
    delete.add_argument("email", help="email address of the account")
    delete.add_argument("--yes", action="store_true", help="confirm that the account is to be deleted")
