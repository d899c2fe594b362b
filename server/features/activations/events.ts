import { type Changes, eventsAbout } from '#server/domain-events/event.ts'

type About = { activation: { id: string; name: string; partnerId: string } }

const activationEvent = eventsAbout<About>({
  subject: ({ activation }) => activation,
  partnerId: ({ activation }) => activation.partnerId,
  metadata: ({ activation }) => ({ activationId: activation.id }),
})

const line =
  (what: string) =>
  ({ activation }: About) =>
    `Activation "${activation.name}" ${what}`

export const activationCreated = activationEvent('activation.created', {
  activity: { activation_created: line('created') },
  audit: 'of anyone',
})

type ActivationChange = About & Changes & { former: About['activation'] }

export const activationChanged = activationEvent('activation.changed', {
  activity: {
    activation_moved: ({ activation, former }: ActivationChange) =>
      activation.partnerId !== former.partnerId && {
        text: line('assigned to another partner')({ activation: former }),
        partnerId: former.partnerId,
      },
    activation_changed: (change) => ({
      text: line('changed')(change),
      metadata: { fields: Object.keys(change.after ?? {}) },
    }),
  },
  audit: 'of anyone',
})

export const activationDeleted = activationEvent('activation.deleted', {
  activity: { activation_deleted: line('deleted') },
  audit: 'of anyone',
})
