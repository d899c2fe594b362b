// Exits with 0 while the portal of this container answers; the Dockerfile's HEALTHCHECK.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 5000}/healthz`).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
