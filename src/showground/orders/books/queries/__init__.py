"""SQL that books are read with. It writes nothing but what retention deletes."""
