// An upload of 50 MB to disk, from requesting its URL until it is registered, compared with `cat` to a file and `sync` of that file.
// Goal: 0.6 of its speed, and memory that grows by less than 30 MB, even with ten uploads at once.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentTypeOf, maxFileSize } from '#contract/files/file-types.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { largeZip, putBytes, sendJson } from './files.ts'
import { noBudgets } from './no-budgets.ts'
import { memoryGrowth } from './process-memory.ts'
import { report } from './report.ts'

const rounds = 9
const warmingRounds = 4
const atOnce = 10
const megabytes = maxFileSize / 1e6

const folder = await mkdtemp(join(tmpdir(), 'partner-portal-bench-'))
const file = join(folder, 'large.zip')
const postgres = await startTestPostgres()
try {
  const bytes = await largeZip()
  await writeFile(file, bytes)
  const portal = await startServerProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    DEMO: 'on',
    ...noBudgets,
    PORT: '0',
  })
  const cookie = await demoCookie(portal.url, 'support@demo.test')
  const pid = portal.child.pid ?? 0

  const send = async () => {
    const asked = { fileName: 'large.zip', fileSize: maxFileSize }
    const { uploadURL } = await sendJson<{ uploadURL: string }>(
      `${portal.url}/api/objects/upload`,
      'POST',
      cookie,
      asked,
    )
    const headers = { cookie, 'content-type': contentTypeOf('zip'), 'content-length': maxFileSize }
    await putBytes(portal.url + uploadURL, headers, bytes)
    return uploadURL
  }
  const register = (resourceURL: string) =>
    sendJson(`${portal.url}/api/resources/upload`, 'PUT', cookie, { resourceURL })

  const speedOf = async (work: () => unknown) => {
    const begun = performance.now()
    await work()
    return (megabytes * 1000) / (performance.now() - begun)
  }
  const copy = join(folder, 'copy')
  const copyAndSync = () => {
    const { status } = spawnSync('sh', ['-c', 'cat "$0" > "$1" && sync "$1"', file, copy])
    if (status !== 0) throw new Error('the copy failed')
  }

  const alone = await memoryGrowth(pid, send)
  for (let round = 0; round < warmingRounds; round++) await register(await send())
  copyAndSync()
  const [sent, whole, limit]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    let address = ''
    const begun = performance.now()
    sent.push(
      await speedOf(async () => {
        address = await send()
      }),
    )
    await register(address)
    whole.push((megabytes * 1000) / (performance.now() - begun))
    limit.push(await speedOf(copyAndSync))
    // Delete both files, so that each copy is a new file, as an upload is, and only one of each exists: the disk's speed is not measured.
    await rm(copy)
    await rm(join(folder, 'data/objects/files'), { recursive: true })
  }
  const together = await memoryGrowth(pid, () =>
    Promise.all(Array.from({ length: atOnce }, async () => register(await send()))),
  )
  await portal.stop()

  const cat = { name: 'cat and sync', values: limit }
  report('upload of 50 MB', 'MB a second', sent, cat, {
    text: '0.6 of it or better',
    reached: (measured, other) => measured >= 0.6 * other,
  })
  process.stdout.write(`with looking into it and its hash: ${whole.map((n) => n.toFixed(0)).join(', ')}\n`)
  const goal = { name: 'the goal', values: [30] }
  const under = { text: 'under it', reached: (measured: number, other: number) => measured < other }
  report('memory growth, one upload', 'MB', [alone], goal, under)
  report(`memory growth, ${atOnce} uploads at once`, 'MB', [together], goal, under)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
