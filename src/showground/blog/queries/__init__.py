"""SQL on posts and on the site's own pages."""
