import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { sessions, users } from '#server/db/schema/users.ts'

/** Whether the demo brought a user. No mail reaches a name below .test: no one else has such an address. */
export const isOfDemo = sql`${users.email} ~* '[@.]demo\\.test$'`
const demoAdmin = 'admin@demo.test'

/**
 * Disables everyone whom the demo brought, and ends the sessions that it let anyone begin. Their data stays.
 * @returns how many accounts were enabled until now
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

/** Enables those whom leaving the demo disabled, in the moment in which it disabled its admin. */
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
