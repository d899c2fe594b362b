import { eventsAbout } from '#server/domain-events/event.ts'

const attentionEvent = eventsAbout<{ item: { id: string; name: string } }>({ subject: ({ item }) => item })

export const attentionDone = attentionEvent('attention.done')
export const attentionSnoozed = attentionEvent('attention.snoozed')
export const attentionBroughtBack = attentionEvent('attention.brought_back')
