// Exports 1,000 agreements of 200 KB each, compared with downloading the same files one after the other. Goal: no slower. Also prints how
// much the memory of the process grows for 100, for all, and for all again, which shows whether freed memory is reused.
import { hash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/client.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { newToken } from '#server/sessions/sessions.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { noBudgets } from './no-budgets.ts'
import { memoryGrowth } from './process-memory.ts'
import { report } from './report.ts'

const agreements = 1000
const fewer = 100
const fileBytes = 200_000
const rounds = 3
const exportPath = '/api/admin/agreements/export'
const dayMs = 24 * 60 * 60 * 1000

const folder = await mkdtemp(join(tmpdir(), 'partner-portal-bench-'))
const dataDir = join(folder, 'data')
const postgres = await startTestPostgres()
try {
  await mkdir(dataDir)
  const portal = await startServerProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    DEMO: 'on',
    PORT: '0',
    ...noBudgets,
  })
  const cookie = await demoCookie(portal.url, 'support@demo.test')
  const db = openDatabase({ connectionString: postgres.url }, () => {})
  const partners = await db.select({ id: partnerProfiles.id }).from(partnerProfiles)
  const keys: string[] = []
  for (let index = 0; index < agreements; index += 1) {
    const bytes = randomBytes(fileBytes)
    const documentPath = newToken()
    await writeFile(join(dataDir, 'objects', fileKey(documentPath)), bytes)
    await db.insert(partnerDocuments).values({
      partnerId: partners[index % partners.length]?.id ?? '',
      documentType: 'nda',
      status: 'signed',
      // A tenth of the agreements are of the first day, which the smaller export selects.
      signedAt: new Date(Date.UTC(2010, 0, 1) + (index < fewer ? 0 : dayMs) + index * 1000),
      signatureData: JSON.stringify({ signedOn: 'paper' }),
      documentPath,
      fileName: 'Agreement.pdf',
      fileType: 'pdf',
      fileSize: bytes.length,
      fileSha256: hash('sha256', bytes),
    })
    keys.push(documentPath)
  }
  await db.$client.end()

  const download = async (path: string) => {
    const response = await fetch(portal.url + path, { headers: { cookie } })
    if (!response.ok || !response.body) throw new Error(`${path} was answered with ${response.status}`)
    let size = 0
    for await (const chunk of response.body) size += chunk.length
    return size
  }
  const secondsOf = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return (performance.now() - begun) / 1000
  }
  const exportUntil = async (to: string, count: number) => {
    const size = await download(`${exportPath}?from=2010-01-01&to=${to}`)
    if (size < count * fileBytes) throw new Error('the export is not whole')
  }
  const oneByOne = async () => {
    for (const key of keys) await download(`/objects/${key}?download`)
  }

  const pid = portal.child.pid ?? 0
  await exportUntil('2010-01-01', fewer)
  const few = await memoryGrowth(pid, () => exportUntil('2010-01-01', fewer))
  const all = await memoryGrowth(pid, () => exportUntil('2010-01-31', agreements))
  const again = await memoryGrowth(pid, () => exportUntil('2010-01-31', agreements))
  const [exported, single]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    exported.push(await secondsOf(() => exportUntil('2010-01-31', agreements)))
    single.push(await secondsOf(oneByOne))
  }
  report(
    `export of ${agreements} agreements`,
    's',
    exported,
    { name: 'one after the other', values: single },
    {
      text: 'no slower',
      reached: (measured, other) => measured <= other,
    },
  )
  process.stdout.write(
    `memory growth: ${few.toFixed(1)} MB with ${fewer}, ${all.toFixed(1)} MB with all, ${again.toFixed(1)} MB with all again\n`,
  )
  await portal.stop()
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
