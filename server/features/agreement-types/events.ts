import { eventsAbout } from '#server/domain-events/event.ts'

// The subject has no id, because the ids of agreement types are not UUIDs, as the column of the audit log requires.
const typeEvent = eventsAbout<{ type: { name: string } }>({
  subject: ({ type }) => ({ id: null, name: type.name }),
})

/** `draft` is a version of a type's text, which is a draft until it is published; `name` is the name of the type. */
const textEvent = eventsAbout<{ draft: { id: string }; name: string }>({
  subject: ({ draft, name }) => ({ id: draft.id, name }),
})

export const agreementTypeCreated = typeEvent('agreement_type.created', { audit: 'of staff' })
export const agreementTypeChanged = typeEvent('agreement_type.changed', { audit: 'of staff' })
export const agreementTypeArchived = typeEvent('agreement_type.archived', { audit: 'of staff' })
export const agreementTypeRestored = typeEvent('agreement_type.restored', { audit: 'of staff' })

// A draft is saved as it is typed. The audit log says who worked on it; the publication names the whole text by its hash.
export const agreementTextDraftSaved = textEvent('agreement_text.draft_saved', {
  audit: 'of staff',
  onceInMinutes: 15,
})
export const agreementTextDraftDiscarded = textEvent('agreement_text.draft_discarded', { audit: 'of staff' })
export const agreementTextPublished = textEvent('agreement_text.published', { audit: 'of staff' })
