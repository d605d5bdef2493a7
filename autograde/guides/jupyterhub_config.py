"""JupyterHub for a class, as hub.sh sets it up; it lies in etc/ of the place of the class.

Accounts are those of the machine, and log in with their passwords. Who may: the instructors, named
in etc/instructors, and the students on the course's roster, read when the hub starts. A student's
server knows the students' package and the lessons, an instructor's the whole of the grader.
"""

import os
from pathlib import Path

from autograde.roster import read_people

place = Path(__file__).resolve().parents[1]
instructors = set((place / "etc" / "instructors").read_text().split())
students = {person.id for person in read_people(place / "course" / "students.csv")} - instructors

c = get_config()  # noqa: F821
# On this machine alone. For a class put a web server with a certificate before it.
c.JupyterHub.bind_url = os.environ.get("HUB_URL", "http://127.0.0.1:8000")
c.JupyterHub.hub_bind_url = os.environ.get("HUB_INNER_URL", "http://127.0.0.1:8081")
c.ConfigurableHTTPProxy.api_url = os.environ.get("HUB_PROXY_URL", "http://127.0.0.1:8001")
c.JupyterHub.db_url = f"sqlite:///{place}/state/jupyterhub.sqlite"
c.JupyterHub.cookie_secret_file = f"{place}/state/jupyterhub_cookie_secret"
c.ConfigurableHTTPProxy.pid_file = f"{place}/state/jupyterhub-proxy.pid"
c.JupyterHub.authenticator_class = "pam"
c.PAMAuthenticator.open_sessions = False
c.Authenticator.allowed_users = instructors | students
c.Spawner.default_url = "/lab"
# A terminal that logs in anew would forget where the course's programs lie.
c.Spawner.args = ['--ServerApp.terminado_settings={"shell_command": ["/bin/bash"]}']
c.Spawner.start_timeout = c.Spawner.http_timeout = 120


def of_whoever_logs_in(spawner):
    """Which environment a server is started from, and what it sees."""
    kind = "hub" if spawner.user.name in instructors else "students"
    programs = place / kind / "bin"
    spawner.environment = {"PATH": f"{programs}:{os.environ['PATH']}",
                           "PYTHONPATH": str(place / "share"),          # `from lessons import ...`
                           "JUPYTER_CONFIG_PATH": str(place / "etc")}
    if kind == "hub":
        # Formgrader wants the course's settings, and that its folder lies below the server's.
        spawner.environment["JUPYTER_CONFIG_PATH"] = f"{place / 'course'}:{place / 'etc'}"
        spawner.notebook_dir = str(place)
        spawner.cmd = [str(programs / "jupyterhub-singleuser")]
    else:
        # As the student: a copy of the lessons of the own, once.
        spawner.cmd = ["/bin/sh", "-c",
                       f'[ -e "$HOME/lessons" ] || cp -R "{place}/share/lessons" "$HOME/lessons"\n'
                       f'exec "{programs}/jupyterhub-singleuser" "$@"', "server"]


c.Spawner.pre_spawn_hook = of_whoever_logs_in
