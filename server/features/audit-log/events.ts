import { eventsAbout } from '#server/domain-events/event.ts'

/** An export has an id of its own, and the name of its list. */
const exportEvent = eventsAbout<{ list: { id: string; name: string } }>({ subject: ({ list }) => list })

export const exportStarted = exportEvent('export.started')
export const exportEnded = exportEvent('export.ended')
