import { execFile } from 'node:child_process'
import { chown, lstat, mkdir, stat } from 'node:fs/promises'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { chooseAccount, type OsAccount } from '#packages/embedded-postgres/embedded-postgres.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'

const run = promisify(execFile)
const project = fileURLToPath(new URL('..', import.meta.url))

/**
 * Switches to an unprivileged account if root started the process, so that a vulnerability in the portal does not expose the whole machine.
 * The account is that of the embedded PostgreSQL, or the same account if the database is elsewhere. `DATA_DIR` becomes the account's own.
 * Outside production, the process stays root if the account cannot enter the project or `DATA_DIR`.
 * @throws StartError in production
 */
export const dropRoot = async (
  { dataDir, production }: Pick<Settings, 'dataDir' | 'production'>,
  log: FastifyBaseLogger,
  databaseAccount: OsAccount | undefined,
) => {
  if (process.getuid?.() !== 0) return
  const account = databaseAccount ?? (await chooseAccount('partner-portal', undefined, log))
  if (!account) return
  await giveDataFolder(dataDir, account)
  const blocked = await findBlockedFolder(dataDir, account)
  if (blocked) {
    const message = `The portal does not run as root in production, and the account ${account.name} cannot use ${blocked}. Start the portal as another user, or move that folder to where the account can enter.`
    if (production) throw new StartError(message)
    return log.warn({ folder: blocked }, `The portal runs as root: ${account.name} cannot use this folder`)
  }
  // The account may not be allowed to write the compile cache later.
  module.flushCompileCache()
  process.setgroups?.([account.gid])
  process.setgid?.(account.gid)
  process.setuid?.(account.uid)
}

// Only these entries belong to the portal: an operator may have pointed DATA_DIR at a folder that others use.
const portalEntries = [
  'objects',
  'mail',
  'signing.pem',
  'first-sign-in-link',
  'postgres.lock',
  'postgres.log',
  'postgres.run',
]

/** Makes the account the owner of the portal's data that belongs to root, after an earlier start or a restored backup. */
const giveDataFolder = async (dataDir: string, { uid, gid }: OsAccount) => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const { uid: owner, mode } = await stat(dataDir)
  // A folder where every account may write, such as /tmp, stays as it is.
  if (owner === 0 && (mode & 0o002) === 0) await chown(dataDir, uid, gid)
  const paths = portalEntries.map((name) => join(dataDir, name))
  const owned = await Promise.all(
    paths.map(async (path) => {
      const found = await lstat(path).catch(() => undefined)
      return found?.uid === 0 ? path : []
    }),
  )
  if (owned.flat().length > 0) await run('chown', ['-R', '-h', `${uid}:${gid}`, ...owned.flat()])
}

/** Finds the folder that the account cannot use. The system itself decides, because ACLs and mount options count too. */
const findBlockedFolder = async (dataDir: string, { uid, gid }: OsAccount) => {
  const script = 'cd "$1/node_modules" && test -r "$1/package.json" || exit 2; cd "$2" && test -w . || exit 3'
  return run('/bin/sh', ['-c', script, 'sh', project, dataDir], { cwd: '/', uid, gid }).then(
    () => undefined,
    ({ code }: { code: unknown }) => (code === 2 ? project : dataDir),
  )
}
