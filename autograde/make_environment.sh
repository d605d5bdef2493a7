#!/bin/sh
# Make the virtual environment $2 with the Python $1.
# Says nothing when all is well; else what was found, what is needed, and fails.

python=$1
folder=$2

. "$(dirname "$0")/packages.sh"

has_venv() {
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1
}

if ! found=$("$python" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null); then
    echo "Python 3.11 to 3.14 is needed, but there is no Python named $python here." >&2
    exit 1
fi
case $found in
    3.11.*|3.12.*|3.13.*|3.14.*) ;;
    *) cat >&2 <<EOF
Python 3.11 to 3.14 is needed, but $python is Python $found.
If one of these is installed too, name it, for example:  make PYTHON=python3.12
EOF
       exit 1 ;;
esac

# Debian and Ubuntu keep a part of venv in a package of its own.
has_venv || install python3-venv
if ! has_venv; then
    how=$(installer python3-venv)
    cat >&2 <<EOF
$python, which is Python $found, cannot make virtual environments: its module ensurepip is missing.
As an administrator, run:  ${how:-the package manager of this system, package "python3-venv"}
EOF
    exit 1
fi

exec "$python" -m venv "$folder"
