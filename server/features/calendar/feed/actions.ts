import type { AuditAction } from '#contract/audit-actions.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { lockUser } from '#server/sessions/data.ts'
import { newToken } from '#server/sessions/sessions.ts'
import * as data from './data.ts'

/** What staff see in their calendar is of all partners: who gave whom access to it is recorded. */
const record = async (tx: Executor, user: Actor, action: AuditAction) => {
  if (!isStaff(user.role)) return
  await recordAuditEvent(tx, user, { action, subject: { id: user.id, name: nameOf(user) } })
}

/** Creates the address of a user's calendar, or exchanges it: the former one stops working. */
export const createFeed = ({ db }: Pick<Deps, 'db'>, user: Actor) =>
  db.transaction(async (tx) => {
    // One after the other: of two at once the second exchanges.
    await lockUser(tx, user.id)
    const former = await data.getFeed(tx, user.id)
    const feed = await data.saveFeed(tx, user.id, newToken())
    await record(tx, user, former ? 'calendar_feed.renewed' : 'calendar_feed.created')
    return feed
  })

export const removeFeed = ({ db }: Pick<Deps, 'db'>, user: Actor) =>
  db.transaction(async (tx) => {
    if (await data.deleteFeed(tx, user.id)) await record(tx, user, 'calendar_feed.removed')
  })
