import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { causeMailFaults } from '#test/mail-faults.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'

test('no email is lost, and none says two things, when processes are killed around its sending', {
  timeout: 180_000,
}, async () => {
  const postgresUrl = inject('postgresUrl')
  const name = `mail_faults_${randomUUID().replaceAll('-', '')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'mail-faults-'))
  try {
    const databaseUrl = await createDatabase(postgresUrl, name, inject('templateDatabase'))
    const { emails, problems } = await causeMailFaults({
      databaseUrl,
      dataDir,
      rounds: 4,
      hurries: true,
      convergeTimeoutMs: 90_000,
    })
    expect(problems).toEqual([])
    expect(emails).toBe(4)
  } finally {
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
})
