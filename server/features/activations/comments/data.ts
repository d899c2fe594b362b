import { asc, eq } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { activationComments, partnerActivations } from '#server/db/schema/activations.ts'
import { users } from '#server/db/schema/users.ts'
import { authorOf } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'

const selectComments = (db: Executor) =>
  db
    .select({
      ...pick(activationComments, 'id', 'body', 'createdAt'),
      ...authorOf(partnerActivations.partnerId),
    })
    .from(activationComments)
    .innerJoin(partnerActivations, eq(partnerActivations.id, activationComments.activationId))
    .leftJoin(users, eq(users.id, activationComments.authorId))

/** Lists the comments on an activation, the oldest first. */
export const listComments = (db: Executor, activationId: string) =>
  selectComments(db)
    .where(eq(activationComments.activationId, activationId))
    .orderBy(asc(activationComments.createdAt), asc(activationComments.id))

export const countComments = (db: Executor, activationId: string) =>
  db.$count(activationComments, eq(activationComments.activationId, activationId))

export const addComment = async (db: Executor, comment: typeof activationComments.$inferInsert) => {
  const [added] = await db.insert(activationComments).values(comment).returning({ id: activationComments.id })
  const [row] = await selectComments(db).where(eq(activationComments.id, added?.id ?? ''))
  if (!row) throw new Error('no comment came back')
  return row
}
