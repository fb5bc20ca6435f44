"""Measurements beside peers (`make bench`) and long random play (`make soak`). Nothing of the site imports this."""
