"""What staff see of the running site: mails, jobs that failed, and what staff did."""
