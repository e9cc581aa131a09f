"""All SQL on notifications."""
