import type { ActivationStage } from '#contract/activation-stages.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { type Changes, eventsAbout, type Notify } from '#server/domain-events/event.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import { notifyOfComment, notifyOfEvent } from '#server/features/notifications/notify/activations/data.ts'

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

type State = About['activation'] & { stage: ActivationStage; activationDate: Date }

interface ActivationChange extends About, Changes {
  former: State
  activation: State
  /** How many tasks of the plan moved along. */
  movedTasks: number
}

/** Notifies the partner of those changes for which there is a title. Whoever gets the activation from another partner is not notified. */
const notifying =
  (
    kind: Parameters<typeof notifyOfEvent>[1],
    titleOf: (change: ActivationChange) => string | false,
  ): Notify<ActivationChange> =>
  async (tx, occurred) => {
    for (const change of occurred) {
      const { activation, former, movedTasks } = change
      const title = activation.partnerId === former.partnerId && titleOf(change)
      if (title) await notifyOfEvent(tx, kind, activation.id, { title, movedTasks })
    }
  }

const becomes =
  (stage: ActivationStage, title: string) =>
  ({ activation, former }: ActivationChange) =>
    activation.stage === stage && former.stage !== stage && title

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
  notify: {
    activation_moved: notifying('activation_moved', ({ activation, former }) => {
      if (activation.stage === 'canceled') return false
      if (former.stage === 'canceled') return 'Planned again'
      return activation.activationDate.getTime() !== former.activationDate.getTime() && 'Moved'
    }),
    activation_confirmed: notifying('activation_confirmed', becomes('confirmed', 'Confirmed')),
    activation_canceled: notifying('activation_canceled', becomes('canceled', 'Canceled')),
  },
})

export const activationDeleted = activationEvent('activation.deleted', {
  activity: { activation_deleted: line('deleted') },
  audit: 'of anyone',
})

/** Notifies the other side of a comment: the partner of what staff write, and staff of what the partner writes. */
const notifyingOfComment =
  (kind: 'activation_comment' | 'activation_work', isFor: (by: Actor) => boolean): Notify<Comment> =>
  async (tx, occurred, by) => {
    if (!by || !isFor(by)) return
    for (const { activation, body } of occurred) {
      await markSeen(tx, by.id, { subject: { type: 'activation', id: activation.id } })
      await notifyOfComment(tx, kind, activation.id, body)
    }
  }

type Comment = About & { body: string }

export const activationCommented = activationEvent('activation.commented', {
  activity: {
    activation_commented: ({ activation }: Comment) => `Comment on activation "${activation.name}"`,
  },
  notify: {
    activation_comment: notifyingOfComment('activation_comment', ({ role }) => isStaff(role)),
    activation_work: notifyingOfComment('activation_work', ({ role }) => !isStaff(role)),
  },
})
