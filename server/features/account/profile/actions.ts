import type { z } from 'zod'
import type { UpdateOwnAccount } from '#contract/account/profile.ts'
import { requireZone } from '#server/db/time-zones.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { userChanged } from '#server/features/users/events.ts'
import * as data from './data.ts'

/**
 * Sets a user's own name and time zone. When no zone is chosen, the zone of the user's browser applies: the one that is stored, or after
 * a choice is cleared the next one that a browser reports.
 * @throws AppError `bad_request` for a zone that the database does not know
 */
export const updateOwnAccount = (
  { db }: Pick<Deps, 'db'>,
  user: Actor & { partnerId: string | null },
  { timeZone, ...names }: z.output<typeof UpdateOwnAccount>,
) =>
  db.transaction(async (tx) => {
    const account = await data.lockOwnAccount(tx, user.id)
    if (timeZone !== account.timeZone) await requireZone(tx, 'timeZone', timeZone)
    const fromBrowser = account.isTimeZoneChosen ? null : account.timeZone
    const change = { ...names, timeZone: timeZone ?? fromBrowser, isTimeZoneChosen: timeZone !== null }
    const changes = changedFields(account, change)
    if (changes) {
      await data.updateOwnAccount(tx, user.id, change)
      await record(tx, userChanged, user, { user: { ...user, ...change }, ...changes })
    }
    return data.getOwnAccount(tx, user.id)
  })

/** Stores the zone of a user's browser, unless the user has chosen one. @throws AppError `bad_request`, as `updateOwnAccount` does */
export const reportBrowserZone = async ({ db }: Pick<Deps, 'db'>, userId: string, timeZone: string) => {
  const account = await data.getOwnAccount(db, userId)
  if (account.isTimeZoneChosen || account.timeZone === timeZone) return
  await requireZone(db, 'timeZone', timeZone)
  await data.setBrowserZone(db, userId, timeZone)
}
