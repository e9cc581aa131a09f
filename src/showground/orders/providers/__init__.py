"""Ways to be paid, behind one interface; which one is used is a setting."""
