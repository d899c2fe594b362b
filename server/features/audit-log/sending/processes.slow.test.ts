import { readdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { createInstallation } from '#test/installation.ts'
import { rounds } from '#test/rounds.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'

// The tests start processes and write to real disks, which takes long on a busy machine.
const timeoutMs = 180_000

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const openPlace = async () => {
  const { databaseUrl, dataDir, environment, remove } = await createInstallation()
  undo.push(remove)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  undo.push(() => client.end())
  // The file is in the data folder, because the processes drop root privileges and can write there.
  return { environment, folder: dataDir, file: join(dataDir, 'audit.jsonl'), client }
}
type Place = Awaited<ReturnType<typeof openPlace>>

const start = async ({ environment, file }: Place, under?: string[]) => {
  const settings = { ...environment, AUDIT_LOG_TO: `file:${file}` }
  const server = await startServerProcess(settings, 'server/main.ts', under)
  undo.push(() =>
    server.child.exitCode === null && server.child.signalCode === null
      ? server.stop()
      : Promise.resolve(null),
  )
  return server
}

const record = ({ client }: Place, count: number, text = '') =>
  client.query(
    `insert into audit_log (actor_id, actor_name, actor_email, actor_role, action, subject_name, after)
     select gen_random_uuid(), 'Ann Lee', 'ann@team.test', 'support', 'task.created', 'Task',
       jsonb_build_object('text', $2::text) from generate_series(1, $1)`,
    [count, text],
  )

const unsent = async ({ client }: Place) =>
  (await client.query<{ count: number }>('select count(*)::int as count from audit_log_unsent')).rows[0]
    ?.count ?? 0
const allSent = async (place: Place) => {
  while ((await unsent(place)) > 0) await delay(50)
}
const recordedIds = async ({ client }: Place) =>
  (await client.query<{ id: string }>('select id from audit_log')).rows.map(({ id }) => id)

/** Returns the ids in the file and in the files that it was renamed to, and the lines that are not JSON. */
const readSent = async ({ folder }: Place) => {
  const names = (await readdir(folder)).filter((name) => name.startsWith('audit.jsonl'))
  const lines = (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))))
    .join('')
    .split('\n')
    .filter(Boolean)
  const parsed = lines.map((line) => {
    try {
      return (JSON.parse(line) as { id: string }).id
    } catch {
      return undefined
    }
  })
  return { ids: new Set(parsed.filter((id) => id !== undefined)), broken: parsed.filter((id) => !id).length }
}

describe('the audit log in a file', () => {
  test(
    'has every event when senders are killed one after the other while the file is rotated',
    async () => {
      const place = await openPlace()
      let servers: ServerProcess[] = [await start(place), await start(place)]
      let isWriting = true
      const writing = (async () => {
        while (isWriting) {
          await record(place, 5, 'x'.repeat(500))
          await delay(10)
        }
      })()
      for (let round = 0; round < rounds({ short: 2, long: 12 }); round++) {
        await delay(500)
        if (round % 2) await rename(place.file, `${place.file}.${round}`)
        const [oldest, ...others] = servers
        expect(await oldest?.stop('SIGKILL')).toBe(null)
        servers = [...others, await start(place)]
      }
      isWriting = false
      await writing
      await allSent(place)
      const recorded = await recordedIds(place)
      const { ids, broken } = await readSent(place)
      expect(recorded.filter((id) => !ids.has(id))).toEqual([])
      expect(ids.size).toBe(recorded.length)
      expect(broken).toBeLessThanOrEqual(4)
      expect((await stat(place.file)).mode & 0o137).toBe(0)
      for (const server of servers) expect(await server.stop()).toBe(0)
      expect(servers.map(({ output }) => output()).join('')).not.toMatch(/"level":[56]0/)
    },
    timeoutMs,
  )

  test(
    'waits while the disk is full, and has every event completely and once when there is space again',
    async () => {
      const place = await openPlace()
      // The limit is in blocks of 512 bytes or a kilobyte, depending on the shell, so files can have 2 or 4 MB.
      const server = await start(place, ['sh', '-c', 'ulimit -f 4096 && exec "$0" "$@"'])
      await record(place, 1200, 'x'.repeat(5000))
      const logged = () => server.output().match(/the audit log cannot be sent/g)?.length ?? 0
      while (logged() === 0) await delay(50)
      expect(await unsent(place)).toBeGreaterThan(0)
      let rotated = 0
      while ((await unsent(place)) > 0) {
        await delay(1200)
        if (await stat(place.file).catch(() => undefined)) {
          rotated += 1
          await rename(place.file, `${place.file}.${rotated}`)
        }
      }
      const recorded = await recordedIds(place)
      const { ids, broken } = await readSent(place)
      expect(ids.size).toBe(recorded.length)
      expect(broken).toBe(0)
      expect(await server.stop()).toBe(0)
    },
    timeoutMs,
  )
})
