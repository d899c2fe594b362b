import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { sessions, users } from '#server/db/schema/users.ts'

/** Whether a user is from the demo. No email can be delivered to a domain below .test, so no real user has such an address. */
export const isOfDemo = sql`${users.email} ~* '[@.]demo\\.test$'`
const demoAdmin = 'admin@demo.test'

/**
 * Disables all users of the demo, and ends their sessions and all sessions that began on the demo's sign-in page. Their data stays.
 * @returns the number of accounts that were enabled until now
 */
export const leaveDemo = async (tx: Executor) => {
  const disabled = await tx
    .update(users)
    .set({ disabledAt: sql`now()` })
    .where(and(isOfDemo, isNull(users.disabledAt)))
    .returning({ id: users.id })
  const ids = disabled.map(({ id }) => id)
  await tx
    .delete(sessions)
    .where(or(inArray(sessions.userId, ids), sql`${sessions.sess} ->> 'method' = 'demo'`))
  return ids.length
}

/** Enables the accounts that `leaveDemo` disabled: those that were disabled at the same moment as the demo's admin. */
export const returnToDemo = async (tx: Executor) => {
  const [admin] = await tx
    .select({ leftAt: users.disabledAt })
    .from(users)
    .where(and(eq(users.email, demoAdmin), isNotNull(users.disabledAt)))
  if (!admin?.leftAt) return
  await tx
    .update(users)
    .set({ disabledAt: null })
    .where(and(isOfDemo, eq(users.disabledAt, admin.leftAt)))
}
