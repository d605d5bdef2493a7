"""Marking explanations by hand: rows of a rubric, ready comments, and how they are entered.

What a good explanation says stands as RUBRICS in the assignment's module, a row for each point
that it makes. Each row has two comments for whoever marks, here or as READY in the module: `a`
where the point is not made, `b` where it is begun and earns half. They say what to add and give no
answer away. Formgrader shows what is entered, and the feedback page too; both take Markdown.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from .task import Assignment

__all__ = ["Row", "listed", "marked", "rubric"]

SHARES = {"": 1.0, "a": 0.0, "b": 0.5}      # of a row's points, by the letter behind its number


@dataclass(frozen=True)
class Row:
    """One point that a good explanation makes."""

    points: float
    text: str
    missing: str        # said where it is not made
    begun: str          # said where it is begun

    def said(self, letter: str) -> str:
        return {"": "", "a": self.missing, "b": self.begun}[letter]


READY = {
    "explain_parameters": (
        ("Sort the letters first: which belong to the scheme, which to the geometry, which to the "
         "inertia, and which is no parameter at all?",
         "The groups are there; say too which of the letters is a coordinate, and why the others "
         "are constant."),
        ("Place one frame elsewhere, on paper, and go through the list again: which numbers "
         "change, which cannot?",
         "Some of the numbers that change are named. Go through all of them, and name those that "
         "no choice of frames can change."),
        ("A test is asked for: numbers, and what they would be about the one point and about the "
         "other.",
         "The test is right but not worked out. Put numbers in and say what decides.")),
    "explain_two_meanings": (
        ("Put the two matrices of the same letter side by side, from section 2.2 and from section "
         "2.4: what are the columns of each?",
         "One of the two meanings is clear. Say of the other, too, from which frame to which it "
         "takes components."),
        ("Follow the components of one vector through (2.3), factor by factor: in which frame are "
         "they after each?",
         "The direction is right; say what follows from it for each factor and for their order."),
        ("A test is asked for: one small turn, one axis, and the sign that decides.",
         "The test is right but stays general. Work it on one turn, to a sign.")),
    "explain_angles": (
        ("What does a ratio forget about its two parts? Try two angles that differ by pi.",
         "That something is lost is said; say what, and what atan2 does with it."),
        ("A case is asked for: a matrix in numbers, the angles that arctg gives, and the matrix "
         "that they make.",
         "The numbers are there; put the wrong angles back and show what matrix comes out."),
        ("How many sets of angles make the same matrix? Look also at Y = 90 degrees.",
         "One of the two cases is missing: two sets in general, and what happens at "
         "Y = +-90 degrees.")),
    "explain_singular": (
        ("Count the solutions: how many away from the singular configuration, how many in it?",
         "One singular configuration is described. Say of the others, too, how many solutions "
         "there are."),
        ("Numbers are asked for: two configurations, near and at the singular one, and a small "
         "step of the gripper.",
         "The numbers are there; say how far each joint runs for the small step."),
        ("Section 4.2 names measures. Which of them helps against no solution, which against too "
         "many?",
         "The measures are named; say of each what it is against.")),
    "explain_area": (
        ("Which two vectors span the figure, and what has its area to do with the sine of the "
         "angle between them?",
         "The vectors are right; say when the figure is a rectangle and when it is not."),
        ("Read the length as motion: how far is the point from the axis, and how fast does it "
         "move at 1 rad/s?",
         "The speed is right; say too what becomes of it on the axis and for a prismatic joint."),
        ("Numbers are asked for: c and R not at right angles, both areas, the length of c x R.",
         "The areas are there; find the speed in a second way and compare.")),
    "explain_passage": (
        ("Which part of the wanted velocity asks for large rates? Take it apart along the half "
         "axes.",
         "That the rates grow is said; say for which part of the velocity, and what holds at the "
         "singular position itself."),
        ("Numbers are asked for: one arm, positions nearer and nearer, the rates at each.",
         "One direction is worked out; take the other one, across it, as well."),
        ("A remedy and its price are asked for, in numbers or formulas.",
         "The remedy is right; say what it costs, and how it stands with the forward problem.")),
    "explain_signals": (
        ("There are two quantities here. Name both, and the rule between them.",
         "Both are named; say which of them the accelerometer and Newton's law take."),
        ("When do the two agree? Look at the term by which they differ.",
         "One case in which they agree is right; is there another? And what of omega_i?"),
        ("Numbers are asked for: a motion, two instants, both derivatives.",
         "Both derivatives are there; compare their difference with omega x V.")),
    "explain_power": (
        ("Which term of the moments is at right angles to omega, and what is its power?",
         "The term is named; say why a balance of power cannot miss it."),
        ("It does no work, but something has to hold it: where does it act?",
         "The place is right; give an example with the moment that is held."),
        ("A test is asked for that finds the missing term, worked on numbers.",
         "The test would find it; work it on numbers that a reader can repeat.")),
    "explain_work": (
        ("Take the claim apart: what is the power of b, and what else changes the energy?",
         "The power is right; say what it makes together with the change of A."),
        ("Name the terms of b on an example: which rates, which joint, and why.",
         "One kind of term is named; name the other, and a case in which b vanishes."),
        ("Numbers are asked for: a motion with b left out and with it, and what the energy does.",
         "The motion is there; compare the energy, or the power, with b and without it.")),
}


def rubric(assignment: Assignment) -> dict[str, list[Row]]:
    """Explanation -> its rows, with the comments that are ready for them."""
    module = importlib.import_module(f"{__package__}.assignments.{assignment.name}")
    ready = READY | getattr(module, "READY", {})
    return {name: [Row(points, text, *comments) for (points, text), comments in
                   zip(rows, ready[name], strict=True)] for name, rows in module.RUBRICS.items()}


def listed(assignment: Assignment) -> Iterator[str]:
    """The rubric and the ready comments, a line each."""
    for name, rows in rubric(assignment).items():
        yield f"{name}: {sum(row.points for row in rows):g} points"
        for number, row in enumerate(rows, 1):
            yield f"\n  {number}   {row.points:g}    {row.text}"
            yield from (f"  {number}{letter}  {row.points * SHARES[letter]:<4g} {row.said(letter)}"
                        for letter in "ab")


def marked(rows: list[Row], marks: list[str], own: str = "") -> tuple[float, str]:
    """Points and comment for marks such as "1", "2b", "3a", every row once, and own words.

    Raises ValueError that names the wrong mark or the row without one.
    """
    letters = {}
    for mark in marks:
        found = re.fullmatch(r"([0-9]+)([ab]?)", mark)
        if not found or not 1 <= int(found[1]) <= len(rows) or int(found[1]) in letters:
            raise ValueError(f"marks: got {mark!r}, needs each of 1 to {len(rows)} once, "
                             "with a (not there) or b (begun) behind it, or alone")
        letters[int(found[1])] = found[2]
    left = [str(number) for number in range(1, len(rows) + 1) if number not in letters]
    if left:
        raise ValueError(f"marks: got none for row {', '.join(left)}")
    points = sum(row.points * SHARES[letters[k]] for k, row in enumerate(rows, 1))
    said = [row.said(letters[k]) for k, row in enumerate(rows, 1)] + [own]
    return points, "\n\n".join(filter(None, said))
