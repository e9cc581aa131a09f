"""How programs that know only the site's address find what it offers: catalogues, cards and skills."""
