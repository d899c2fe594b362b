import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import type { TestApp } from './app.ts'

type NewEmail = Partial<typeof emailNotificationLogs.$inferInsert>

/** An email of the log; without a user it is to an address that is nobody's. */
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
