"""The arguments and help of every command, by topic."""
