import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  email,
  expectedUpdatedAt,
  id,
  isoDate,
  optionalLongText,
  optionalText,
  partnerParams,
} from './fields.ts'
import { limits, maxInvitedAtOnce, maxSetsOfInvitation } from './limits.ts'
import { AppendixA } from './partners/appendix-a.ts'
import { BulkAction } from './partners/bulk.ts'

/** A partner to invite. The name of the person and that of the business stand for each other where one is missing. */
export const InvitedPartner = z
  .strictObject({
    email: email('Valid email is required'),
    fullName: optionalText(limits.name),
    businessName: optionalText(limits.name),
  })
  .refine(({ fullName, businessName }) => fullName !== null || businessName !== null, {
    path: ['businessName'],
    error: 'Enter the business or the name of a person',
  })
export type InvitedPartner = z.output<typeof InvitedPartner>

const waiting = {
  /** The sets of tasks that a partner gets once it has confirmed its profile. */
  setIds: z
    .array(id.toLowerCase())
    .max(maxSetsOfInvitation, `Choose at most ${maxSetsOfInvitation} sets`)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each set once'),
  /** A text in the invitation emails. */
  personalLine: optionalLongText(limits.reminderLine),
}

/** The fields that all partners of an invitation have in common. */
export const invitationFields = z.strictObject({
  partnerGroup: optionalText(limits.group),
  /** The partner manager; null for that of the group, if it has one. */
  managerId: id.nullable(),
  /** The terms of the partnership agreement that each partner has to sign. */
  appendixA: AppendixA.optional(),
  /** The types of agreements to sign besides those of onboarding. */
  agreements: z
    .array(z.string().max(limits.documentType))
    .max(maxSetsOfInvitation, `Choose at most ${maxSetsOfInvitation} agreements`)
    .refine((types) => new Set(types).size === types.length, 'Choose each agreement once'),
  ...waiting,
})

export const InvitePartners = invitationFields.extend({
  partners: z
    .array(InvitedPartner)
    .min(1, 'Enter a partner')
    .max(maxInvitedAtOnce, `Invite at most ${maxInvitedAtOnce} at a time`),
})
export type InvitePartners = z.output<typeof InvitePartners>

export const invitePartners = endpoint('POST', '/api/admin/invitations', {
  access: 'staff',
  summary:
    'Adds partners with their group, manager, agreements and terms, and emails each an invitation after some seconds in which it can be taken back; all of them or none. A request that repeats an `Idempotency-Key` gets the same action; 409 when an email address already belongs to a partner, or the key was used for another request',
  body: InvitePartners,
  responses: { 202: BulkAction.extend({ partnerIds: z.array(id) }) },
})

export const checkInvitations = endpoint('POST', '/api/admin/invitations/check', {
  access: 'staff',
  summary:
    'What is wrong with the partners of an invitation, and the email to the first of them; saves nothing',
  body: InvitePartners,
  responses: {
    200: z.strictObject({
      /** The problems by the places of their partners, the first being 0. */
      problems: z.array(z.strictObject({ index: z.int(), field: z.string(), message: z.string() })),
      email: z.strictObject({
        recipient: z.string(),
        subject: z.string(),
        heading: z.string(),
        paragraphs: z.array(z.string()),
      }),
    }),
  },
})

/** The task sets and the personal line that wait until the partner confirms the profile. */
export const PartnerInvitation = z.strictObject({
  sets: z.array(z.strictObject({ id, name: z.string() })),
  /** The number of sets that were deleted in the meantime. */
  setsGone: z.int(),
  personalLine: z.string().nullable(),
  invitedBy: z.strictObject({ id, name: z.string() }).nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type PartnerInvitation = z.input<typeof PartnerInvitation>

export const getPartnerInvitation = endpoint('GET', '/api/admin/partners/:partnerId/invitation', {
  access: 'staff',
  byToken: true,
  summary: 'What waits with the invitation of a partner; `invitation` is null once the profile is confirmed',
  params: partnerParams,
  responses: { 200: z.strictObject({ invitation: PartnerInvitation.nullable() }) },
})

export const InvitationChange = z.strictObject(waiting)
export type InvitationChange = z.output<typeof InvitationChange>

export const updatePartnerInvitation = endpoint('PUT', '/api/admin/partners/:partnerId/invitation', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes what waits with the invitation of a partner; 404 once the profile is confirmed, 409 when someone else has changed it since',
  params: partnerParams,
  body: InvitationChange.extend(expectedUpdatedAt),
  responses: { 200: PartnerInvitation },
})
