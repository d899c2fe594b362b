import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, isoDate, optionalText, partnerParams, WithReason } from '../fields.ts'
import { limits } from '../limits.ts'
import { paging } from '../paging.ts'
import { Role } from '../users/users.ts'
import { appendixAInputs } from './appendix-a.ts'
import { staffMethods } from './communication-methods.ts'
import { partnerSorts, partnerStates, signedFilters } from './partner-filters.ts'
import { PartnerProfile, ProfileFields } from './profile.ts'

const count = z.number().int()

export const PartnerChoice = z.strictObject({ id, fullName: z.string(), businessName: z.string() })
export type PartnerChoice = z.output<typeof PartnerChoice>

export const listPartners = endpoint('GET', '/api/admin/partners', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The partners to choose from, by name',
  query: z.strictObject({ search: optionalText(limits.name), ...paging }),
  responses: { 200: z.array(PartnerChoice) },
})

/** A partner as staff see them, with their user. */
export const AdminPartner = PartnerProfile.extend({
  user: z.strictObject({
    id,
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    role: Role,
    partnerGroup: z.string().nullable(),
    disabledAt: isoDate.nullable(),
  }),
  /** The conversation of the partner; null once the partner was erased. */
  conversationId: id.nullable(),
})
export type AdminPartner = z.input<typeof AdminPartner>

/** A partner in the list of all partners. */
export const PartnerRow = AdminPartner.extend({
  agreements: z.strictObject({ signed: count, total: count }),
  /** The number of tasks that are not completed. */
  openTasks: count,
  /** When one of the people of the partner last used the portal for it; null if none of them has. Actions of the team do not change it. */
  lastSeenAt: isoDate.nullable(),
  /** When the team last wrote to the partner, in the chat or by a reminder; null if never. Actions of the partner do not change it. */
  lastContactAt: isoDate.nullable(),
})
export type PartnerRow = z.input<typeof PartnerRow>

const filter = {
  /** Parts of the name, business and email address, or of the name and email address of one of the people, all of which must occur. */
  search: optionalText(limits.name),
  status: z.enum(partnerStates).optional(),
  signed: z.enum(signedFilters).optional(),
  sort: z.enum(partnerSorts).default('-created'),
}

export const listPartnersWithUsers = endpoint('GET', '/api/admin/partners-with-user-info', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The partners, each with its user, newest first by default',
  query: z.strictObject({ ...filter, ...paging }),
  responses: { 200: z.array(PartnerRow) },
})

export const exportPartners = endpoint('GET', '/api/admin/partners/export', {
  access: 'staff',
  cost: 'export',
  stepUp: true,
  summary: 'The partners as a CSV file',
  query: z.strictObject(filter),
  responses: {},
})

export const getPartner = endpoint('GET', '/api/admin/partners/:partnerId', {
  access: 'staff',
  byToken: true,
  summary: 'One partner with its user',
  params: partnerParams,
  responses: { 200: AdminPartner },
})

const staffMethod = z.enum(staffMethods, { error: 'Choose email, phone or WhatsApp' }).default('email')

export const CreatePartner = ProfileFields.extend({
  userId: z.uuid({ error: 'User ID is required' }),
  preferredCommunicationMethod: staffMethod,
  marketingPreferredCommunicationMethod: staffMethod,
  ...appendixAInputs,
})
export type CreatePartner = z.output<typeof CreatePartner>

export const createPartner = endpoint('POST', '/api/admin/partners', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a profile for a user to confirm; 409 when they already have one',
  body: CreatePartner,
  responses: { 201: AdminPartner },
})

/** The whole form. A communication method that only partners can choose may stay. */
export const UpdatePartner = ProfileFields.extend({ ...appendixAInputs, ...expectedUpdatedAt })
export type UpdatePartner = z.output<typeof UpdatePartner>

export const updatePartner = endpoint('PUT', '/api/admin/partners/:partnerId', {
  access: 'staff',
  byToken: true,
  summary: "Sets a partner's whole profile; 409 when someone else has changed it since",
  params: partnerParams,
  body: UpdatePartner,
  responses: { 200: AdminPartner },
})

export const takeBackStatus = endpoint('POST', '/api/admin/partners/:partnerId/take-back-status', {
  access: 'admin',
  summary:
    "Takes a partner's onboarding back to the profile, which they have to confirm again; 409 when they have not confirmed it",
  params: partnerParams,
  body: WithReason,
  responses: { 200: AdminPartner },
})
