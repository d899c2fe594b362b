import { maxComments } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { authoredFor } from '#server/features/tasks/work/for-reader.ts'
import { AppError, notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canReadActivation } from '../access.ts'
import { lockActivation } from '../data.ts'
import { activationCommented } from '../events.ts'
import * as data from './data.ts'

/** Adds a comment to an activation. @throws AppError `not_found`; `conflict` when it has too many */
export const addComment = (db: Database, user: SignedInUser, id: string, body: string) =>
  db.transaction(async (tx) => {
    const { activation } = (await lockActivation(tx, id)) ?? {}
    if (!activation || !canReadActivation(user, activation)) throw notFound()
    if ((await data.countComments(tx, id)) >= maxComments) {
      throw new AppError('conflict', `An activation can have at most ${maxComments} comments. Use the chat.`)
    }
    const comment = await data.addComment(tx, { activationId: id, authorId: user.id, body })
    await record(tx, activationCommented, user, { activation, body })
    return authoredFor(user, comment)
  })
