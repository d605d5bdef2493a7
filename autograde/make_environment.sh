#!/bin/sh
# Make the virtual environment $2 with the Python $1.
# Says nothing when all is well; else what was found, what is needed, and fails.

python=$1
folder=$2

. "$(dirname "$0")/packages.sh"
. "$(dirname "$0")/say.sh"

has_venv() {
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1
}

if ! found=$("$python" -c 'import sys; print(sys.version.split()[0])' 2>/dev/null); then
    say "Python 3.11 to 3.14 is needed, but there is no Python named $python here." \
        "Нужен Python от 3.11 до 3.14, а Python с именем $python здесь нет." >&2
    exit 1
fi
case $found in
    3.11.*|3.12.*|3.13.*|3.14.*) ;;
    *) say "\
Python 3.11 to 3.14 is needed, but $python is Python $found.
If one of these is installed too, name it, for example:  make PYTHON=python3.12" "\
Нужен Python от 3.11 до 3.14, а $python — это Python $found.
Если установлен и подходящий, назовите его, например:  make PYTHON=python3.12" >&2
       exit 1 ;;
esac

# Debian and Ubuntu keep a part of venv in a package of its own.
has_venv || install python3-venv
if ! has_venv; then
    how=$(installer python3-venv)
    say "\
$python, which is Python $found, cannot make virtual environments: its module ensurepip is missing.
As an administrator, run:  ${how:-the package manager of this system, package python3-venv}" "\
$python, это Python $found, не может создать виртуальное окружение: у него нет модуля ensurepip.
Администратору нужно набрать:  ${how:-команду установки пакетов этой системы, пакет python3-venv}" >&2
    exit 1
fi

exec "$python" -m venv "$folder"
