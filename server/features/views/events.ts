import { eventsAbout } from '#server/domain-events/event.ts'

const viewEvent = eventsAbout<{ view: { id: string; name: string } }>({ subject: ({ view }) => view })

export const viewCreated = viewEvent('saved_view.created')
export const viewChanged = viewEvent('saved_view.changed')
export const viewDeleted = viewEvent('saved_view.deleted')
