"""SQL on questions, answers and reports about them."""
