import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Email } from 'postal-mime'
import { openDatabase } from '#server/db/client.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import type { Deps } from '#server/deps.ts'
import { enqueueInvitations } from '#server/features/users/invitations.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { openLog } from './log.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { smtpError, startMailServer } from './smtp.ts'

const processes = 2

interface Faults {
  databaseUrl: string
  dataDir: string
  rounds: number
  /** Whether the jobs that a killed process left are made due now, instead of when they expire. */
  hurries: boolean
  convergeTimeoutMs: number
}

/** Compares the received emails by Message-ID: copies with the same id must have the same content. */
const problemsOf = (mails: Email[], rows: { id: string; status: string }[]) => {
  const contents = new Map<string, Set<string>>()
  for (const { messageId = '', subject, text, html } of mails) {
    const known = contents.get(messageId) ?? new Set()
    contents.set(messageId, known.add(JSON.stringify([subject, text, html])))
  }
  const ids = [...contents.keys()]
  return [
    ...rows.filter(({ status }) => status !== 'sent').map(({ id, status }) => `${id} is ${status}`),
    ...rows
      .filter(({ id }) => !ids.some((each) => each.startsWith(`<${id}@`)))
      .map(({ id }) => `${id} is lost`),
    ...[...contents].filter(([, each]) => each.size > 1).map(([id]) => `${id} says several things`),
    ...(contents.size > rows.length ? ['there are more Message-IDs than emails'] : []),
  ]
}

/**
 * Commits an email in each round, and kills one of two processes with SIGKILL when the email is about to be sent. The mail server is slow,
 * refuses for now, or stores the email but reports an error. In the end each email must be logged as sent and have arrived.
 */
export const causeMailFaults = async ({
  databaseUrl,
  dataDir,
  rounds,
  hurries,
  convergeTimeoutMs,
}: Faults) => {
  const mailServer = await startMailServer()
  const start = () =>
    startServerProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SMTP_URL: mailServer.url,
      DEMO: 'off',
      PORT: '0',
      BASE_URL: 'http://localhost:5999',
    })
  const servers: (ServerProcess | undefined)[] = [await start(), await start()]
  const log = openLog()
  const db = openDatabase({ connectionString: databaseUrl }, () => {})
  const jobs = await startJobs({ connectionString: databaseUrl }, log.logger)
  mailServer.behavior = {
    onContent: async (_mail, store) => {
      const chance = Math.random()
      if (chance < 0.1) throw smtpError(451, 'Try again')
      await delay(Math.random() * 50)
      store()
      if (chance < 0.2) throw smtpError(451, 'The answer is lost')
      await delay(Math.random() * 50)
    },
  }

  const restarts = new Set<Promise<void>>()
  const kill = async (place: number) => {
    const server = servers[place]
    servers[place] = undefined
    await server?.stop('SIGKILL')
    servers[place] = await start()
  }
  const rowsNow = () =>
    db
      .select({ id: emailNotificationLogs.id, status: emailNotificationLogs.status })
      .from(emailNotificationLogs)
  let killed = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      await db.transaction(async (tx) => {
        const invited = await tx
          .insert(users)
          .values({ email: `round-${round}@example.test` })
          .returning()
        await enqueueInvitations({ jobs } as Pick<Deps, 'jobs'>, tx, invited)
      })
      await delay(Math.random() * 120)
      // Both processes may be restarting.
      if (restarts.size === processes) await Promise.race(restarts)
      const running = servers.flatMap((server, place) => (server ? [place] : []))
      const chosen = running[Math.floor(Math.random() * running.length)]
      if (chosen === undefined) continue
      const restart: Promise<void> = kill(chosen).finally(() => restarts.delete(restart))
      restarts.add(restart)
      killed += 1
    }
    await Promise.all(restarts)
    mailServer.behavior = null
    const deadline = Date.now() + convergeTimeoutMs
    while ((await rowsNow()).some(({ status }) => status !== 'sent') && Date.now() < deadline) {
      if (hurries) {
        await db.execute(sql`
          update pgboss.job set state = 'retry', start_after = now()
          where name = 'welcome-mail' and state in ('active', 'retry')`)
        // Any new job wakes the queue; this job is for an email that does not exist.
        await jobs.enqueue(db, 'welcome-mail', { userId: crypto.randomUUID(), logId: crypto.randomUUID() })
      }
      await delay(500)
    }
    const rows = await rowsNow()
    return {
      killed,
      emails: rows.length,
      received: mailServer.mails.length,
      problems: problemsOf(mailServer.mails, rows),
    }
  } finally {
    await Promise.allSettled(restarts)
    await Promise.all(servers.map((server) => server?.stop('SIGKILL')))
    await jobs.stop()
    await db.$client.end()
    await mailServer.stop()
  }
}
