import { eventsAbout } from '#server/domain-events/event.ts'

/** The subject of these events has the id of the export and the name of the list. */
const exportEvent = eventsAbout<{ list: { id: string; name: string } }>({ subject: ({ list }) => list })

export const exportStarted = exportEvent('export.started')
export const exportEnded = exportEvent('export.ended')
