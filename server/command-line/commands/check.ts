import { parseArgs } from 'node:util'
import { checkConnections } from '#server/db/check-connections.ts'
import { connectionsOf } from '#server/db/connections.ts'
import { type Finding, right, wrong } from '../checks/check.ts'
import { checkClock } from '../checks/clock.ts'
import { checkMail } from '../checks/mail.ts'
import { checkProxy } from '../checks/proxy.ts'
import { checkStorage } from '../checks/storage.ts'
import { type Command, print } from '../command.ts'
import { type Installation, withInstallation } from '../installation.ts'

/** `check [--mail <address>]`: checks each external service by using it. */
export const check: Command = {
  name: 'check',
  usage: '[--mail <address>]',
  summary: 'Checks database, storage, mail (sends one), proxy and clock, one line each',
  async run(args) {
    const { values } = parseArgs({ args, options: { mail: { type: 'string' } } })
    const runAll = async (installation: Installation) => {
      const { settings, store, db } = installation
      const checks: [string, () => Promise<Finding>][] = [
        ['Settings', async () => right('all are right')],
        ['Database', () => checkDatabase(installation)],
        ['Storage', () => checkStorage(store, settings)],
        ['Mail', () => checkMail(settings, values.mail)],
        ['Proxy', () => checkProxy(settings)],
        ['Clock', () => checkClock(db, settings)],
      ]
      let failed = 0
      for (const [name, find] of checks) {
        const { isRight, text } = await find().catch((error) => wrong(String(error.message)))
        print(`${isRight ? '✓' : '✗'} ${name}: ${text}${/[.?]$/.test(text) ? '' : '.'}`)
        if (!isRight) failed += 1
      }
      return failed === 0 ? 0 : 1
    }
    return withInstallation(runAll, { mayBeEmpty: true })
  },
}

const checkDatabase = async ({ settings, db }: Installation): Promise<Finding> => {
  if (settings.databaseUrl) await checkConnections(connectionsOf(settings, undefined))
  const started = performance.now()
  const { rows } = await db.$client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const ms = Math.round(performance.now() - started)
  const place = settings.databaseUrl ? new URL(settings.databaseUrl).host : 'embedded'
  return right(`PostgreSQL ${rows[0]?.version} (${place}) answers in ${ms} ms`)
}
