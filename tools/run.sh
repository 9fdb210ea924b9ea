#!/bin/sh
# Runs tools/book.py with $PYTHON, or with the first Python that is new enough and runs.
cd "$(dirname "$0")/.." || exit 2

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

for python in "${PYTHON:-python3}" python3.13 python3.12 python3.11; do
    if new_enough "$python"; then
        exec "$python" tools/book.py "$@"
    fi
    [ -z "$PYTHON" ] || break
done

first=${PYTHON:-python3}
version=$("$first" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null)
case $version in
    [0-9]*) found="$first is Python $version" ;;
    *) found="$first does not run" ;;
esac
echo "make $1 needs Python 3.11 or newer, but $found: install one" \
    "(on Debian or Ubuntu: apt install python3.11 python3.11-venv)" \
    "or name one (make $1 PYTHON=/path/to/python3)." >&2
exit 2
