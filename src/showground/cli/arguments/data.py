"""Commands that import and export listings and the books, and process reports about email."""

from pathlib import Path

from showground.cli import books, bulk, mail
from showground.cli.arguments.categories import add_category_export, add_category_import
from showground.cli.arguments.declare import Parsers, add_command, add_group


def add_bulk(kinds: Parsers) -> None:
    bring = add_group(kinds, "import", "import listings, categories or Domain Ratings from a file")
    listings = add_command(
        bring,
        "listings",
        bulk.import_listings,
        "import all listings in a file, or none if a line is invalid",
        """
        Add every listing in a CSV file, or in a JSON Lines file: one JSON object per line. Only name and website are
        required. If any line is invalid, the invalid lines are reported and nothing is imported. docs/listings.md
        describes the file.

          showground import listings listings.csv
          showground import listings - < listings.jsonl

          name,website,categories
          Tidewater,https://tidewater.example,databases; backup

          {"name": "Tidewater", "website": "https://tidewater.example", "categories": ["databases"]}
        """,
    )
    listings.add_argument("file", type=Path, metavar="FILE", help="a .csv or .jsonl file; - for standard input")
    ratings = add_command(
        bring,
        "domain-ratings",
        bulk.import_domain_ratings,
        "import all Domain Ratings in a file, or none if a line is invalid",
        """
        Add Domain Ratings for existing listings. If any line is invalid, the invalid lines are reported and nothing is
        imported.

          showground import domain-ratings ratings.csv

          domain,date,rating
          tidewater.example,2026-11-01,34
        """,
    )
    ratings.add_argument(
        "file", type=Path, metavar="FILE.csv", help="CSV that begins with domain,date,rating; - for standard input"
    )
    add_category_import(bring)
    export = add_group(
        kinds, "export", "export listings or categories in the formats that `import` reads, or everything"
    )
    add_category_export(export)
    out = add_command(
        export,
        "listings",
        bulk.export_listings,
        "print every listing as JSON, one per line, or as CSV",
        """
        Print every listing, public or not, with its images and the people who can edit it. Votes, follows, reviews and
        orders are not included; for a full copy, use `showground backup` or `showground export everything`.

          showground export listings > listings.jsonl
          showground export listings --format csv > listings.csv
        """,
    )
    out.add_argument("--format", choices=("jsonl", "csv"), default="jsonl", help="default: %(default)s")
    everything = add_command(
        export,
        "everything",
        bulk.export_everything,
        "write everything to a zip archive of CSV, JSON and image files",
        """
        Write every table as CSV, every listing as JSON and every stored image as a file into one zip archive, for
        moving to other software. Secrets such as sessions, keys and sign-in links are left out. To restore the same
        site later, use `showground backup`.

          showground export everything showground-export.zip
        """,
    )
    everything.add_argument("file", type=Path, metavar="FILE.zip", help="file to create; - for standard output")


def add_books(kinds: Parsers) -> None:
    group = add_group(kinds, "books", "export the books, print tax reports, reconcile payments with orders")
    export = add_command(
        group,
        "export",
        books.export,
        "print the orders, documents, payments or refunds of a date range",
        """
        Print one row per order, document, tax rate of a document, payment or refund, as CSV or JSON, to standard
        output. The output contains names and addresses. docs/books.md describes the columns.

          showground books export documents --from 2026-10-01 --to 2026-10-31 > documents.csv
        """,
    )
    datasets = ("orders", "documents", "document-taxes", "payments", "refunds")
    export.add_argument("dataset", choices=datasets, metavar="WHAT", help=", ".join(datasets))
    export.add_argument("--from", dest="first", required=True, metavar="DAY", help="first day, such as 2026-10-01")
    export.add_argument("--to", dest="last", required=True, metavar="DAY", help="last day, included")
    report = add_command(
        group,
        "report",
        books.report,
        "print a tax or income report for a period",
        """
        Print a report for a year, quarter or month: vat (by country and rate, for the one-stop shop), home (the
        seller's domestic VAT return), ec-sales (by VAT number), income (by month), products or
        coupons.

          showground books report vat 2026-Q3 > vat-2026-Q3.csv
        """,
    )
    reports = ("vat", "home", "ec-sales", "income", "products", "coupons")
    report.add_argument("report", choices=reports, metavar="REPORT", help=", ".join(reports))
    reconcile = add_command(
        group,
        "reconcile",
        books.reconcile,
        "check payments against orders and documents; exit code 1 if they differ",
        """
        Print the amounts charged, refunded and documented for each month. The exit code is 1 if something does not
        match or has been pending too long, so that cron can alert you.

          showground books reconcile 2026-10
          showground books reconcile 2026-10 --differences
        """,
    )
    reconcile.add_argument("--differences", action="store_true", help="list the mismatches and how to resolve them")
    for command in (report, reconcile):
        command.add_argument("period", metavar="PERIOD", help="a year, quarter or month: 2026, 2026-Q1 or 2026-03")
    for command in (export, report, reconcile):
        command.add_argument("--format", choices=("csv", "json"), default="csv", help="default: %(default)s")
        command.add_argument("--test", action="store_true", help="use test-mode documents and payments")


def add_mail(kinds: Parsers) -> None:
    group = add_group(kinds, "mail", "send a test email, or process a bounce or spam complaint")
    test = add_command(
        group,
        "test",
        mail.send_test_mail,
        "send a test email and print what the mail server answered",
        """
        Send one email to this address through SHOWGROUND_SMTP_URL, at once and without the outbox. If the mail server
        can't be reached, refuses the user name or password, or does not take the email, its answer is printed and the
        exit code is 1.

          showground mail test you@launches.example
        """,
    )
    test.add_argument("email", metavar="ADDRESS", help="who should get the email")
    add_command(
        group,
        "report",
        mail.take_mail_report,
        "read a bounce or a spam complaint from standard input",
        """
        Read one message from standard input: a delivery status notification (RFC 3464) or a feedback report (RFC 5965).
        If it says that an address does not exist, or that its owner reported our email as spam, that address gets no
        more newsletters, alerts or updates. Have your mail server pipe what arrives at the sender's address into it.

          showground mail report < message.eml
        """,
    )
