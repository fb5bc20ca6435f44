"""The clause matrix: which rule carries a clause, which examples show it, which change without it.

carriers    rulebooks -> the rules of each clause
knockouts   an example -> what it shows, and which clauses it cannot do without
services    both, computed when content or rules changed, and stored
queries     what pages, badges and the API read

Nothing here is written by hand: the rules name their clauses, the examples are played.
"""
