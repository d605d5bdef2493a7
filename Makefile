# Everything that a fresh machine with python3 (3.11 to 3.14), git and make needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
COURSE ?= course
CLASS  ?= sample
# Tests that wait, for a page or a time limit, leave room for half as many again as processors.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) * 3 // 2)")
SIDE_BY_SIDE = -n $(WORKERS) --dist loadfile --no-loadscope-reorder

.PHONY: setup course test habits lab notebooks book slides corrected authors oral lock locks-check proof department clean sandbox browser

course: $(READY) sandbox          ## grade a sample class of a hundred; CLASS=all: all 727
	$(BIN)/autograde demo --course $(COURSE) $(if $(filter all,$(CLASS)),--all)

setup: $(READY) sandbox           ## all that grading needs, and nothing graded
	@. autograde/say.sh; next=". $(BIN)/activate && autograde redteam --brief"; \
		say "Ready. Next: $$next" "Готово. Дальше: $$next"

test: $(READY) sandbox browser    ## pytest, with nbval over lessons and solutions
	$(BIN)/python -m pytest tests lessons solutions --nbval --nbval-sanitize-with tests/rounding.cfg \
		$(SIDE_BY_SIDE)

habits: $(READY)                  ## style, types and the floors between the packages
	$(BIN)/python -m pytest tests/test_habits.py

lab: $(READY)                     ## open JupyterLab on the lessons
	$(BIN)/jupyter lab lessons

notebooks: $(READY)               ## rebuild the .ipynb files from their text form
	$(BIN)/python lessons/build.py

proof: $(READY) sandbox browser   ## the long form of the proofs, with the peer libraries
	@sh tests/install_peers.sh $(BIN)/python
	$(BIN)/python -m pytest tests --proof $(SIDE_BY_SIDE)

department: $(READY) sandbox browser  ## JupyterHub and PostgreSQL, tried with real servers; as root
	$(BIN)/python -m pip install --quiet --require-hashes -r $(DEPARTMENT)
	$(BIN)/python -m pytest tests/department/on_postgresql.py tests/department/on_a_hub.py

book: $(READY)                    ## the lessons as a site, with the slides: site/book/index.html
	$(BIN)/python -m lessons.book

slides: $(READY)                  ## slides for the lecture hall: site/slides/index.html
	$(BIN)/python -m lessons.book slides

corrected authors oral: $(READY)  ## PDF: the sections corrected, the list for the authors, answers
	$(BIN)/python -m lessons.book $@

sandbox:
	@sh autograde/install_sandbox.sh

browser:
	@sh tests/install_browser.sh

$(READY): requirements.lock pyproject.toml
	@sh autograde/make_environment.sh "$(PYTHON)" $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation $(EDITABLE) .
	touch $(READY)

# By the repository's folder on the path: a script in tests/ would find tests/autograde otherwise.
EDITABLE := --config-settings editable_mode=compat --editable

# One lock for every supported Python and platform: the newest versions that Python 3.11 still
# takes, with markers where a package is needed on some of them only.
UV      ?= uv
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header
DEPARTMENT := autograde/guides/department.lock
EXTRAS := --extra notebooks --extra grading --extra tests --extra urdf --extra cluster --extra book

lock:                             ## pin again (needs uv); UPGRADE=--upgrade: the newest versions
	@command -v $(UV) >/dev/null || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	$(COMPILE) $(UPGRADE) $(EXTRAS) --extra peers --output-file peers.lock pyproject.toml
	cp peers.lock requirements.lock     # the same versions, less what the peers alone need
	$(COMPILE) $(EXTRAS) --output-file requirements.lock pyproject.toml
	cp requirements.lock $(DEPARTMENT)
	$(COMPILE) $(EXTRAS) --extra hub --extra postgresql --output-file $(DEPARTMENT) pyproject.toml

locks-check: $(READY)             ## do the locks install on every supported Python?
	$(BIN)/python tests/check_locks.py

clean:
	rm -rf $(VENV) $(COURSE) site
