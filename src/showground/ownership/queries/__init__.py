"""SQL on claims and on the free plan."""
