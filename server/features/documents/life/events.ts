import { eventsAbout } from '#server/domain-events/event.ts'

/** Defines an event about several agreements. The audit log records it once, and everything else follows for each of them. */
const severalEvent = eventsAbout<{ documentIds: string[] }>({
  subject: ({ documentIds: { length } }) => ({
    id: null,
    name: length === 1 ? '1 agreement' : `${length} agreements`,
  }),
})

/** Returns the event of one of several agreements that are changed together, without its own entry in the audit log. */
export const oneOfSeveral = <Event extends { audit?: unknown }>(event: Event): Event => ({
  ...event,
  audit: undefined,
})

export const documentsVoided = severalEvent('documents.voided', {
  audit: 'of staff',
  action: 'document.voided',
})

export const documentsEndChanged = severalEvent('documents.end_changed', {
  audit: 'of staff',
  action: 'document.changed',
})
