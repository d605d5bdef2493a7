# What a script says, in English or Russian; read by the scripts that speak.

# Say $2 where the system speaks Russian, $1 elsewhere; what it speaks is asked as in words.py.
say() {
    case ${LANGUAGE:-${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}} in
        ru*) printf '%s\n' "$2" ;;
        *)   printf '%s\n' "$1" ;;
    esac
}
