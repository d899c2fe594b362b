import { z } from 'zod'
import { id, isoDate } from '../fields.ts'
import { agreementSides, obligationKinds } from '../obligations/kinds.ts'
import { onboardingStatuses } from '../partners/labels.ts'
import { taskTypes } from '../task-status.ts'
import { roles } from '../users/roles.ts'
import { webhookEvents, webhookTestEvent } from './event-labels.ts'

/** The account of a user. An erased user only has the id. */
const WebhookUser = z.strictObject({
  id,
  state: z.enum(['active', 'disabled', 'erased']),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** The role; null for an erased user. */
  role: z.enum(roles).nullable(),
  partnerGroup: z.string().nullable(),
})

/** The partner that something belongs to. */
const partnerRef = { id, userId: id, businessName: z.string() }

/** A partner with contact details. */
const WebhookPartner = z.strictObject({
  ...partnerRef,
  fullName: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  businessWebsite: z.string(),
  /** The state in the USA, such as FL. */
  state: z.string(),
  onboardingStatus: z.enum(onboardingStatuses),
})

const partnerData = z.strictObject({ partner: WebhookPartner, user: WebhookUser })
const PartnerRef = z.strictObject(partnerRef)

const activationData = z.strictObject({
  activation: z.strictObject({ id, name: z.string(), startsAt: isoDate, endsAt: isoDate.nullable() }),
  partner: PartnerRef,
})

/** The data of each event. Database triggers write the rows in the transaction in which something happens. */
export const webhookData = {
  'partner.created': partnerData,
  'partner.onboarding_completed': partnerData,
  'partner.member_added': z.strictObject({
    member: z.strictObject({ id, title: z.string().nullable(), canSign: z.boolean() }),
    user: WebhookUser,
    partner: PartnerRef,
  }),
  'document.signed': z.strictObject({
    document: z.strictObject({ id, type: z.string(), name: z.string(), signedAt: isoDate }),
    partner: PartnerRef,
  }),
  'task.completed': z.strictObject({
    task: z.strictObject({ id, name: z.string(), type: z.enum(taskTypes), dueDate: isoDate }),
    partner: PartnerRef,
  }),
  'activation.confirmed': activationData,
  'activation.recap_submitted': activationData,
  /** Neither event has an amount. */
  'obligation.due': z.strictObject({
    obligation: z.strictObject({
      id,
      kind: z.enum(obligationKinds),
      owedBy: z.enum(agreementSides),
      dueOn: z.string(),
      activationId: id.nullable(),
      documentId: id,
    }),
    partner: PartnerRef,
  }),
  'payment.recorded': z.strictObject({
    payment: z.strictObject({
      id,
      obligationId: id.nullable(),
      paidBy: z.enum(agreementSides),
      paidOn: z.string(),
      /** The payment that this entry reverses; null for a payment. */
      reversesId: id.nullable(),
    }),
    partner: PartnerRef,
  }),
  'user.changed': z.strictObject({
    user: WebhookUser,
    /** The partner; null for staff, for a user without a profile, and for an erased user. */
    partner: WebhookPartner.nullable(),
    /** The fields that have changed, such as `user.email` or `partner.businessName`. */
    changed: z.array(z.string()),
  }),
} as const

const messageOf = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.strictObject({ type: z.literal(type), timestamp: isoDate, data })

/** The schemas of all message bodies, by type. */
export const webhookMessages: Record<string, z.ZodType> = {
  ...Object.fromEntries(webhookEvents.map((type) => [type, messageOf(type, webhookData[type])])),
  [webhookTestEvent]: messageOf(webhookTestEvent, z.strictObject({ endpointId: id })),
}
