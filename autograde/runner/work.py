"""Work is counted in calls, so that what is stopped is stopped at the same place everywhere."""

import sys

FIRST = 3               # trials that are counted
RUNAWAY = 50            # times the first trials: a change has made something endless


class Spent(BaseException):
    """No work is left; not an Exception, so that `except Exception` lets it pass."""


class Work:
    """So many calls, of Python and of its libraries, for trials that are much alike.

    The first trials are counted, and each later one costs as much as the last of them: counting
    takes its time, and libraries remember. With `guarded` all are counted, and one that takes far
    more than the first ones is stopped.
    """

    def __init__(self, most, guarded=False):
        self.left, self.guarded = most, guarded
        self.trials, self.each, self.counted = 0, most, 0

    def __enter__(self):
        if self.left <= 0:
            raise Spent
        self.trials, self.counted = self.trials + 1, 0
        if self.guarded or self.trials <= FIRST:
            sys.setprofile(self.count)

    def __exit__(self, *_):
        sys.setprofile(None)
        if self.trials <= FIRST:
            self.each = self.counted
        self.left -= self.each

    def count(self, *_):
        self.counted += 1
        if self.counted >= min(self.left, RUNAWAY * self.each):
            sys.setprofile(None)
            self.left = 0
            raise Spent
