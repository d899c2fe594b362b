import type { Database } from '#server/db/client.ts'
import type { Settings } from '#server/settings.ts'
import { type Finding, right, wrong } from './check.ts'

// Codes, links and signatures contain times. None of them suffers from a difference of a minute.
const maxOffMs = 60_000
const timeoutMs = 5_000

/** Compares this machine's clock with those of the database and of the configured servers that speak HTTP. */
export const checkClock = async (
  db: Database,
  { oidc, s3, baseUrl, baseUrlGiven }: Settings,
): Promise<Finding> => {
  const urls = [oidc?.issuer, s3?.endpoint, baseUrlGiven ? baseUrl : undefined].filter(
    (url) => url !== undefined,
  )
  const clocks = await Promise.all([
    offsetOfDatabase(db),
    ...urls.map((url) => offsetOfServer(url).catch(() => undefined)),
  ])
  const known = clocks.filter((clock) => clock !== undefined)
  const off = known.filter(({ ms }) => Math.abs(ms) > maxOffMs)
  if (off.length > 0)
    return wrong(
      off
        .map(
          ({ name, ms }) => `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'behind' : 'ahead of'} ${name}`,
        )
        .join(', '),
    )
  return right(`matches that of ${known.map(({ name }) => name).join(', ')}`)
}

const offsetOfDatabase = async ({ $client }: Database) => {
  const { rows } = await $client.query<{ now: Date }>('select clock_timestamp() as now')
  return { name: 'the database', ms: Number(rows[0]?.now) - Date.now() }
}

const offsetOfServer = async (url: string) => {
  const response = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : { name: new URL(url).host, ms: date - Date.now() }
}
