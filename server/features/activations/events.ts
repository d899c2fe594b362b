import type { ActivityType } from '#contract/partners/activity.ts'
import { type ActivityLine, type Changes, eventsAbout } from '#server/domain-events/event.ts'

type About = { activation: { id: string; name: string; partnerId: string } }

const activationEvent = eventsAbout<About>({
  subject: ({ activation }) => activation,
  partnerId: ({ activation }) => activation.partnerId,
  metadata: ({ activation }) => ({ activationId: activation.id }),
})

const line =
  (type: ActivityType, what: string) =>
  ({ activation }: About): ActivityLine => ({ type, text: `Activation "${activation.name}" ${what}` })

export const activationCreated = activationEvent('activation.created', {
  activity: line('activation_created', 'created'),
  audit: 'of anyone',
})

const changed = line('activation_changed', 'changed')
const moved = line('activation_moved', 'assigned to another partner')

type ActivationChange = About & Changes & { former: About['activation'] }

export const activationChanged = activationEvent('activation.changed', {
  activity: ({ activation, former, after }: ActivationChange) => [
    ...(activation.partnerId === former.partnerId
      ? []
      : [{ ...moved({ activation: former }), partnerId: former.partnerId }]),
    { ...changed({ activation }), metadata: { fields: Object.keys(after ?? {}) } },
  ],
  audit: 'of anyone',
})

export const activationDeleted = activationEvent('activation.deleted', {
  activity: line('activation_deleted', 'deleted'),
  audit: 'of anyone',
})
