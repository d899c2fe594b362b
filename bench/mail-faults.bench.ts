// Sends two hundred emails from two processes and kills one with each email, while the mail server is slow, refuses or loses replies.
// Afterwards each email must be logged as sent and have arrived, and each Message-ID must have one content. ROUNDS sets the number.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeMailFaults } from '#test/mail-faults.ts'
import { createDatabase, startDurablePostgres } from '#test/postgres.ts'

const rounds = Number(process.env.ROUNDS ?? 200)
// The job of a killed process is retried after one to two minutes, and a refused email even later.
const convergeTimeoutMs = 15 * 60_000

const postgres = await startDurablePostgres()
const dataDir = await mkdtemp(join(tmpdir(), 'mail-faults-'))
try {
  const databaseUrl = await createDatabase(postgres.url, 'mail_faults')
  const { killed, emails, received, problems } = await causeMailFaults({
    databaseUrl,
    dataDir,
    rounds,
    hurries: false,
    convergeTimeoutMs,
  })
  process.stdout.write(
    [
      `${emails} emails, ${killed} processes killed, ${received} emails received`,
      problems.length === 0
        ? 'none lost, each logged as sent, no Message-ID with other content: reached'
        : `${problems.length} problems: MISSED\n${problems.slice(0, 20).join('\n')}`,
      '',
    ].join('\n'),
  )
  if (problems.length > 0 || emails !== rounds) process.exitCode = 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
