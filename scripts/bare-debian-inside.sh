#!/usr/bin/env bash
# The part of bare-debian.sh that runs inside the chroot. The first argument is "yes" to run the tests as well.
set -euo pipefail
start_timeout_seconds=900

mount -t proc proc /proc
mount -t tmpfs tmpfs /dev/shm
cd /srv/portal

echo "— npm start, with Node $(node --version) and npm $(npm --version)"
# Use a free port, because the network is that of the machine.
PORT=0 npm start >/tmp/start.log 2>&1 &
npm_pid=$!
url=
for ((second = 0; second < start_timeout_seconds; second++)); do
  url=$(sed -n 's/^Partner Portal is ready at //p' /tmp/start.log)
  [ -z "$url" ] || break
  kill -0 "$npm_pid" 2>/dev/null || break
  sleep 1
done
if [ -z "$url" ]; then
  cat /tmp/start.log >&2
  echo "npm start did not get ready." >&2
  exit 1
fi
node -e 'fetch(process.argv[1]).then(async (answer) => {
  console.log(`/readyz answers ${answer.status} ${await answer.text()}`)
  process.exit(answer.ok ? 0 : 1)
})' "$url/readyz"
kill -TERM "$npm_pid"
wait "$npm_pid" || true
grep -v '^{' /tmp/start.log

if [ "$1" = yes ]; then
  echo "— npm test"
  npm test
fi
