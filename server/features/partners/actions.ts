import type { CreatePartner, UpdatePartner } from '#contract/partners/partners.ts'
import type { Database } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { getPartner, lockUserForShare } from './data.ts'
import { partnerChanged, partnerCreated } from './events.ts'
import { createOpenDocuments } from './onboarding/data.ts'
import { createProfile, lockProfile, updateProfile } from './profile/data.ts'

/**
 * Creates a user's profile, with the two agreements to sign. The partner confirms the profile in onboarding.
 * @throws AppError `bad_request` when the user does not exist or is disabled, `conflict` when the user has a profile
 */
export const createPartner = (db: Database, actor: Actor, form: CreatePartner) =>
  db.transaction(async (tx) => {
    const user = await lockUserForShare(tx, form.userId)
    if (!user) throw wrongField('userId', 'This user no longer exists.')
    if (user.disabledAt) throw wrongField('userId', 'This user is disabled.')
    const created = await createProfile(tx, form)
    if (!created) throw new AppError('conflict', 'This user already has a partner profile.')
    await createOpenDocuments(tx, created.id)
    await record(tx, partnerCreated, actor, { partner: created, after: filledFields(form) })
    await followMembership(tx, actor.id, [created.id])
    return orNotFound(await getPartner(tx, created.id))
  })

/** @throws AppError `not_found`; `conflict` when the partner has changed since the editor saw it */
export const updatePartner = (
  db: Database,
  actor: Actor,
  id: string,
  { updatedAt: expectedUpdatedAt, ...form }: UpdatePartner,
) =>
  db.transaction(async (tx) => {
    const profile = orNotFound(await lockProfile(tx, id))
    requireUnchanged(profile, expectedUpdatedAt)
    const changes = changedFields(profile, form)
    if (changes) {
      const partner = await updateProfile(tx, id, form)
      await record(tx, partnerChanged, actor, { partner, ...changes })
    }
    return orNotFound(await getPartner(tx, id))
  })
