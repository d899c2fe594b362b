import { expect, test } from 'vitest'
import { createInstallation } from '#test/installation.ts'
import { causeMailFaults } from '#test/mail-faults.ts'
import { rounds } from '#test/rounds.ts'

const emailCount = rounds({ short: 2, long: 20 })

test('no email is lost, and none is sent with two contents, when processes are killed while sending', {
  timeout: 180_000,
}, async () => {
  const { databaseUrl, dataDir, remove } = await createInstallation()
  try {
    const { emails, problems } = await causeMailFaults({
      databaseUrl,
      dataDir,
      rounds: emailCount,
      hurries: true,
      convergeTimeoutMs: 90_000,
    })
    expect(problems).toEqual([])
    expect(emails).toBe(emailCount)
  } finally {
    await remove()
  }
})
