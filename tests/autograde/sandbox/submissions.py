"""Submissions for the tests of the sandbox: what they ask, and what came of them."""

import json

COURSE = {"deal": {"count": 7, "salt": "s"},
          "variants": [{"l_1": 0.1 * k, "R": [[1, 0], [0, 1]], "name": "arm", "links": [{"m": 1}]}
                       for k in range(7)]}


def check(source):
    """A check cell of the release."""
    return "check", source


def text_of(transcript, cell=None):
    """All that a cell, or the notebook, shows."""
    outputs = transcript.outputs if cell is None else transcript.outputs[cell]
    return json.dumps(outputs)


def events(transcript):
    """The names of the events, in their order."""
    return [event["event"] for event in transcript.events]


#: A last cell that tells whether the interpreter still answers, and its answer.
ALIVE = check("check('alive', 1 + 1)")
ASKS = {"alive": {"kind": "value"}}
TWO = {"type": "array", "shape": [], "data": [2.0]}
