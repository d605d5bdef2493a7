# Installing a package of the system where that is allowed; read by the install scripts.

# The command with which this system installs package $1, for root.
installer() {
    if   command -v apt-get >/dev/null 2>&1; then echo "apt-get install -y $1"
    elif command -v dnf     >/dev/null 2>&1; then echo "dnf install -y $1"
    elif command -v yum     >/dev/null 2>&1; then echo "yum install -y $1"
    elif command -v pacman  >/dev/null 2>&1; then echo "pacman -S --noconfirm $1"
    elif command -v apk     >/dev/null 2>&1; then echo "apk add $1"
    elif command -v zypper  >/dev/null 2>&1; then echo "zypper --non-interactive install $1"
    fi
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
        sudo -n "$@"
    else
        return 1
    fi
}

# Install package $1, quietly; fails when that is not allowed here.
install() {
    command_line=$(installer "$1")
    [ -n "$command_line" ] || return 1
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  (the words of the command)
    as_root $command_line >/dev/null 2>&1 && return 0
    # A fresh container has no list of packages yet.
    case $command_line in
        apt-get*) as_root apt-get update >/dev/null 2>&1 && as_root $command_line >/dev/null 2>&1 ;;
        *) return 1 ;;
    esac
}
