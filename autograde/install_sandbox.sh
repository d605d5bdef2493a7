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
. "$(dirname "$0")/say.sh"

works && exit 0
command -v bwrap >/dev/null 2>&1 || install bubblewrap
works && exit 0

if ! command -v bwrap >/dev/null 2>&1; then
    how=$(installer bubblewrap)
    say "\
Grading needs bubblewrap, which is not installed and could not be installed from here.
As an administrator, run:  ${how:-the package manager of this system, package bubblewrap}
Everything but grading works without it." "\
Для проверки работ нужен bubblewrap; он не установлен, и установить его отсюда не удалось.
Администратору нужно набрать:  ${how:-команду установки пакетов этой системы, пакет bubblewrap}
Всё, кроме проверки, работает и без него." >&2
else
    say "\
bubblewrap is installed but may not create namespaces here, so grading will refuse.
As an administrator, one of:
  Ubuntu 23.10 and newer:  sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
                           (or an AppArmor profile for bwrap that allows userns)
  older Debian:            sysctl -w kernel.unprivileged_userns_clone=1
  everywhere:              sysctl user.max_user_namespaces must not be 0
  Docker:                  docker run --cap-add SYS_ADMIN --security-opt seccomp=unconfined
                           --security-opt apparmor=unconfined ...
Everything but grading works without it." "\
bubblewrap установлен, но создавать пространства имён ему здесь нельзя, и проверка работ откажется
работать. Администратору нужно сделать одно из этого:
  Ubuntu 23.10 и новее:    sysctl -w kernel.apparmor_restrict_unprivileged_userns=0
                           (или профиль AppArmor, который разрешает bwrap userns)
  более старый Debian:     sysctl -w kernel.unprivileged_userns_clone=1
  везде:                   sysctl user.max_user_namespaces должно быть больше нуля
  Docker:                  docker run --cap-add SYS_ADMIN --security-opt seccomp=unconfined
                           --security-opt apparmor=unconfined ...
Всё, кроме проверки, работает и без него." >&2
fi
exit 0
