import { type Changes, eventsAbout } from '#server/domain-events/event.ts'
import { notifyStaffOfRecap } from './data.ts'

type About = Changes & {
  activation: { id: string; name: string; partnerId: string }
  /** Whether only staff know of it, because only the figures of the company have changed. */
  isInternal?: boolean
}

const recapEvent = eventsAbout<About>({
  subject: ({ activation }) => activation,
  partnerId: ({ activation }) => activation.partnerId,
  metadata: ({ activation }) => ({ activationId: activation.id }),
})

const line =
  (what: string) =>
  ({ activation, isInternal = false }: About) =>
    !isInternal && `${what} "${activation.name}"`

export const recapSubmitted = recapEvent('recap.submitted', {
  activity: { recap_submitted: line('Recap sent of') },
  audit: 'of anyone',
  notify: {
    recap_submitted: async (tx, occurred, by) => {
      for (const { activation } of occurred) await notifyStaffOfRecap(tx, activation.id, by?.id ?? null)
    },
  },
})

export const recapChanged = recapEvent('recap.changed', {
  activity: { recap_changed: line('Recap changed of') },
  audit: 'of anyone',
})

export const photoAdded = recapEvent('recap.photo_added', {
  activity: { recap_photo_added: line('Photos added to') },
  audit: 'of anyone',
  // Photos are added one by one, and are one piece of news.
  onceInMinutes: 60,
})

export const photoRemoved = recapEvent('recap.photo_removed', {
  activity: { recap_photo_removed: line('Photo removed from') },
  audit: 'of anyone',
})
