// Exits with 0 while the portal in this container responds; the Dockerfile's HEALTHCHECK runs it.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 5000}/healthz`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
