import type { z } from 'zod'
import type { UpdateOwnAccount } from '#contract/account/profile.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Deps } from '#server/deps.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { type Actor, nameOf, recordAuditEvent } from '#server/features/audit-log/record.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import * as data from './data.ts'

/** Sets a user's own name and time zone. */
export const updateOwnAccount = (
  { db }: Pick<Deps, 'db'>,
  user: Actor & { partnerId: string | null },
  change: z.output<typeof UpdateOwnAccount>,
) =>
  db.transaction(async (tx) => {
    const changes = changedFields(await data.lockOwnAccount(tx, user.id), change)
    if (changes) {
      await data.updateOwnAccount(tx, user.id, change)
      const { partnerId } = user
      if (partnerId && ('firstName' in changes.after || 'lastName' in changes.after)) {
        const metadata = { actorId: user.id }
        await logActivity(tx, {
          partnerId,
          activityType: 'name_changed',
          description: 'Name changed',
          metadata,
        })
      }
      // Partners see who of the staff writes to them.
      if (isStaff(user.role)) {
        const subject = { id: user.id, name: nameOf({ ...user, ...change }) }
        await recordAuditEvent(tx, user, { action: 'user.changed', subject, ...changes })
      }
    }
    return data.getOwnAccount(tx, user.id)
  })
