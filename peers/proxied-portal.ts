import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import pg from 'pg'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { startMailServer } from '#test/smtp.ts'

export const adminEmail = 'chief@example.com'
const retryMs = 100
const deployFolder = join(import.meta.dirname, '../docs/deploy')

/** The values that a configuration of docs/deploy is filled in with. */
export interface Place {
  folder: string
  httpsPort: number
  httpPort: number
  /** The port of each portal. */
  portals: number[]
}

export interface ProxySetup {
  /** The name of the file in docs/deploy. */
  file: string
  /** Returns texts of the file and their replacements. All of the texts must be in the file. */
  replacements: (place: Place) => [string, string][]
  command: (configuration: string, folder: string) => [string, ...string[]]
}

const fill = (text: string, replacements: [string, string][]) =>
  replacements.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`the configuration has no "${from}"`)
    return filled.replaceAll(from, to)
  }, text)

export const findFreePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a proxy with its documented configuration, filled in, and waits until a portal responds through the proxy. */
export const startProxy = async (proxy: ProxySetup, place: Place) => {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), localCertificate.cert])
  const { folder } = place
  await writeFile(join(folder, 'cert.pem'), localCertificate.cert)
  await writeFile(join(folder, 'key.pem'), localCertificate.key)
  await writeFile(join(folder, 'both.pem'), `${localCertificate.cert}\n${localCertificate.key}\n`)
  const configuration = join(folder, proxy.file)
  const text = await readFile(join(deployFolder, proxy.file), 'utf8')
  await writeFile(configuration, fill(text, proxy.replacements(place)))
  const [program, ...args] = proxy.command(configuration, folder)
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const url = `https://localhost:${place.httpsPort}`
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}:\n${output}`)
    await delay(retryMs)
  }
  return child
}

/** Ends a program with SIGTERM if it still runs. */
export const end = async (child: ChildProcess) => {
  if ((child.exitCode ?? child.signalCode) !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Starts two production processes of the portal behind a documented proxy, on one database, with their files in one folder. */
export const startProxiedPortal = async (proxy: ProxySetup) => {
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const postgres = await startTemporaryPostgres({
      name: 'partner-portal',
      settings: { max_connections: '200' },
    })
    undo.push(() => postgres.stop())
    const mail = await startMailServer()
    undo.push(() => mail.stop())
    const folder = await mkdtemp(join(tmpdir(), 'portal-proxy-'))
    undo.push(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const dataDir = join(folder, 'data')
    await mkdir(dataDir)
    const place = {
      folder,
      httpsPort: await findFreePort(),
      httpPort: await findFreePort(),
      portals: [await findFreePort(), await findFreePort()] as [number, number],
    } satisfies Place
    const url = `https://localhost:${place.httpsPort}`

    const processes: ServerProcess[] = []
    const startPortal = async (index: 0 | 1) => {
      const server = await startServerProcess({
        NODE_ENV: 'production',
        PORT: String(place.portals[index]),
        BASE_URL: url,
        TRUST_PROXY: '127.0.0.1',
        DATABASE_URL: postgres.url,
        DATA_DIR: dataDir,
        SMTP_URL: mail.url,
        COMPANY_NAME: 'Example Health',
        ADMIN_EMAIL: adminEmail,
        BUDGETS: 'upload=6000',
      })
      processes[index] = server
      return server
    }
    undo.push(() => Promise.all(processes.map(({ child }) => end(child))))
    await startPortal(0)
    await startPortal(1)
    const started = await startProxy(proxy, place)
    undo.push(() => end(started))

    const database = new pg.Client(postgres.url)
    await database.connect()
    undo.push(() => database.end())

    /** Creates users with a session each, as a sign-in writes it. Returns their ids and their cookie headers. */
    const createUsers = async (count: number, role: 'user' | 'support') => {
      const people: { id: string; cookie: string }[] = []
      for (let number = 0; number < count; number += 1) {
        const { rows } = await database.query<{ id: string }>(
          "insert into users (email, first_name, last_name, role) values ($1, 'Robin', $2, $3) returning id",
          [`${role}-${crypto.randomUUID()}@example.com`, `Nº ${number}`, role],
        )
        const id = rows[0]?.id ?? ''
        const token = newToken()
        await database.query(
          "insert into sessions (sid, user_id, sess, expire) values ($1, $2, $3, now() + interval '12 hours')",
          [sha256(token), id, JSON.stringify({ method: 'code', signedInAt: new Date().toISOString() })],
        )
        people.push({ id, cookie: `__Host-session=${token}` })
      }
      return people
    }

    return {
      ...place,
      url,
      dataDir,
      mail,
      database,
      createUsers,
      processes,
      /** Stops one of the portals as a supervisor does, starts it again, and waits until it reports that it is ready. */
      restart: async (index: 0 | 1) => {
        const code = await processes[index]?.stop('SIGTERM')
        const own = `http://127.0.0.1:${place.portals[index]}`
        await startPortal(index)
        while ((await fetch(`${own}/readyz`).catch(() => undefined))?.status !== 200) await delay(retryMs)
        return code
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type ProxiedPortal = Awaited<ReturnType<typeof startProxiedPortal>>
