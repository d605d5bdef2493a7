"""The red team's run and its table: attack, expected safe outcome, outcome."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table

from ..judging.task import Assignment
from ..words import Text, _, here, joined, ngettext, said
from . import CLASSES, Seen, Trial, served
from .arena import Arena

__all__ = ["run"]

KINDS = {"secrets": _("secrets"), "forging": _("forging"), "exhaustion": _("exhaustion"),
         "mishap": _("mishap"), "state": _("state"), "honest": _("honest")}


def run(trials: Iterable[Trial], jobs: int, console: Console,
        assignment: Assignment | None = None) -> int:
    """Try everything and print the table; returns how many outcomes are not the safe ones.

    assignment: what is handed in, a02 of the book if none is named.
    """
    with Arena(assignment) as arena:
        trials = served(list(trials), arena.assignment)
        with Progress(TextColumn(here(_("red team"))), BarColumn(), MofNCompleteColumn(),
                      console=console, transient=True) as bar:
            line = bar.add_task("", total=None)
            found = arena.run(trials, jobs, lambda done, total, name: bar.update(
                line, completed=done, total=total))
        faults = arena.faults
    outcomes = {trial.id: _outcome(trial, found[trial.id]) for trial in trials}
    excuses = {trial.id: trial.excused(found[trial.id]) for trial in trials
               if outcomes[trial.id] and trial.excused}
    excuses = {name: why for name, why in excuses.items() if why}
    outcomes |= dict.fromkeys(excuses, "")
    title = _("Red team: attacks, mishaps and honest oddities, {assignment}",
              assignment=arena.assignment.name)
    console.print(_table(here(title), trials, outcomes, excuses))
    for fault in faults:
        console.print(here(_("NOT SAFE: {seen}", seen=fault)), style="red", markup=False,
                      highlight=False)
    bad = sum(bool(said) for said in outcomes.values()) + len(faults)
    kinds = dict.fromkeys(trial.kind for trial in trials)
    console.print(here(ngettext(
        "{n} trial ({kinds}): {outcome}", "{n} trials ({kinds}): {outcome}", len(trials),
        kinds=joined(", ", (_("{count} {kind}", count=sum(t.kind == kind for t in trials),
                              kind=KINDS[kind]) for kind in kinds)),
        outcome=_outcome_of_all(bad, len(excuses)))), highlight=False)
    return bad


def _outcome_of_all(bad: int, excused: int) -> Text:
    if bad:
        return _("{n} NOT SAFE", n=bad)
    return _("{n} not promised on this machine, all others safe", n=excused) if excused \
        else _("all safe")


def _outcome(trial: Trial, seen: Seen) -> str:
    """What was seen in place of the safe outcome; "" for the safe one."""
    try:
        found = seen.harmed if trial.harm else trial.check(seen)
    except (KeyError, TypeError) as e:
        found = _("no outcome ({error})", error=type(e).__name__)
    return joined("; ", [found, *seen.faults])


def _table(title: str, trials: list[Trial], outcomes: dict[str, str],
           excuses: dict[str, str]) -> Table:
    table = Table(title=title)
    for name in ("", _("what is tried"), _("expected safe outcome"), _("outcome")):
        table.add_column(here(name), overflow="fold")
    kind = None
    for trial in trials:
        if trial.kind != kind:
            kind = trial.kind
            table.add_section()
            what, elsewhere = CLASSES[kind]
            table.add_row(f"[bold]{here(KINDS[kind])}[/bold]", f"[bold]{here(what)}[/bold]",
                          f"[dim]{here(_('elsewhere: {promise}', promise=said(elsewhere)))}[/dim]",
                          "")
        seen = outcomes[trial.id]
        outcome = here(_("safe"))
        if seen:
            unsafe = here(_("NOT SAFE: {seen}", seen=seen))
            outcome = f"[red]{escape(_printable(unsafe))}[/red]"
        elif trial.id in excuses:
            excuse = here(_("not promised here: {why}", why=excuses[trial.id]))
            outcome = f"[yellow]{escape(excuse)}[/yellow]"
        table.add_row(here(KINDS[kind]), f"{trial.name}: {escape(here(trial.does))}",
                      here(trial.safe), outcome)
    return table


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)[:400]
