"""From a fresh clone to a running site. Standard library only: this runs before anything is installed."""
