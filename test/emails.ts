import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import type { TestApp } from './app.ts'

type NewEmail = Partial<typeof emailNotificationLogs.$inferInsert>

/** Creates an email in the log; without a user, its address belongs to nobody. */
export const createEmail = async (
  { db }: Pick<TestApp, 'db'>,
  user: { id: string; email: string } | null,
  email: NewEmail = {},
) => {
  const owner = { userId: user?.id ?? null, recipient: user?.email ?? 'nobody@example.test' }
  const [row] = await db
    .insert(emailNotificationLogs)
    .values({ ...owner, subject: 'Hello', type: 'welcome', ...email })
    .returning()
  if (!row) throw new Error('no email was inserted')
  return row
}
