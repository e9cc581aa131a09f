"""SQL on accounts, keys and sign-ins."""
