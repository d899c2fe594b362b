import { z } from 'zod'
import { maxBulkIds } from '../bulk-kinds.ts'
import { endpoint } from '../endpoint.ts'
import {
  expectedUpdatedAt,
  id,
  inputDate,
  isoDate,
  optionalText,
  partnerParams,
  requiredText,
  staffFilter,
  WithReason,
} from '../fields.ts'
import { limits, maxAssignedPartners } from '../limits.ts'
import { paging } from '../paging.ts'
import { Role } from '../users/users.ts'
import { appendixAInputs } from './appendix-a.ts'
import { staffMethods } from './communication-methods.ts'
import {
  accessFilters,
  partnerSorts,
  partnerStates,
  partnerTaskFilters,
  quietDays,
  signedFilters,
} from './partner-filters.ts'
import { PartnerProfile, ProfileFields } from './profile.ts'
import { PartnerTag } from './tags.ts'
import { states } from './us-states.ts'

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
  /** The partner manager: the member of staff who looks after the partner; null if there is none. */
  manager: z.strictObject({ id, name: z.string() }).nullable(),
  tags: z.array(PartnerTag),
})
export type AdminPartner = z.input<typeof AdminPartner>

/** A partner in the list of all partners. */
export const PartnerRow = AdminPartner.extend({
  agreements: z.strictObject({ signed: count, total: count }),
  /** The number of tasks that are not completed, and whether one of them is past its due date. */
  openTasks: count,
  isOverdue: z.boolean(),
  /** When the owner was first invited by email; null for never. `hasSignedIn` is whether somebody of the partner has ever signed in. */
  invitedAt: isoDate.nullable(),
  hasSignedIn: z.boolean(),
  /** When one of the people of the partner last used the portal for it; null if none of them has. Actions of the team do not change it. */
  lastSeenAt: isoDate.nullable(),
  /** When the team last wrote to the partner, called or met them; null if never. Actions of the partner do not change it. */
  lastContactAt: isoDate.nullable(),
})
export type PartnerRow = z.input<typeof PartnerRow>

/** Partners that are chosen one by one. */
export const chosenIds = z
  .array(id.toLowerCase())
  .min(1, 'Choose a partner')
  .max(maxBulkIds, `Choose at most ${maxBulkIds} at a time`)

/** The filters of partners, which the list, the export, bulk actions and saved views share. */
export const partnerFilter = {
  /** Parts of the name, business and email address, or of the name and email address of one of the people, all of which must occur. */
  search: optionalText(limits.name),
  status: z.enum(partnerStates).optional(),
  signed: z.enum(signedFilters).optional(),
  group: optionalText(limits.group),
  state: z.enum(Object.keys(states) as [keyof typeof states]).optional(),
  manager: staffFilter,
  /** The id of a tag. */
  tag: id.optional(),
  access: z.enum(accessFilters).optional(),
  tasks: z.enum(partnerTaskFilters).optional(),
  /** For at least so many days, nobody of the partner has used the portal (`unseen`), or the team has not contacted the partner (`quiet`). */
  unseen: z.enum(quietDays).optional(),
  quiet: z.enum(quietDays).optional(),
  /** The exact moment at which the partners were added, which those of one import share. */
  added: inputDate.optional(),
}

const filter = { ...partnerFilter, sort: z.enum(partnerSorts).default('-created') }

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

export const exportSelectedPartners = endpoint('POST', '/api/admin/partners/export', {
  access: 'staff',
  cost: 'export',
  stepUp: true,
  summary: 'Some partners as a CSV file, newest first',
  body: z.strictObject({ ids: chosenIds }),
  responses: {},
})

export const listPartnerIds = endpoint('GET', '/api/admin/partners/ids', {
  access: 'staff',
  cost: 'search',
  summary: `The ids of all partners that match a filter, oldest first; at most ${maxAssignedPartners}`,
  query: z.strictObject(partnerFilter),
  responses: { 200: z.strictObject({ ids: z.array(id) }) },
})

const FoundPartner = z.strictObject({
  id,
  fullName: z.string(),
  businessName: z.string(),
  email: z.string(),
})

export const FoundLine = z.strictObject({
  line: z.string(),
  /** The partners of the line, at most ten. Several can have one business name. */
  partners: z.array(FoundPartner),
})
export type FoundLine = z.input<typeof FoundLine>

export const findPartners = endpoint('POST', '/api/admin/partners/find', {
  access: 'staff',
  summary:
    'The partners of a list of lines, each an email address of the partner or one of its people, or a business name; case and accents do not matter',
  body: z.strictObject({
    lines: z
      .array(requiredText(limits.email, 'Enter an email address or a business name'))
      .min(1, 'Paste at least one line')
      .max(maxBulkIds, `Paste at most ${maxBulkIds} lines`),
  }),
  responses: { 200: z.array(FoundLine) },
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
