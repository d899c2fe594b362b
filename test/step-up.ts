import { eq, sql } from 'drizzle-orm'
import { sessions } from '#server/db/schema/users.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>

/** Changes the user's sessions as if they had begun `hours` ago, without a proof of presence since. */
export const ageSessions = async ({ db }: Portal, user: { id: string }, hours = 1) => {
  const then = sql`now() - make_interval(hours => ${hours})`
  await db.update(sessions).set({ signedInAt: then, verifiedAt: then }).where(eq(sessions.userId, user.id))
}

/** Changes the user's sessions as if the last proof of presence were just too old. */
export const outlastStepUp = async ({ db }: Portal, user: { id: string }, minutes = 10) => {
  await db
    .update(sessions)
    .set({ verifiedAt: sql`now() - make_interval(mins => ${minutes})` })
    .where(eq(sessions.userId, user.id))
}
