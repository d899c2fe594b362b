import { keysOf } from '../keys-of.ts'

export const webhookEventLabels = {
  'partner.created': 'Partner created',
  'partner.onboarding_completed': 'Onboarding completed',
  'partner.member_added': 'Person joined a partner',
  'document.signed': 'Agreement signed',
  'task.completed': 'Task completed',
  'activation.confirmed': 'Activation confirmed',
  'activation.recap_submitted': 'Recap of an activation',
  'obligation.due': 'Payment or date due',
  'payment.recorded': 'Payment recorded',
  'user.changed': 'User changed',
}

export type WebhookEvent = keyof typeof webhookEventLabels
export const webhookEvents = keysOf(webhookEventLabels)

export const webhookEventSummaries: Record<WebhookEvent, string> = {
  'partner.created': 'There is a new partner',
  'partner.onboarding_completed': 'A partner has completed onboarding',
  'partner.member_added': 'Somebody has accepted the invitation to a partner',
  'document.signed': 'A partner has signed an agreement, in the portal or on paper',
  'task.completed': "A partner's task is completed",
  'activation.confirmed': 'Staff have confirmed an activation',
  'activation.recap_submitted': 'A partner or staff have sent what came of an activation',
  'obligation.due':
    'It is the morning of the day, at the place of the event, on which something that an agreement asks is due and open; later on that day for what is agreed later on it',
  'payment.recorded': 'Staff have recorded or reversed a payment',
  'user.changed':
    'The account of a user, or the name, contact or business of a partner, has changed; also when a user is disabled, enabled or erased',
}

/** The type of the event that "Send a test event" sends. */
export const webhookTestEvent = 'webhook.test'
