"""What people do on the website: ask, answer, report; and what staff do about it."""
