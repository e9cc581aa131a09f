"""Showground: software to run a public directory of product launches."""
