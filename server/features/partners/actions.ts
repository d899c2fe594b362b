import type { CreatePartner, UpdatePartner } from '#contract/partners/partners.ts'
import type { Database } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { getPartner, lockUserForShare } from './data.ts'
import { createOpenDocuments } from './onboarding/data.ts'
import { createProfile, lockProfile, logActivity, updateProfile } from './profile/data.ts'

/**
 * Creates a user's profile, with the two agreements to sign. The partner confirms it in onboarding.
 * @throws AppError `bad_request` when there is no such user or it is disabled, `conflict` when it has a profile
 */
export const createPartner = (db: Database, actor: Actor, form: CreatePartner) =>
  db.transaction(async (tx) => {
    const user = await lockUserForShare(tx, form.userId)
    if (!user) throw wrongField('userId', 'This user no longer exists.')
    if (user.disabledAt) throw wrongField('userId', 'This user is disabled.')
    const created = await createProfile(tx, form)
    if (!created) throw new AppError('conflict', 'This user already has a partner profile.')
    await createOpenDocuments(tx, created.id)
    await logActivity(tx, {
      partnerId: created.id,
      activityType: 'profile_created',
      description: 'Profile created',
      metadata: { actorId: actor.id },
    })
    await followMembership(tx, actor.id, [created.id])
    await recordAuditEvent(tx, actor, {
      action: 'partner.created',
      subject: { id: created.id, name: created.fullName },
      after: filledFields(form),
    })
    return orNotFound(await getPartner(tx, created.id))
  })

/** @throws AppError `not_found`, `conflict` when the partner has changed since the editor saw it */
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
      await updateProfile(tx, id, form)
      await logActivity(tx, {
        partnerId: id,
        activityType: 'profile_changed',
        description: 'Profile changed by the partner team',
        metadata: { actorId: actor.id, fields: Object.keys(changes.after), ...changes },
      })
      const subject = { id, name: form.fullName }
      await recordAuditEvent(tx, actor, { action: 'partner.changed', subject, ...changes })
    }
    return orNotFound(await getPartner(tx, id))
  })
