"""How right drafts of real websites are: checkouts of public repositories, compared with labels made by people."""
