"""What people do about emails: subscribe, save searches, unsubscribe; and what is written to them."""
