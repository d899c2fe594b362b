import { eq, sql } from 'drizzle-orm'
import { sessions } from '#server/db/schema/users.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>

/** Changes the user's sessions as if they had begun `hours` ago, without a proof of presence since. */
export const ageSessions = async ({ db }: Portal, user: { id: string }, hours = 1) => {
  // The columns round to milliseconds, and the next request can come within one, so these are a second older.
  const then = sql`now() - make_interval(hours => ${hours}, secs => 1)`
  await db.update(sessions).set({ signedInAt: then, verifiedAt: then }).where(eq(sessions.userId, user.id))
}

/** Changes the user's sessions as if the last proof of presence were a second older than `minutes`, which is just too old by default. */
export const outlastStepUp = async ({ db }: Portal, user: { id: string }, minutes = 10) => {
  await db
    .update(sessions)
    .set({ verifiedAt: sql`now() - make_interval(mins => ${minutes}, secs => 1)` })
    .where(eq(sessions.userId, user.id))
}
