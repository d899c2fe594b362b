# The portal as a container image; docs/deploy/README.md says how to run it. `npm run test:peers image` builds and tries this file.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Before the sources, so that a change of those does not install again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --loglevel=error
COPY . .
RUN node scripts/image-files.mjs /image

FROM debian:12-slim
LABEL org.opencontainers.image.title="Partner Portal" \
  org.opencontainers.image.description="One place for partners: profile, agreements, materials, tasks and a live line to the partner team."
# As process 1 Node ignores SIGTERM until the portal has started, and does not reap processes of PostgreSQL that ended: tini does both.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/apt /var/log/dpkg.log \
  && groupadd --gid 10001 portal \
  && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home --home-dir /data --shell /usr/sbin/nologin portal \
  && install -d -m 700 -o portal -g portal /data
COPY --from=build /image/ /
WORKDIR /app
# On all addresses of the container, where a demo would be open to others: it has to be asked for, with HOST=127.0.0.1.
ENV HOST=0.0.0.0 PORT=5000 DATA_DIR=/data DEMO=off PORTAL_COMMAND=portal
USER 10001:10001
VOLUME /data
EXPOSE 5000
STOPSIGNAL SIGTERM
# Whether the process lives, and not whether its database does: a restart would not mend that. Proxies ask /readyz.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
