#!/bin/sh
# Runs in the machine that systemd.test.ts starts, and follows docs/deploy/README.md. The output of each check is a line of /root/answers.
exec >/root/answers 2>/root/errors
cd /opt/partner-portal
node=node_modules/.bin/node
answer() { name=$1 && shift && echo "$name: $("$@" 2>&1 | tr '\n' ' ')"; }
wait_ready() {
  while ! "$node" -e 'fetch(process.argv[1]).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))' "$1/readyz"; do
    systemctl is-active --quiet "$2" || { journalctl --unit "$2" >&2; systemctl status "$2" >&2; break; }
    sleep 0.2
  done
}

useradd --system --user-group --home-dir /var/lib/partner-portal --no-create-home --shell /usr/sbin/nologin partner-portal
install -m 644 docs/deploy/portal.service /etc/systemd/system/portal.service
install -m 644 docs/deploy/portal.service /etc/systemd/system/portal@.service
install -m 755 docs/deploy/portal-command.sh /usr/local/bin/portal
systemctl daemon-reload
answer verify systemd-analyze verify portal.service portal@5001.service
systemctl start portal
wait_ready "$URL" portal
answer active systemctl is-active portal
pid=$(systemctl show --property MainPID --value portal)
answer status grep -E '^(Uid|CapEff|NoNewPrivs|Seccomp|Umask):' "/proc/$pid/status"
answer exposure systemd-analyze security portal
answer folder stat --format '%U %a' /var/lib/partner-portal
answer check portal check --mail boss@example.com
answer grant portal admin grant boss@example.com
kill -KILL "$pid"
sleep 6
wait_ready "$URL" portal
answer restarted systemctl show --property NRestarts --value portal
systemctl stop portal
answer stopped systemctl show --property Result,ExecMainStatus,ActiveState portal
answer left pgrep --uid partner-portal
systemctl start portal
wait_ready "$URL" portal
answer link portal admin link boss@example.com
systemctl stop portal
sed -i /^PORT=/d /etc/partner-portal/portal.env
systemctl start "portal@$PORT_OF_INSTANCE"
wait_ready "http://127.0.0.1:$PORT_OF_INSTANCE" "portal@$PORT_OF_INSTANCE"
answer instance systemctl is-active "portal@$PORT_OF_INSTANCE"
systemctl stop "portal@$PORT_OF_INSTANCE"
