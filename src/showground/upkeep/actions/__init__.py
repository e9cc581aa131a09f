"""Actions that keep the site running, for staff."""
