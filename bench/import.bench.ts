// The check and the import of a file of 20,000 partners with all columns, both without errors and with an error in each cell that can have
// one. Goal: other requests never wait more than 50 ms.
import { setTimeout as sleep } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { maxImportBytes, maxImportRows } from '#contract/limits.ts'
import { checkPartnerImport } from '#contract/partners/import.ts'
import { partnerColumns } from '#contract/partners/partner-columns.ts'
import { openDatabase } from '#server/db/client.ts'
import { prepareDatabase } from '#server/db/migrate.ts'
import { users } from '#server/db/schema/users.ts'
import { importPartners } from '#server/features/partners/import/actions.ts'
import { readRows } from '#server/features/partners/import/csv-file.ts'
import { planImport } from '#server/features/partners/import/plan.ts'
import { encodeResponse } from '#server/http/encode-response.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { openLog } from '#test/log.ts'
import { createDatabase, startTestPostgres } from '#test/postgres.ts'
import { report } from './report.ts'

const maxBlockMs = 50

const values: Record<string, (row: number) => string> = {
  email: (row) => `partner${row}@hall.example`,
  marketingContactEmail: (row) => `marketing${row}@hall.example`,
  state: () => 'AL',
  businessWebsite: (row) => `https://hall${row}.example.com`,
  preferredCommunicationMethod: () => 'email',
  marketingPreferredCommunicationMethod: () => 'email',
  partnershipDate: () => '2027-03-01',
  partnershipSignatureDate: () => '2027-03-02',
}
const isEmptyByDefault = (name: string) => /Url$|userEmail|whatsapp|phone/i.test(name)

const fileOf = (cellOf: (name: string, row: number) => string) =>
  stringify(
    Array.from({ length: maxImportRows }, (_, row) => partnerColumns.map(([name]) => cellOf(name, row))),
    { header: true, columns: partnerColumns.map(([name]) => name) },
  ).slice(0, maxImportBytes)

const good = fileOf((name, row) => values[name]?.(row) ?? (isEmptyByDefault(name) ? '' : `Hall ${row}`))
const wrong = fileOf((name) => (isEmptyByDefault(name) || values[name] ? 'x' : ''))

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the longest turn of the event loop during some work, in ms of CPU time, so that other programs do not count. */
const blockOf = async (work: () => Promise<unknown>) => {
  let [longest, since, isRunning] = [0, cpuMs(), true]
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - since)
    since = now
    if (isRunning) setImmediate(turn)
  }
  turn()
  await work()
  await sleep(10)
  isRunning = false
  return longest
}

const postgres = await startTestPostgres()
const { logger } = openLog()

const openPortal = async (round: number) => {
  const connectionString = await createDatabase(postgres.url, `import_${round}`)
  const db = openDatabase({ connectionString }, () => {})
  await prepareDatabase(db, async () => {})
  const jobs = await startJobs({ connectionString }, logger)
  await jobs.stop()
  const [actor] = await db.insert(users).values({ email: 'ann@example.test', role: 'admin' }).returning()
  if (!actor) throw new Error('no user was created')
  return { db, actor }
}

const steps: Record<string, (portal: Awaited<ReturnType<typeof openPortal>>) => Promise<unknown>> = {
  'checking a good file': ({ db }) => check(db, good),
  'checking a file of errors': ({ db }) => check(db, wrong),
  'importing a file of errors': async ({ db, actor }) =>
    importPartners(db, actor, await readRows(wrong)).catch((error) => JSON.stringify(error)),
  'importing a good file': async ({ db, actor }) => importPartners(db, actor, await readRows(good)),
}

const check = async (db: Awaited<ReturnType<typeof openPortal>>['db'], file: string) => {
  await encodeResponse(checkPartnerImport.responses[200], await planImport(db, await readRows(file)))
}

try {
  const found = new Map<string, number[]>()
  for (let round = 0; round < 3; round += 1) {
    const portal = await openPortal(round)
    for (const [what, work] of Object.entries(steps)) {
      const block = await blockOf(() => work(portal))
      found.set(what, [...(found.get(what) ?? []), block])
    }
    await portal.db.$client.end()
  }
  for (const [what, blocks] of found) {
    report(
      `${what} of ${maxImportRows} rows blocks`,
      'ms',
      blocks,
      { name: 'limit', values: [maxBlockMs] },
      {
        text: `at most ${maxBlockMs}`,
        reached: (measured) => measured <= maxBlockMs,
      },
    )
  }
} finally {
  await postgres.stop()
}
