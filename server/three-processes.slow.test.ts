import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { openSmallDisk, readinessOf, storageIsFull } from '#test/full-disk.ts'
import { newCookie, writeKey } from '#test/installation.ts'
import { listOpenFiles } from '#test/open-files.ts'
import { uploaderOf } from '#test/process-uploads.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'

const timeoutMs = 240_000
const soon = { timeout: 60_000 }
// Listing what processes have open takes a tenth of a second of a core, and their connections take ten seconds to close.
const seldom = { ...soon, interval: 1_000 }

// Three processes of the portal share one PostgreSQL, and one folder for their files. The tests use them in turn, and the last test kills
// one of them.
let postgres: Awaited<ReturnType<typeof startTemporaryPostgres>>
let disk: Awaited<ReturnType<typeof openSmallDisk>>
let servers: ServerProcess[]
let superuser: pg.Client
let adminCookie: string
let supportCookie: string
const undo: (() => unknown)[] = []

const startServer = async () => {
  const server = await startServerProcess({
    PORT: '0',
    DEMO: 'off',
    DATA_DIR: disk.folder,
    DATABASE_URL: postgres.url,
    BUDGETS: 'upload=1000',
  })
  undo.push(() => (server.child.exitCode ?? server.child.signalCode) === null && server.stop())
  return server
}

beforeAll(async () => {
  postgres = await startTemporaryPostgres({ name: 'partner-portal' })
  undo.push(() => postgres.stop())
  disk = await openSmallDisk()
  undo.push(() => disk.remove())
  await writeKey(disk.folder)
  superuser = new pg.Client(postgres.url)
  await superuser.connect()
  undo.push(() => superuser.end())
  // The first process to start runs the migrations.
  servers = await Promise.all([startServer(), startServer(), startServer()])
  const db = openDatabase({ connectionString: postgres.url }, () => {})
  adminCookie = await newCookie(db, 'admin')
  supportCookie = await newCookie(db, 'support')
  // This connection would disturb the tests, which count the connections of the processes.
  await db.$client.end()
}, timeoutMs)
afterAll(async () => {
  for (const step of undo.splice(0).reverse()) await step()
}, timeoutMs)

const readyz = async ({ url }: { url: string }) => (await fetch(`${url}/readyz`)).status
const ready = () => Promise.all(servers.map(readyz))

/** Returns the postmaster and its children. */
const processesOf = async (postmaster: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return [Number(pid), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])] as const
    }),
  )
  return [postmaster, ...parents.filter(([, parent]) => parent === postmaster).map(([pid]) => pid)]
}

const listPostgresProcesses = async () => {
  const { rows } = await superuser.query<{ data_directory: string }>('show data_directory')
  const pidFile = await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')
  return processesOf(Number(pidFile.split('\n')[0]))
}

const openFilesOf = ({ child }: ServerProcess) => listOpenFiles(Number(child.pid), postgres.url)
const othersOf = async (running: ServerProcess[]) =>
  (await Promise.all(running.map(openFilesOf))).map(({ others }) => others)

/**
 * Waits until these processes are idle: every connection of their pools has been returned and then closed, which happens after ten seconds
 * without use. No process has a connection that is unknown to the database, or one whose client is gone.
 */
const waitUntilIdle = (running: ServerProcess[]) =>
  expect
    .poll(async () => {
      const { rows } = await superuser.query<{ application_name: string; client_port: number }>(
        `select application_name, client_port from pg_stat_activity
         where application_name like 'partner-portal%' order by client_port`,
      )
      const opened = await Promise.all(running.map(openFilesOf))
      const ports = opened.flatMap(({ databasePorts }) => databasePorts).sort((one, other) => one - other)
      return {
        pooled: rows.filter(({ application_name: name }) => name === 'partner-portal').length,
        listening: rows.filter(({ application_name: name }) => name === 'partner-portal-bus').length,
        unknown: ports.filter((port, index) => port !== rows[index]?.client_port),
        abandoned: opened.map(({ abandoned }) => abandoned),
      }
    }, seldom)
    .toEqual({ pooled: 0, listening: running.length, unknown: [], abandoned: running.map(() => 0) })

test(
  'while PostgreSQL is frozen all three processes respond with 503, and afterwards nothing is left over',
  async () => {
    const ask = (path: string) =>
      servers.flatMap(({ url }) =>
        Array.from(
          { length: 12 },
          async () => (await fetch(url + path, { headers: { cookie: adminCookie } })).status,
        ),
      )
    expect(new Set(await Promise.all(ask('/api/admin/overview')))).toEqual(new Set([200]))
    const before = await othersOf(servers)
    const frozen = await listPostgresProcesses()
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    try {
      const responses = await Promise.all([...ask('/api/admin/overview'), ...servers.map(readyz)])
      expect(new Set(responses)).toEqual(new Set([503]))
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(ready, soon).toEqual([200, 200, 200])
    await expect
      .poll(async () => new Set(await Promise.all(ask('/api/admin/overview'))), soon)
      .toEqual(new Set([200]))
    await waitUntilIdle(servers)
    await expect.poll(() => othersOf(servers), seldom).toEqual(before)

    // The check notices even a single additional connection.
    const { port, hostname } = new URL(servers[1]?.url ?? '')
    const acceptedBy = async () =>
      (await Promise.all(servers.map(openFilesOf))).map(({ accepted }) => accepted)
    const [one = 0, other = 0, last = 0] = await acceptedBy()
    const socket = connect(Number(port), hostname)
    await expect.poll(acceptedBy, seldom).toEqual([one, other + 1, last])
    socket.destroy()
    await expect.poll(acceptedBy, seldom).toEqual([one, other, last])
  },
  timeoutMs,
)

test(
  'when their disk is full all three processes refuse uploads but still read, and leave no partial files',
  async () => {
    const uploaders = servers.map(({ url }) => uploaderOf(url, supportCookie))
    const size = 400_000
    const stored: { address: string; bytes: Uint8Array<ArrayBuffer> }[] = []
    const responses = servers.map((): number[] => [])
    let isUploading = true
    const upload = async (index: number) => {
      while (isUploading) {
        const bytes = crypto.getRandomValues(new Uint8Array(60_000))
        const whole = new Uint8Array(size).map((_, at) => 33 + ((bytes[at % bytes.length] ?? 0) % 90))
        const sent = await uploaders[index]?.put(whole)
        if (!sent) return
        responses[index]?.push(sent.response.status)
        if (sent.response.status === 204) stored.push({ address: sent.address, bytes: whole })
        else expect(await sent.response.json()).toEqual(storageIsFull)
      }
    }
    const count = (status: number) => responses.map((all) => all.filter((each) => each === status).length)
    const before = await othersOf(servers)
    const uploading = Promise.all(servers.map((_, index) => upload(index)))
    await expect.poll(() => Math.min(...count(204)), soon).toBeGreaterThanOrEqual(2)
    await disk.fill(servers)
    await expect.poll(() => Math.min(...count(503)), soon).toBeGreaterThanOrEqual(2)
    isUploading = false
    await uploading
    expect(new Set(responses.flat())).toEqual(new Set([204, 503]))

    const isFull = [503, 'The disk is full']
    expect(await Promise.all(servers.map(readinessOf))).toEqual([isFull, isFull, isFull])
    const objects = join(disk.folder, 'objects')
    expect(await readdir(join(objects, 'unfinished'))).toEqual([])
    expect(await readdir(join(objects, 'uploads'))).toHaveLength(stored.length)
    // Operations that need no space still work: files are registered and read, each by another process.
    const paths = await Promise.all(
      stored.map(({ address }, index) => uploaders[index % 3]?.createResource(address, size)),
    )
    const readAll = () =>
      Promise.all(paths.map(async (path, index) => uploaders[(index + 1) % 3]?.read(path ?? '')))
    const isWhole = { status: 200, isEqual: true }
    const compare = async () =>
      (await readAll()).map((read, index) => ({
        status: read?.status,
        isEqual: Buffer.compare(read?.bytes ?? Buffer.of(), stored[index]?.bytes ?? Buffer.of()) === 0,
      }))
    expect(await compare()).toEqual(stored.map(() => isWhole))

    await disk.makeRoom(servers)
    expect(await ready()).toEqual([200, 200, 200])
    const again = await Promise.all(uploaders.map(({ put }) => put(new Uint8Array(size).fill(97))))
    expect(again.map(({ response }) => response.status)).toEqual([204, 204, 204])
    expect(await compare()).toEqual(stored.map(() => isWhole))
    await waitUntilIdle(servers)
    await expect.poll(() => othersOf(servers), seldom).toEqual(before)
  },
  timeoutMs,
)

test(
  'when one of three processes is killed, nothing that was acknowledged is lost, and the others continue',
  async () => {
    const acknowledged: string[] = []
    let isWriting = true
    const write = async ({ url }: { url: string }, writer: number) => {
      for (let number = 0; isWriting; number += 1) {
        const title = `Reply ${writer} ${number}`
        const response = await fetch(`${url}/api/saved-replies`, {
          method: 'POST',
          headers: { cookie: adminCookie, 'content-type': 'application/json' },
          body: JSON.stringify({ title, text: 'Hello' }),
        }).catch(() => undefined)
        // The process of this request was killed.
        if (!response) return
        if (response.status === 201) acknowledged.push(title)
      }
    }
    const writers = servers.map(write)
    try {
      await expect.poll(() => acknowledged.length, soon).toBeGreaterThan(50)
      await servers[0]?.stop('SIGKILL')
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, soon).toBeGreaterThan(before + 50)
    } finally {
      isWriting = false
      await Promise.all(writers)
    }
    const { rows } = await superuser.query<{ title: string }>('select title from saved_replies')
    const stored = new Set(rows.map(({ title }) => title))
    expect(acknowledged.filter((title) => !stored.has(title))).toEqual([])
    expect(await Promise.all(servers.slice(1).map(readyz))).toEqual([200, 200])
    await waitUntilIdle(servers.slice(1))
  },
  timeoutMs,
)
