"""What every domain uses. Nothing here knows about listings."""
