// Two hundred emails over two processes, one of which is killed with each, while the mail server answers late, refuses for now and loses
// answers. Afterwards each is logged as sent and was received, and no Message-ID says two things. ROUNDS sets the number of emails.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { causeMailFaults } from '#test/mail-faults.ts'
import { createDatabase, startDurablePostgres } from '#test/postgres.ts'

const rounds = Number(process.env.ROUNDS ?? 200)
// A job whose process died is taken up again after one to two minutes, and what was refused for now later still.
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
