import { eventsAbout } from '#server/domain-events/event.ts'

// The types have no id that the column of the audit log could hold.
const typeEvent = eventsAbout<{ type: { name: string } }>({
  subject: ({ type }) => ({ id: null, name: type.name }),
})

/** A version of a type's text, which is a draft until it is published, and the name of the type. */
const textEvent = eventsAbout<{ draft: { id: string }; name: string }>({
  subject: ({ draft, name }) => ({ id: draft.id, name }),
})

export const agreementTypeCreated = typeEvent('agreement_type.created', { audit: 'of staff' })
export const agreementTypeChanged = typeEvent('agreement_type.changed', { audit: 'of staff' })
export const agreementTypeArchived = typeEvent('agreement_type.archived', { audit: 'of staff' })
export const agreementTypeRestored = typeEvent('agreement_type.restored', { audit: 'of staff' })

export const agreementTextDraftSaved = textEvent('agreement_text.draft_saved', { audit: 'of staff' })
export const agreementTextDraftDiscarded = textEvent('agreement_text.draft_discarded', { audit: 'of staff' })
export const agreementTextPublished = textEvent('agreement_text.published', { audit: 'of staff' })
