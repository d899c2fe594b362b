import type { ErasureInventory } from '#contract/users/erasure.ts'
import { erasedLines, keptLines, leavesRow } from '#contract/users/erasure-lines.ts'
import { notify } from '#server/bus/data.ts'
import type { Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { releaseFiles } from '#server/features/files/actions.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import type { PersonalData } from '#server/personal-data/personal-data.ts'
import { requireNotConfiguredAdmin, requireStillAdmin } from '../actions.ts'
import { lockAdmins } from '../data.ts'
import { seriesStoppedByErasure, userErased } from '../events.ts'
import * as data from './data.ts'
import * as locks from './locks/data.ts'

type ErasureDeps = Pick<Deps, 'db' | 'jobs' | 'settings' | 'sessions'>

/** Returns what erasing a user would delete and keep. @throws AppError `not_found` */
export const getErasure = async (db: Executor, personalData: PersonalData[], userId: string) =>
  data.countPersonalData(db, orNotFound(await data.getErasable(db, userId)), personalData)

/**
 * Erases a user for good: their row and everything that belongs to them. If something that must be kept refers to the row, an empty row
 * stays. The audit log records what was kept and why, without a name. The next sweep, which starts at once, deletes the files.
 * @param email the user's email address, as the admin typed it
 * @throws AppError `not_found`; `bad_request` for another email; `forbidden` for oneself and for the account of `ADMIN_EMAIL`; `conflict`
 * for a user who is already erased, or who gets a profile at this moment
 */
export const eraseUser = (
  { db, jobs, settings, sessions }: ErasureDeps,
  personalData: PersonalData[],
  actor: Actor,
  userId: string,
  email: string,
) =>
  db.transaction(async (tx): Promise<ErasureInventory> => {
    const found = orNotFound(await data.getErasable(tx, userId))
    // Sign-ins are locked before the admins, since the user may be an admin.
    await locks.lockSignIns(tx, found)
    requireStillAdmin(await lockAdmins(tx), actor)
    await locks.lockOwned(tx, found)
    // The partner is locked before the user, as when signing an agreement, which refers to both.
    const partnerId = await locks.lockPartner(tx, userId)
    const locked = orNotFound(await locks.lockUser(tx, userId))
    const user = orNotFound(await data.getErasable(tx, userId))
    if (locked.erasedAt) throw new AppError('conflict', 'This user has already been erased.')
    if (user.id === actor.id) throw new AppError('forbidden', 'You cannot erase your own account.')
    requireNotConfiguredAdmin(user, settings.adminEmail)
    if (user.partnerId !== partnerId) {
      throw new AppError('conflict', 'This user is creating a profile right now. Try again.')
    }
    if (email.toLowerCase() !== user.email.toLowerCase()) {
      throw wrongField('email', "This is not the user's email address.")
    }

    const inventory = await data.countPersonalData(tx, user, personalData)
    await sessions.endOf(tx, { userId })
    await releaseFiles(tx, await data.listFiles(tx, user, personalData))
    for (const { erase } of personalData) await erase?.(tx, user)
    if (leavesRow(inventory)) {
      await data.anonymizeUser(tx, user)
      for (const { anonymize } of personalData) await anonymize?.(tx, user)
      // The facts repeat the names of the partner.
      await refreshAllPartnerFacts(tx)
    } else await data.deleteUser(tx, user.id)

    const stopped = await data.stopSeriesForNobody(tx, user)
    await record(tx, seriesStoppedByErasure, actor, ...stopped.map((series) => ({ series })))
    const after = { erased: erasedLines(inventory), kept: keptLines(inventory) }
    await record(tx, userErased, actor, { userId, after })
    await jobs.enqueue(tx, 'sweep', {})
    await notify(tx, 'stale', 'inbox')
    return inventory
  })
