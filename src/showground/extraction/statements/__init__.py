"""What a piece of text states: drafters look for it with these, and the verifier checks it with the same."""
