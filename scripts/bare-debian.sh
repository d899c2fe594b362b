#!/usr/bin/env bash
# Runs `npm start`, and with --test `npm test`, in a fresh clone in a minimal Debian 12 that has only Node and npm in addition.
# Needs root, debootstrap, git and npm. docs/operations.md describes this script.
set -euo pipefail

usage="usage: sudo scripts/bare-debian.sh [--node <major version>] [--test]"
node_major=20
runs_tests=no
while [ $# -gt 0 ]; do
  case $1 in
    --node) node_major=${2:?"$usage"} && shift 2 ;;
    --test) runs_tests=yes && shift ;;
    *) echo "$usage" >&2 && exit 2 ;;
  esac
done
suite=bookworm
repository=$(cd "$(dirname "$0")/.." && pwd)

for program in debootstrap git npm unshare; do
  command -v "$program" >/dev/null || { echo "Install $program first." >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo "chroot needs root. $usage" >&2; exit 1; }

# Use the mirror that this machine uses; MIRROR overrides it.
mirror=${MIRROR:-$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' |
  awk -v suite="$suite" '$1 == suite && $2 == "main" { print $3; exit }')}
[ -n "$mirror" ] || { echo "apt has no source of Debian $suite here: set MIRROR to a Debian mirror." >&2; exit 1; }

folder=$(mktemp -d "${TMPDIR:-/tmp}/bare-debian-XXXXXX")
root=$folder/root
child=

clean_up() {
  if [ -n "$child" ]; then kill "$child" 2>/dev/null || true; wait "$child" || true; fi
  rm -rf --one-file-system "$folder"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# Run the command in namespaces of its own: its mounts and processes are gone when it ends, however it ends.
isolated() {
  # Run in the background, because a shell handles signals only between commands. unshare ignores SIGTERM.
  timeout --kill-after=5s "$1" unshare --mount --pid --fork --kill-child "${@:2}" &
  child=$!
  local status=0
  wait "$child" || status=$?
  child=
  return "$status"
}

echo "— Debian $suite from $mirror"
isolated 30m debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$folder/debootstrap.log" 2>&1 ||
  { tail -n 20 "$folder/debootstrap.log" >&2; exit 1; }

echo "— Node $node_major and npm"
architecture=$(node -p process.arch)
mkdir -p "$root/opt/node"
# npm 10 runs on Node 18 and newer.
npm install --prefix "$root/opt/node" --ignore-scripts --no-audit --no-fund --loglevel=error \
  "node-linux-$architecture@$node_major" npm@10
modules=../../../opt/node/node_modules
ln -s "$modules/node-linux-$architecture/bin/node" "$root/usr/local/bin/node"
ln -s "$modules/npm/bin/npm-cli.js" "$root/usr/local/bin/npm"
ln -s "$modules/npm/bin/npx-cli.js" "$root/usr/local/bin/npx"

echo "— A clone of the last commit"
git clone --quiet "$repository" "$root/srv/portal"
cp "$repository/scripts/bare-debian-inside.sh" "$root/srv/inside.sh"

environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
  "npm_config_registry=$(npm config get registry)")
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp "$NODE_EXTRA_CA_CERTS" "$root/etc/extra-ca.pem"
  environment+=(NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem)
fi
isolated 120m chroot "$root" /usr/bin/env -i "${environment[@]}" /bin/bash /srv/inside.sh "$runs_tests"
