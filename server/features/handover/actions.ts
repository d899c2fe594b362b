import { type BelongingKind, belongingKinds, kindsIn } from '#contract/belongings.ts'
import { isStaff } from '#contract/users/roles.ts'
import { notify } from '#server/bus/data.ts'
import type { Database } from '#server/db/client.ts'
import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { listTokensOf } from '#server/features/api-tokens/data.ts'
import { replaceManager } from '#server/features/audience/membership/managers/data.ts'
import { managerChanged } from '#server/features/partners/events.ts'
import { canTake } from '#server/features/users/access.ts'
import { getUser, lockAdmins, lockUsers } from '#server/features/users/data.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import * as data from './data.ts'
import { handedOver } from './events.ts'

const requireTake = (actor: Actor, user: Parameters<typeof canTake>[1]) => {
  if (!canTake(actor, user)) throw new AppError('forbidden', 'Only admins can hand over what an admin has.')
}

/** Returns what a user is responsible for. @throws AppError `not_found`; `forbidden` for an admin, except to admins */
export const getBelongings = async (db: Database, actor: Actor, userId: string) => {
  const user = orNotFound(await getUser(db, userId))
  requireTake(actor, user)
  const [counts, apiTokens] = await Promise.all([data.countBelongings(db, userId), listTokensOf(db, userId)])
  return { name: nameOf(user), counts, apiTokens }
}

/**
 * Gives what a user is responsible for to a member of staff, who is notified of all of it together. Returns how many there were of each kind.
 * @throws AppError `not_found`; `forbidden` for an admin, except to admins; `bad_request` when the new owner is the same user, is not active
 * staff, or would have to be an admin
 */
export const handOver = (
  db: Database,
  actor: Actor,
  userId: string,
  { toUserId, what = belongingKinds }: { toUserId: string; what?: BelongingKind[] | undefined },
) =>
  db.transaction(async (tx) => {
    // Admins are locked first, as wherever users change. A second click then waits here, and finds nothing left.
    await lockAdmins(tx)
    const locked = await lockUsers(tx, [userId, toUserId])
    const user = orNotFound(locked.find(({ id }) => id === userId))
    requireTake(actor, user)
    const to = locked.find(({ id }) => id === toUserId)
    if (toUserId === userId) throw wrongField('toUserId', 'Choose somebody else.')
    if (!to || to.disabledAt || !isStaff(to.role)) {
      throw wrongField('toUserId', 'This staff member no longer exists.')
    }
    const counts = await data.countBelongings(tx, userId, what)
    if (counts.webhooks && to.role !== 'admin') {
      throw wrongField('toUserId', 'Only an admin can take over webhooks.')
    }
    const kinds = kindsIn(counts)
    if (kinds.length === 0) return counts
    for (const kind of kinds) {
      if (kind !== 'partners') await data.moveBelongings(tx, kind, userId, toUserId)
      else {
        const changed = await replaceManager(tx, userId, toUserId)
        await record(tx, managerChanged, actor, ...changed.map((partner) => ({ partner })))
      }
    }
    await record(tx, handedOver, actor, {
      user,
      toId: toUserId,
      counts,
      after: { to: nameOf(to), ...counts },
    })
    await notify(tx, 'stale', 'inbox')
    return counts
  })
