#!/bin/sh
# Make sure that bubblewrap, in which submissions are graded, is here and works.
# Says nothing when all is well.  Never fails: lessons and checks need no sandbox,
# and grading itself refuses without one and says the same as this script.

works() {
    command -v bwrap >/dev/null 2>&1 || return 1
    if [ "$(id -u)" -eq 0 ]; then       # as autograde/sandbox/server.py starts it
        bwrap --unshare-pid --unshare-net --unshare-ipc --unshare-uts \
              --ro-bind / / --proc /proc --dev /dev true >/dev/null 2>&1
    else
        bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev true >/dev/null 2>&1
    fi
}

. "$(dirname "$0")/packages.sh"

works && exit 0
command -v bwrap >/dev/null 2>&1 || install bubblewrap
works && exit 0

if ! command -v bwrap >/dev/null 2>&1; then
    how=$(installer bubblewrap)
    cat >&2 <<EOF
Grading needs bubblewrap, which is not installed and could not be installed from here.
As an administrator, run:  ${how:-the package manager of this system, package "bubblewrap"}
Everything but grading works without it.
EOF
else
    cat >&2 <<EOF
bubblewrap is installed but may not create namespaces here, so grading will refuse.
As an administrator, one of:
  Ubuntu 23.10 and newer:  sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
                           (or an AppArmor profile for bwrap that allows userns)
  older Debian:            sysctl -w kernel.unprivileged_userns_clone=1
  everywhere:              sysctl user.max_user_namespaces must not be 0
  Docker:                  docker run --cap-add SYS_ADMIN --security-opt seccomp=unconfined
                           --security-opt apparmor=unconfined ...
Everything but grading works without it.
EOF
fi
exit 0
