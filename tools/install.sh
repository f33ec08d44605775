#!/bin/sh
# Install Debian packages, as root or by sudo if it needs no password; if neither works, say in one line what to do.
set -eu
sudo="sudo -n"
[ "$(id -u)" != 0 ] || sudo=
may() { command -v apt-get >/dev/null 2>&1 && { [ -z "$sudo" ] || $sudo true 2>/dev/null; }; }
install() {
    echo "installing $* (Debian)"
    $sudo apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
{ may && install "$@"; } || {
    echo "install these and run again: sudo apt-get install $*" >&2
    exit 1
}
