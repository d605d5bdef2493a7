#!/bin/sh
# Make sure that a Chromium is here, in which the site, the slides and formgrader are tested.
# Says nothing when all is well. Never fails: the tests that need it say so themselves.

. "$(dirname "$0")/../autograde/packages.sh"

found() {
    for name in chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

found && exit 0
install chromium || install chromium-browser
found && exit 0
echo "The tests of the site need Chromium, which is not installed and could not be installed" \
     "from here. As an administrator, run:  $(installer chromium)" >&2
exit 0
