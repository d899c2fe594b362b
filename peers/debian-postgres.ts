import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { localCertificate } from '#test/local-certificate.ts'
import { createAccountFolder, findFreePort, runAsAccount, startAsAccount } from './account-program.ts'

const programs = '/usr/lib/postgresql/15/bin'

/**
 * Starts PostgreSQL 15 of Debian on a free port of 127.0.0.1, with TLS and a certificate of an unknown authority; `stop` deletes its data.
 * `startReplica` starts a second server that follows the first and so is read-only.
 */
export const startDebianPostgres = async (settings: Record<string, string> = {}) => {
  const folder = createAccountFolder('portal-postgresql-15')
  const password = randomBytes(16).toString('hex')
  const cluster = join(folder.path, 'cluster')
  runAsAccount(join(programs, 'initdb'), [
    `--pgdata=${cluster}`,
    `--pwfile=${folder.writeFile('password', password)}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ])
  const tls = {
    ssl: 'on',
    ssl_cert_file: folder.writeFile('server.crt', localCertificate.cert),
    ssl_key_file: folder.writeFile('server.key', localCertificate.key),
  }
  const start = async (data: string, given: Record<string, string>) => {
    const port = await findFreePort()
    const all = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      fsync: 'off',
      ...tls,
      ...given,
    }
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const { stop } = await startAsAccount(join(programs, 'postgres'), ['-D', data, ...args], port)
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop: () => stop('SIGINT') }
  }
  const primary = await start(cluster, { max_connections: '300', ...settings })
  await waitForConnection(primary.url)
  return {
    url: primary.url,
    startReplica: async (given: Record<string, string> = {}) => {
      const copy = join(folder.path, `replica-${randomBytes(4).toString('hex')}`)
      const source = `--dbname=${primary.url}`
      runAsAccount(join(programs, 'pg_basebackup'), [
        source,
        `--pgdata=${copy}`,
        '--write-recovery-conf',
        '--checkpoint=fast',
      ])
      return start(copy, { max_connections: '300', ...given })
    },
    stop: async () => {
      await primary.stop()
      folder.remove()
    },
  }
}

/** Waits until PostgreSQL accepts connections, which is later than it starts to listen. */
const waitForConnection = async (url: string) => {
  for (;;) {
    const client = new pg.Client(url)
    try {
      return await client.connect()
    } catch (error) {
      if ((error as { code?: string }).code !== '57P03') throw error
      await delay(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
}
