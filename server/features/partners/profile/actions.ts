import { partnerMethods } from '#contract/partners/communication-methods.ts'
import type { ProfileForm, SaveProfile } from '#contract/partners/profile.ts'
import { profileFieldList } from '#contract/partners/profile-fields.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { giveAutomaticSets } from '#server/features/audience/membership/sets/actions.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { deleteDraft } from '#server/features/drafts/data.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { onboardingCompleted, partnerCreated, profileConfirmed, profileUpdated } from '../events.ts'
import { endInvitation } from '../invitation/actions.ts'
import { createOpenDocuments, hasSignedAll } from '../onboarding/data.ts'
import * as data from './data.ts'

type ProfileEditor = Actor & Pick<SignedInUser, 'partnerId'>

/**
 * Creates the user's profile, with its two agreements to sign, or confirms and changes that of the partner that the user belongs to. Signed
 * agreements keep what was signed.
 * @throws AppError `bad_request` for a communication method that the form does not offer, unless staff have stored it; `conflict` when the
 * profile has changed since the editor saw it
 */
export const saveOwnProfile = (db: Database, user: ProfileEditor, { updatedAt, ...form }: SaveProfile) =>
  db.transaction(async (tx) => {
    const former = user.partnerId
      ? orNotFound(await data.lockProfile(tx, user.partnerId))
      : await data.lockProfileByUser(tx, user.id)
    if (former) requireUnchanged(former, updatedAt)
    requireOfferedMethods(form, former)
    await deleteDraft(tx, user.id, 'profile')
    if (former) return { profile: await confirmProfile(tx, user, former, form), created: false }
    const values = { ...form, userId: user.id, onboardingStatus: 'documents' } as const
    const created = await data.createProfile(tx, values)
    if (!created) {
      // Another tab has created the profile just now.
      const other = orNotFound(await data.lockProfileByUser(tx, user.id))
      return { profile: await confirmProfile(tx, user, other, form), created: false }
    }
    await createOpenDocuments(tx, created.id)
    await record(tx, partnerCreated, user, { partner: created })
    await followMembership(tx, null, [created.id])
    return { profile: created, created: true }
  })

const methodFields = ['preferredCommunicationMethod', 'marketingPreferredCommunicationMethod'] as const
type MethodField = (typeof methodFields)[number]

const requireOfferedMethods = (
  form: Record<MethodField, string>,
  stored: Record<MethodField, string> | undefined,
) => {
  for (const name of methodFields) {
    const isOffered = partnerMethods.some((method) => method === form[name])
    if (!isOffered && form[name] !== stored?.[name]) throw wrongField(name, 'Choose email, text or WhatsApp')
  }
}

const confirmProfile = async (
  tx: Executor,
  user: Actor,
  profile: data.PartnerProfileRow,
  form: ProfileForm,
) => {
  if (profile.onboardingStatus === 'completed') return changeProfile(tx, profile, user, form)
  // Staff may have marked both agreements as signed on paper before the partner has confirmed the profile.
  const onboardingStatus = (await hasSignedAll(tx, profile.id)) ? 'completed' : 'documents'
  await record(tx, profileConfirmed, user, { partner: profile })
  const confirmed = await data.updateProfile(tx, profile.id, { ...form, onboardingStatus })
  await endInvitation(tx, user, confirmed)
  if (onboardingStatus === 'completed') {
    await record(tx, onboardingCompleted, user, { partner: profile })
    await giveAutomaticSets(tx, 'onboarding', null, [profile.id])
  }
  return confirmed
}

/** Changes the profile of an onboarded partner. Staff are notified, and the activity shows them what changed. */
const changeProfile = async (
  tx: Executor,
  profile: data.PartnerProfileRow,
  user: Actor,
  form: ProfileForm,
) => {
  const changes = changedFields(profile, form)
  if (!changes) return profile
  const fields = Object.keys(changes.after)
  const headings = fields.map(
    (name) => profileFieldList.find((field) => field.name === name)?.heading ?? name,
  )
  const partner = await data.updateProfile(tx, profile.id, form)
  await record(tx, profileUpdated, user, { partner, headings, ...changes })
  return partner
}

/**
 * Requires that the partner exists, and locks it against deletion until the transaction ends.
 * @param field the field of the form that names the partner
 * @throws AppError `bad_request` when there is no such partner
 */
export const requirePartner = async (tx: Executor, partnerId: string, field = 'partnerId') => {
  if (!(await data.lockProfileForShare(tx, partnerId)))
    throw wrongField(field, 'This partner no longer exists.')
}
