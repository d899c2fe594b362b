# The portal as a container image; docs/deploy/README.md describes how to run it. `npm run test:peers image` builds and tests this file.
FROM node:24-bookworm-slim AS build
WORKDIR /app
# Copied before the sources, so that a change of the sources does not install the packages again.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --loglevel=error
COPY . .
RUN node scripts/image-files.mjs /image

FROM debian:12-slim
LABEL org.opencontainers.image.title="Partner Portal" \
  org.opencontainers.image.description="One place for partners: profile, agreements, materials, tasks and a live line to the partner team."
# As process 1, Node would ignore SIGTERM until the portal has started, and would not reap processes of PostgreSQL that end. tini does both.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/apt /var/log/dpkg.log \
  && groupadd --gid 10001 portal \
  && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home --home-dir /data --shell /usr/sbin/nologin portal \
  && install -d -m 700 -o portal -g portal /data
COPY --from=build /image/ /
WORKDIR /app
# The portal listens on all addresses of the container, where others could use a demo. Starting a demo takes HOST=127.0.0.1.
ENV HOST=0.0.0.0 PORT=5000 DATA_DIR=/data DEMO=off PORTAL_COMMAND=portal
USER 10001:10001
VOLUME /data
EXPOSE 5000
STOPSIGNAL SIGTERM
# Checks that the process lives, not that its database does, since a restart would not repair the database. Proxies ask /readyz.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
