import { randomUUID } from 'node:crypto'
import { chown, cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { Role } from '#contract/users/roles.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { addDemoData } from '#server/db/demo/demo-data.ts'
import { taskSets } from '#server/db/schema/task-sets.ts'
import type { Deps } from '#server/deps.ts'
import { getUserByEmail } from '#server/features/sign-in/data.ts'
import { createSession } from '#server/sessions/data.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { readSettings } from '#server/settings.ts'
import { createStore } from '#server/storage/create-store.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { startS3 } from '#test/s3.ts'
import { startServerProcess } from '#test/server-process.ts'
import { type MailServer, startMailServer } from '#test/smtp.ts'

/** The email address of a demo account, or a user that a test has created. */
export type Person = string | { id: string; role: Role }

/** A portal with the demo data: a server process, its database and its mail server. */
export interface Portal {
  url: string
  /** The database of the portal, for factories and checks. */
  db: Database
  deps: Deps
  mail: MailServer
  /** Signs a user in on a browser. */
  signIn(context: BrowserContext, person: Person): Promise<void>
  /** Stops the portal and drops its database. Fails when the server has logged an error. */
  stop(): Promise<void>
}

const fromSetup = (name: 'E2E_POSTGRES_URL' | 'E2E_TEMPLATE_DATABASE' | 'E2E_TEMPLATE_DATA_DIR') => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: global-setup.ts has not run`)
  return value
}

/** Where a portal stores files. The CORS rules of a foreign bucket name another site, so it refuses uploads from this portal's pages. */
export type Storage = 'disk' | 'bucket' | 'foreign-bucket'

/** Wraps the store of a server that has given up root, so that files that root writes belong to the server. */
const sharedWithServer = (store: ObjectStore, dataDir: string): ObjectStore => ({
  ...store,
  async write(key, bytes, size) {
    await store.write(key, bytes, size)
    const { uid, gid } = await stat(dataDir)
    await chown(join(dataDir, 'objects', key), uid, gid)
  },
})

const copyObjects = async (from: ObjectStore, to: ObjectStore) => {
  for await (const key of from.list()) {
    await to.write(key, await from.read(key), (await from.size(key)) ?? 0)
  }
}

/** Starts a portal. @param environment settings in addition to the test's own; with `DEMO`, the portal runs as a demo, without email */
export const startPortal = async (
  environment: Record<string, string> = {},
  storage: Storage = 'disk',
): Promise<Portal> => {
  const postgresUrl = fromSetup('E2E_POSTGRES_URL')
  const name = `portal_e2e_${randomUUID().replaceAll('-', '')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const databaseUrl = await createDatabase(postgresUrl, name, fromSetup('E2E_TEMPLATE_DATABASE'))
  const allowedOrigin = storage === 'bucket' ? '*' : 'https://other.example.com'
  const s3 = storage === 'disk' ? null : await startS3({ allowedOrigin })
  const templateDir = fromSetup('E2E_TEMPLATE_DATA_DIR')
  for (const name of s3 ? ['signing.pem'] : ['objects', 'signing.pem']) {
    await cp(join(templateDir, name), join(dataDir, name), { recursive: true })
  }
  const mail = await startMailServer()
  const variables = {
    // A machine that is busy with three browsers takes long to connect, which must not count as an outage.
    DATABASE_URL: `${databaseUrl}?connect_timeout=60`,
    DATA_DIR: dataDir,
    PORT: '0',
    ...(environment.DEMO ? {} : { SMTP_URL: mail.url }),
    ...s3?.settings,
    ...environment,
  }
  const settings = readSettings(variables)
  const store = await createStore(settings)
  if (s3) await copyObjects(await createStore(readSettings({ DATA_DIR: templateDir })), store)
  const server = await startServerProcess(variables)
  // PostgreSQL may not have seen all connections close; dropping the database ends them, which is no error here.
  const db = openDatabase({ connectionString: databaseUrl }, () => {})
  // The factories need only these parts; the rest is in the server's process.
  const deps = { settings, db, store: s3 ? store : sharedWithServer(store, dataDir) } as Deps
  // This also enables the demo accounts of the template, which are disabled because this server is not started as a demo.
  await db.transaction((tx) => addDemoData(tx, settings, deps.store))
  // Partners that tests create must have only the tasks that the tests give them.
  await db.update(taskSets).set({ givenWhen: 'never' })

  const signIn: Portal['signIn'] = async (context, person) => {
    const user = typeof person === 'string' ? await getUserByEmail(db, person) : person
    if (!user) throw new Error(`${person} is no demo account`)
    const token = newToken()
    await createSession(db, { sid: sha256(token), user, method: 'code' })
    await context.addCookies([
      { name: 'session', value: token, url: server.url, httpOnly: true, sameSite: 'Lax' },
    ])
  }

  const stop = async () => {
    await server.stop()
    await db.$client.end()
    await mail.stop()
    await s3?.stop()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
    const errors = server.output().match(/^\{"level":(?:[5-9]\d|\d{3,}).*$/gm)
    if (errors) throw new Error(`Errors in the server's log:\n${errors.join('\n')}`)
  }

  return { url: server.url, db, deps, mail, signIn, stop }
}
