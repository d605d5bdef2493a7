#!/bin/sh
# Install the peer libraries of peers.lock for the Python $1.
# Says nothing when all is well; else what is missing, and fails.

python=$1

. "$(dirname "$0")/../autograde/packages.sh"

refuse() {
    echo "make proof is refused: $1" >&2
    echo "Everything else works without the peer libraries." >&2
    exit 1
}

loads() {
    complaint=$("$python" -c 'import pinocchio' 2>&1)
}

"$python" -m pip install --quiet --only-binary :all: --require-hashes -r peers.lock ||
    refuse "the peer libraries do not install here, and pip says above which one."

# pinocchio's wheel leaves OpenMP to the system.
loads && exit 0
case $complaint in *libgomp*) install libgomp1 ;; esac
loads && exit 0
case $complaint in
    *libgomp*) refuse "pinocchio needs the system's libgomp, which is not installed.
As an administrator, run:  $(installer libgomp1)" ;;
    *) refuse "pinocchio does not load here: $(echo "$complaint" | tail -n 1)" ;;
esac
