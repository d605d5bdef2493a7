"""Of tests that ask the same of each case, which cases a run without --proof asks."""

from collections import defaultdict
from zlib import crc32


def left_to_the_proof(items):
    """The cases of tests marked every(n) that a run without --proof leaves out.

    Which remain is the same in all runs, and another one for another test: an assignment that the
    one leaves out meets the next.
    """
    cases = defaultdict(list)
    for item in items:
        if "proof" not in item.keywords and (mark := item.get_closest_marker("every")):
            cases[item.path, item.originalname, *mark.args].append(item)
    for (_, name, n), found in cases.items():
        first = crc32(name.encode()) % min(n, len(found))
        yield from (item for k, item in enumerate(found) if k % n != first)
