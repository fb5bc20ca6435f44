"""One file a keyword; every file here is found by itself."""
