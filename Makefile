# Everything that a fresh machine with python3 (3.11 or newer), pip, git and make needs.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
COURSE ?= course

.PHONY: course test lab notebooks book slides lock proof clean sandbox browser

course: $(READY) sandbox          ## release, grade the sample class, feedback, report
	$(BIN)/autograde demo --course $(COURSE)

test: $(READY) sandbox browser    ## pytest, then nbval over lessons and solutions
	$(BIN)/python -m pytest tests -n 2 --dist loadfile --no-loadscope-reorder
	$(BIN)/python -m pytest --nbval --dist loadfile -n 2 lessons solutions

lab: $(READY)                     ## open JupyterLab on the lessons
	$(BIN)/jupyter lab lessons

notebooks: $(READY)               ## rebuild the .ipynb files from their text form
	$(BIN)/python lessons/build.py

proof: $(READY) sandbox browser   ## the long form of the proofs, with the peer libraries
	$(BIN)/python -m pip install --quiet --require-hashes -r peers.lock
	$(BIN)/python -m pytest tests --proof

book: $(READY)                    ## the lessons as a site, with the slides: site/book/index.html
	$(BIN)/python -m lessons.book

slides: $(READY)                  ## slides for the lecture hall: site/slides/index.html
	$(BIN)/python -m lessons.book slides

sandbox:
	@sh autograde/install_sandbox.sh

browser:
	@sh tests/install_browser.sh

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "python3 3.11 or newer is needed, found " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $(READY)

COMPILE := $(PYTHON) -m piptools compile --allow-unsafe --generate-hashes --strip-extras \
	--no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header
EXTRAS := --extra notebooks --extra grading --extra tests --extra urdf --extra cluster --extra book

lock:                             ## pin the newest versions again (needs pip-tools)
	$(COMPILE) $(EXTRAS) --output-file requirements.lock pyproject.toml
	$(COMPILE) $(EXTRAS) --extra peers --output-file peers.lock pyproject.toml

clean:
	rm -rf $(VENV) $(COURSE) site
