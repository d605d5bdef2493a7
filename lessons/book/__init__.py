"""The lessons as a web site and as slides, from the same sources as the notebooks.

    python -m lessons.book [--output site]          the site; again: only what has changed
    python -m lessons.book slides [--lesson 05]     slides for the lecture hall

`lesson` turns a built notebook into a page, `tables` and `reference` write the pages that are
made from data (errata, equations, tasks, glossary, functions), `facts` is the one place that
knows what is linked with what; `conf` is Sphinx's. Nothing is executed but the errata.
"""
