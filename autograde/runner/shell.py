"""The notebook shell: cells in, bounded nbformat outputs out.

An IPython shell, so that magics, `!commands`, `await` and rich display work as
students know them, but whose outputs go to one place that counts them.  The
limits here keep an honest mistake (a print in an endless loop) cheap; the host
enforces them again on what arrives.
"""

import ast
import base64
import builtins
import io
import re
import subprocess
import sys
import time
import traceback

from IPython.core import ultratb
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.text import SList
from traitlets import Type
from traitlets.config import Config

from . import confine

SHOWN = ("text/plain", "text/latex", "text/markdown", "image/png", "image/jpeg")
OUTPUTS_PER_CELL = 60
FLUSH_CHARACTERS = 2_000
FLUSH_SECONDS = 0.2
LONG_TRACE = 30             # frames of a traceback: from here on those that repeat are folded
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class TimeLimit(BaseException):
    """A cell took too long; not an Exception, so that `except Exception` lets it pass."""


class Outputs:
    """Counts the outputs of each cell and hands them to `send(output)`."""

    def __init__(self):
        self.send, self.on_cut = lambda output: None, lambda: None
        self.cell_text, self.total = 20_000, 2_000_000
        self.start_cell()

    def connect(self, send, on_cut, limits):
        self.send, self.on_cut = send, on_cut
        self.cell_text, self.total = limits["cell_text"], limits["outputs"]

    def start_cell(self):
        self.room, self.items, self.cut = self.cell_text, 0, False
        self.pending, self.waiting, self.sent_at = [], 0, 0.0

    def text(self, name, text):
        """Add text to a stream; what does not fit is dropped at once."""
        if self.cut:
            return
        if self.pending and self.pending[0][0] != name:
            self.flush()
        piece = text[:self.room]
        self.room -= len(piece)
        self.pending.append((name, piece))
        self.waiting += len(piece)
        if len(piece) < len(text):
            self.mark_cut(f"{self.cell_text} characters in a cell")
        elif self.waiting > FLUSH_CHARACTERS or time.monotonic() - self.sent_at > FLUSH_SECONDS:
            self.flush()

    def flush(self):
        """Send the text that waits, so that a later death does not lose it."""
        if self.pending:
            name, text = self.pending[0][0], "".join(piece for _, piece in self.pending)
            self.pending, self.waiting, self.sent_at = [], 0, time.monotonic()
            self._send({"output_type": "stream", "name": name, "text": text})

    def add(self, output, cost):
        """Add a display, a result or an error whose text has `cost` characters."""
        self.flush()
        if self.cut:
            return
        self.items += 1
        if cost > self.room:
            return self.mark_cut(f"{self.cell_text} characters in a cell")
        if self.items > OUTPUTS_PER_CELL:
            return self.mark_cut(f"{OUTPUTS_PER_CELL} outputs in a cell")
        self.room -= cost
        self._send(output)

    def mark_cut(self, limit):
        self.flush()
        self.cut = True
        self._send({"output_type": "stream", "name": "stderr",
                    "text": f"\n[output cut: limit of {limit}]\n"})
        self.on_cut()

    def _send(self, output):
        size = sum(len(part) for part in _texts(output))
        if size <= self.total:
            self.total -= size
            self.send(output)
        elif self.total >= 0:
            self.total, self.cut = -1, True
            self.send({"output_type": "stream", "name": "stderr",
                       "text": "\n[output cut: limit of the whole notebook]\n"})
            self.on_cut()


def _texts(output):
    yield output.get("text", "")
    yield from (str(value) for value in output.get("data", {}).values())
    yield from output.get("traceback", ())


class Stream(io.TextIOBase):
    """sys.stdout or sys.stderr of the student's code."""

    encoding, errors = "utf-8", "replace"

    def __init__(self, name, outputs):
        self.name, self.outputs = name, outputs

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.outputs.text(self.name, text)
        return len(text)

    def writable(self):
        return True

    def flush(self):
        pass                        # Outputs decides when to send


def bundle(data):
    """Keep what a notebook page may show: text, formulas and pictures, no scripts."""
    kept = {}
    for kind in SHOWN:
        value = data.get(kind)
        if isinstance(value, bytes):
            value = base64.b64encode(value).decode("ascii")
        if isinstance(value, str):
            kept[kind] = value
    return kept


def text_cost(data):
    return sum(len(value) for kind, value in data.items() if kind.startswith("text/"))


class Result(DisplayHook):
    """The value of the last line of a cell."""

    def write_output_prompt(self):
        pass

    def write_format_data(self, format_dict, md_dict=None):
        data = bundle(format_dict)
        self.shell.outputs.add({"output_type": "execute_result", "metadata": {}, "data": data,
                                "execution_count": self.prompt_count}, text_cost(data))

    def log_output(self, format_dict):
        pass

    def finish_displayhook(self):
        self._is_active = False


class Publisher(DisplayPublisher):
    """What `display` shows."""

    def publish(self, data, metadata=None, *args, **kwargs):
        data = bundle(data)
        self.shell.outputs.add({"output_type": "display_data", "metadata": {}, "data": data},
                               text_cost(data))

    def clear_output(self, wait=False):
        pass                        # the record keeps what was shown


# What IPython reads otherwise than Python does, though Python can read it, or runs otherwise.
_NOT_PLAIN = re.compile(r"\A\s|^\s*(?:>>>|\.\.\.|In ?\[\d+\]:)|"
                        r"\b(?:await|async|exit|SystemExit|get_ipython)\b", re.MULTILINE)


class Shell(InteractiveShell):
    """IPython without history, colours and terminal."""

    usual = None        # how cells are read and what goes with them, if nobody has changed it

    displayhook_class = Type(Result)
    display_pub_class = Type(Publisher)

    def init_io(self):
        pass

    def init_display_formatter(self):
        super().init_display_formatter()
        self.display_formatter.active_types = list(SHOWN)

    def enable_gui(self, gui=None):
        pass

    def enable_matplotlib(self, gui=None):
        return "inline", "agg"      # figures are shown after each cell anyway

    # -- cells -----------------------------------------------------------------------

    def run(self, source, before=lambda codes: None):
        """Run a cell; one that is nothing but Python does without IPython's reading of it.

        `before` is called first with what is to be executed, see `compiled`.

        What is seen of it is the same. It takes half the time, and touches less memory, of which
        every process that is forked between two cells has to have its own copy.
        """
        codes = self.compiled(source)
        before(codes)
        if codes is None:
            return self.run_cell(source, store_history=True)
        count = self.execution_count
        self.execution_count += 1
        try:
            self.events.trigger("pre_execute")
            self.history_manager.store_inputs(count, source, source)
            with self.builtin_trap, self.display_trap:
                self.last_execution_succeeded = self.executed(codes)
        finally:
            self.events.trigger("post_execute")

    def compiled(self, source):
        """What is to be executed for a cell of mere Python; None for what IPython has to read."""
        if self.usual is None or self.usual != self.manners() or _NOT_PLAIN.search(source):
            return None
        try:
            name = self.compile.cache(source + "\n" * (source[-1] != "\n"), self.execution_count,
                                      raw_code=source)
            nodes = self.compile.ast_parse(source, filename=name).body
            shown = nodes[-1:] if isinstance(nodes[-1], ast.Expr) else []
            parts = [(ast.Module(nodes[:len(nodes) - len(shown)], []), "exec"),
                     (ast.Interactive(shown), "single")]
            return [self.compile(part, name, mode) for part, mode in parts if part.body]
        except Exception:                   # IPython shows what is wrong with it
            return None

    def manners(self):
        """What a notebook may change of how its cells are run."""
        told = self.events.callbacks
        return [list(x) for x in (self.ast_transformers, self.input_transformers_cleanup,
                                  self.input_transformers_post, told["pre_run_cell"],
                                  told["post_run_cell"], self.custom_exceptions,
                                  self.ast_node_interactivity)]

    def executed(self, codes):
        """Execute the parts of a cell; says whether they came to their end."""
        hook, sys.excepthook = sys.excepthook, self.excepthook
        try:
            try:
                for code in codes:
                    exec(code, self.user_global_ns, self.user_ns)
            finally:
                sys.excepthook = hook
        except SystemExit:
            self.showtraceback(exception_only=True)
        except BaseException as problem:    # a time limit, too
            problem.__traceback__ = problem.__traceback__.tb_next       # without this function
            self.showtraceback((type(problem), problem, problem.__traceback__), tb_offset=0,
                               running_compiled_code=True)
        else:
            return True
        return False

    # -- what is seen of them --------------------------------------------------------

    def showtraceback(self, *arguments, **named):
        confine.leave_room()        # formatting takes some
        super().showtraceback(*arguments, **named)

    def _showtraceback(self, etype, evalue, stb):
        lines = stb if isinstance(stb, (list, tuple)) else [str(stb)]
        if etype is TimeLimit:
            lines = [str(evalue)]           # where it was interrupted is chance
        self.show_error(str(etype.__name__), str(evalue), lines)

    def show_error(self, name, message, lines):
        message = _ESCAPES.sub("", message)[:2_000]
        trace = [_ESCAPES.sub("", str(line))[:4_000] for line in lines][-30:]
        self.outputs.add({"output_type": "error", "ename": name[:100], "evalue": message,
                          "traceback": trace}, len(message) + sum(map(len, trace)))

    def system(self, cmd):
        """`!command`: its output goes to the cell, bounded like all output."""
        with self._shell(self.var_expand(cmd, depth=1)) as process:
            while text := process.stdout.read(8192):
                sys.stdout.write(text.decode("utf-8", "replace"))
        self.user_ns["_exit_code"] = process.returncode

    system_piped = system_raw = system

    def getoutput(self, cmd, split=True, depth=0):
        """`x = !command`"""
        with self._shell(self.var_expand(cmd, depth=depth + 1)) as process:
            text = process.stdout.read(1 << 20).decode("utf-8", "replace")
            process.kill()
        return SList(text.splitlines()) if split else text

    @staticmethod
    def _shell(command):
        return subprocess.Popen(command, shell=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def build():
    """Return the shell; once, before forking."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 1000
    outputs = Outputs()
    Shell.outputs = outputs
    shell = Shell.instance(config=config)
    shell.usual = shell.manners()
    sys.stdout, sys.stderr = Stream("stdout", outputs), Stream("stderr", outputs)
    builtins.input = refuse_input
    short_traces_at_once(shell.InteractiveTB)
    return shell


def short_traces_at_once(traces):
    """Let nothing be read for a short trace but the lines that it shows.

    IPython reads and indexes all files of libraries in a trace, longer than most notebooks run: to
    fold what repeats, which is for long ones, and to mark a part of a line, which is for colours.
    """
    records, usual = traces.get_records, ultratb.FAST_THRESHOLD

    def get_records(trace, *how):
        short = sum(1 for _ in traceback.walk_tb(trace)) < LONG_TRACE
        ultratb.FAST_THRESHOLD = 0 if short else usual
        return records(trace, *how)
    traces.get_records = get_records


def refuse_input(prompt=""):
    raise RuntimeError("input() cannot be answered while a notebook is graded; "
                       "write the value into the cell instead")


def show_figures():
    """After a cell: what it has drawn and not shown."""
    if "matplotlib.pyplot" in sys.modules:
        from . import plots
        plots.show()
