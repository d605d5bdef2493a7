"""What nbval runs here: the English notebooks. The code of the others is the same, cell by cell."""

collect_ignore_glob = ["[a-z][a-z]/*.ipynb"]
