import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createAccountFolder, findFreePort, startAsAccount } from './account-program.ts'

const documented = join(import.meta.dirname, '../docs/deploy/pgbouncer.ini')

/** Returns the text with another value in one of its lines. @throws Error when there is no such line */
const setLine = (text: string, name: string, value: string) => {
  const line = new RegExp(`^${name} =.*$`, 'm')
  if (!line.test(text)) throw new Error(`docs/deploy/pgbouncer.ini has no ${name}`)
  return text.replace(line, `${name} = ${value}`)
}

interface Options {
  mode: 'session' | 'transaction'
  /** The URLs of the database, one for each role that uses it, with their passwords. */
  urls: string[]
  poolSize?: number
}

/** Starts the distribution's PgBouncer in front of one database, with the documented configuration. */
export const startPgBouncer = async ({ mode, urls, poolSize = 60 }: Options) => {
  const folder = createAccountFolder('portal-pgbouncer')
  const [target] = urls.map((url) => new URL(url))
  if (!target) throw new Error('there is no database')
  const roles = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => `"${username}" "${password}"\n`)
  const port = await findFreePort()
  const values = {
    portal: `host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)}`,
    listen_port: String(port),
    auth_file: folder.writeFile('userlist.txt', roles.join('')),
    logfile: join(folder.path, 'pgbouncer.log'),
    pidfile: join(folder.path, 'pgbouncer.pid'),
    pool_mode: mode,
    default_pool_size: String(poolSize),
  }
  const ini = Object.entries(values).reduce(
    (text, [name, value]) => setLine(text, name, value),
    readFileSync(documented, 'utf8'),
  )
  const file = folder.writeFile('pgbouncer.ini', ini)
  const start = () => startAsAccount('/usr/sbin/pgbouncer', [file], port)
  let running = await start()
  return {
    port,
    /** Changes a role's direct URL to one through PgBouncer. */
    through: (url: string) => {
      const changed = new URL(url)
      changed.port = String(port)
      changed.pathname = '/portal'
      return changed.href
    },
    log: () => readFileSync(values.logfile, 'utf8'),
    /** Drops all connections, as a restart of the service does. */
    restart: async () => {
      await running.stop('SIGTERM')
      running = await start()
    },
    stop: async () => {
      await running.stop('SIGTERM')
      folder.remove()
    },
  }
}
