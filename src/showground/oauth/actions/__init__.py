"""Actions of the OAuth endpoints, the consent page and the account area."""
