#!/bin/sh
# /usr/local/bin/portal: runs a command of the portal, such as `portal check`, with the settings and the account of portal.service. As root.
exec systemd-run --quiet --pipe --wait --collect --uid=partner-portal --gid=partner-portal \
  --property=EnvironmentFile=/etc/partner-portal/portal.env --setenv=DATA_DIR=/var/lib/partner-portal --setenv=PORTAL_COMMAND=portal \
  --working-directory=/opt/partner-portal /opt/partner-portal/node_modules/.bin/node server/command-line/main.ts "$@"
