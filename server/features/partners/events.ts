import { type Changes, eventsAbout, type Fields, type Notify } from '#server/domain-events/event.ts'
import { notifyOfMention, notifyStaffOfProfile } from '#server/features/notifications/notify/data.ts'
import type { PartnerProfileRow } from './profile/data.ts'

type About = { partner: { id: string; fullName: string } }

const partnerEvent = eventsAbout<About>({
  subject: ({ partner }) => ({ id: partner.id, name: partner.fullName }),
  partnerId: ({ partner }) => partner.id,
})

/** A partner has created their own profile, or staff one for a user. */
export const partnerCreated = partnerEvent('partner.created', {
  activity: { profile_created: () => 'Profile created' },
  audit: 'of staff',
})

/** A file of partners was imported. In the audit log, what happened to each row is part of this event. */
export const importEnded = eventsAbout<{ file: { id: string; name: string } }>({
  subject: ({ file }) => file,
})('import.ended')

export const partnerImported = partnerEvent('partner.imported', {
  activity: { profile_created: () => 'Profile imported from a file' },
  audit: 'of anyone',
  action: 'partner.created',
})

/** Staff have invited partners: one, or several together. */
export const partnersInvited = eventsAbout<{ subject: { id: string | null; name: string } }>({
  subject: ({ subject }) => subject,
})('partner.invited')

/** Staff have changed what waits with an invitation. */
export const invitationChanged = partnerEvent('partner.invitation_changed')

/** The partner has confirmed the profile, and got the sets of the invitation. */
export const invitationUsed = partnerEvent('partner.invitation_used')

/** Staff have changed the profile. */
export const partnerChanged = partnerEvent('partner.changed', {
  activity: {
    profile_changed: ({ before, after }: About & Record<'before' | 'after', Fields>) => ({
      text: 'Profile changed by the partner team',
      metadata: { fields: Object.keys(after), before, after },
    }),
  },
  audit: 'of anyone',
})

/** The partner has saved the profile in onboarding. */
export const profileConfirmed = partnerEvent('partner.profile_confirmed', {
  activity: {
    profile_confirmed: ({ partner }: { partner: PartnerProfileRow }) =>
      partner.onboardingStatus === 'profile' && 'Profile confirmed',
    profile_updated: ({ partner }) => partner.onboardingStatus !== 'profile' && 'Profile updated',
  },
})

interface ProfileChange extends About, Changes {
  /** The changed fields as staff read them. */
  headings: string[]
}

/** The partner has changed the profile after onboarding. Staff are notified, and the activity shows them the former values. */
export const profileUpdated = partnerEvent('partner.profile_updated', {
  activity: {
    profile_updated: ({ headings, before, after }: ProfileChange) => ({
      text: `Profile updated: ${headings.join(', ')}`,
      metadata: { before, after },
    }),
  },
  notify: {
    profile_changed: async (tx, occurred) => {
      for (const { partner, headings } of occurred) await notifyStaffOfProfile(tx, partner.id, headings)
    },
  },
})

/** The profile is confirmed, and all agreements are signed. */
export const onboardingCompleted = partnerEvent('partner.onboarding_completed', {
  activity: { onboarding_completed: () => 'Onboarding completed' },
})

/** An agreement of onboarding must be signed again. */
export const onboardingReopened = partnerEvent('partner.onboarding_reopened', {
  activity: { onboarding_reopened: () => 'Onboarding reopened: an agreement must be signed again' },
})

export const statusTakenBack = partnerEvent('partner.status_taken_back', {
  activity: { status_taken_back: () => 'Profile must be confirmed again' },
  audit: 'of anyone',
})

/** A partner has another manager. The line does not name them, since partners may not learn of other staff. */
export const managerChanged = partnerEvent('partner.manager_changed', {
  activity: { manager_changed: () => 'Partner manager changed' },
})

/** A file names another manager of a partner. */
export const managerImported = partnerEvent('partner.manager_imported', {
  activity: { manager_changed: () => 'Partner manager changed' },
  audit: 'of anyone',
  action: 'partner.changed',
})

/** The partners of a group get another manager. */
export const groupManagerChanged = eventsAbout<{ group: string }>({
  subject: ({ group }) => ({ id: null, name: group }),
})('partner.group_manager_changed')

type BulkAbout = { action: { id: string; total: number } }

const bulkEvent = eventsAbout<BulkAbout>({
  subject: ({ action: { id, total } }) => ({ id, name: total === 1 ? '1 partner' : `${total} partners` }),
})

/** Staff have begun to change many partners. The audit log has one event for all of them. */
export const partnersChanged = bulkEvent('partner.bulk_changed')

export const partnersChangeTakenBack = bulkEvent('partner.bulk_taken_back')

export const partnerReminded = partnerEvent('partner.reminded', {
  activity: { reminded: () => 'Reminder emailed' },
  audit: 'of anyone',
})

/** Staff have changed the tags of a partner. Its activity does not show that, because partners read it. */
export const partnerTagged = partnerEvent('partner.tagged')

const tagEvent = eventsAbout<{ tag: { id: string; name: string } }>({
  subject: ({ tag }) => ({ id: tag.id, name: tag.name }),
})

export const partnerTagRenamed = tagEvent('partner_tag.renamed')
export const partnerTagDeleted = tagEvent('partner_tag.deleted')

interface NoteWritten extends About {
  noteId: string
  /** The ids of the members of staff whom the note mentions and did not mention before. */
  mentioned: string[]
}

// The text of a note is in none of its events, because it is deleted with the partner.
const notifyMentioned = {
  note_mention: async (tx, occurred, by) => {
    for (const { noteId, mentioned } of occurred) await notifyOfMention(tx, noteId, mentioned, by)
  },
} satisfies Record<'note_mention', Notify<NoteWritten>>

export const partnerNoteAdded = partnerEvent('partner.note_added', {
  audit: 'of anyone',
  notify: notifyMentioned,
})

export const partnerNoteChanged = partnerEvent('partner.note_changed', {
  audit: 'of anyone',
  notify: notifyMentioned,
})

export const partnerNotePinned = partnerEvent('partner.note_pinned')
export const partnerNoteDeleted = partnerEvent('partner.note_deleted')
export const partnerNoteRestored = partnerEvent('partner.note_restored')
