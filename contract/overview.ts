import { z } from 'zod'
import { PartnerActivation } from './activations.ts'
import { PartnerDocument } from './documents/documents.ts'
import { endpoint } from './endpoint.ts'
import { id, isoDate, limits, optionalText } from './fields.ts'
import { paging } from './paging.ts'

/** The partner of the row, in lists of several partners. */
export const rowPartner = z.strictObject({ id, fullName: z.string(), businessName: z.string() })

export const PartnerDocumentRow = PartnerDocument.extend({ partner: rowPartner })
export type PartnerDocumentRow = z.input<typeof PartnerDocumentRow>
export const PartnerActivationRow = PartnerActivation.extend({ partner: rowPartner })
export type PartnerActivationRow = z.input<typeof PartnerActivationRow>

export const listAllDocuments = endpoint('GET', '/api/admin/documents', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The agreements of all partners, the newest first',
  query: z.strictObject({
    /** Words, all of which must occur in the name of the partner, of their business or of the agreement. */
    search: optionalText(limits.name),
    /** Only those of one partner alone, and no part of an agreement for several. */
    shared: z.literal('none').optional(),
    ...paging,
  }),
  answers: { 200: z.array(PartnerDocumentRow) },
})

export const listAllActivations = endpoint('GET', '/api/admin/activations', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The activations of all partners, the newest first',
  query: z.strictObject({
    /** Words, all of which must occur in the name of the activation, of its place, of the partner or of their business. */
    search: optionalText(limits.name),
    ...paging,
  }),
  answers: { 200: z.array(PartnerActivationRow) },
})

const count = z.number().int()

export const AdminStats = z.strictObject({
  total: count,
  /** Partners whose status is `profile`. */
  pending: count,
  /** Partners whose status is `completed`. */
  approved: count,
  /** Partners who have signed their NDA. */
  documentsCompleted: count,
})
export type AdminStats = z.output<typeof AdminStats>

export const getAdminStats = endpoint('GET', '/api/admin/stats', {
  access: 'staff',
  byToken: true,
  summary: 'How many partners there are, and how far they have come',
  answers: { 200: AdminStats },
})

/** How long partners took for a step. */
const stepTime = z.strictObject({
  /** Days from the step before; null while nobody has taken the step. */
  medianDays: z.number().nullable(),
  /** How many partners it is the median of: of those who joined within a year, all who took the step. */
  partners: count,
})

export const AdminOverview = z.strictObject({
  /** Who is next at a step of onboarding. Of partners without a profile these are the enabled users with that role. */
  waiting: z.strictObject({ profile: count, nda: count, venue_partnership_agreement: count }),
  /** The times of the steps: the profile created, confirmed by the partner, the NDA signed, onboarding completed. */
  stepTimes: z.strictObject({ created: stepTime, confirmed: stepTime, nda: stepTime, completed: stepTime }),
  /** The last twelve weeks, oldest first, each from Monday midnight UTC. */
  weeks: z.array(
    z.strictObject({
      week: isoDate,
      /** Signatures of each type of agreement, includes those on paper. */
      nda: count,
      venue_partnership_agreement: count,
      /** By partners. Null for a week of which not all sign-ins are kept any more. */
      signIns: count.nullable(),
      /** Of files of the library, by partners. */
      downloads: count,
    }),
  ),
  /** Open tasks past their due date. */
  overdueTasks: count,
})
export type AdminOverview = z.input<typeof AdminOverview>

export const getAdminOverview = endpoint('GET', '/api/admin/overview', {
  access: 'staff',
  byToken: true,
  summary: 'How onboarding is going, what happened by week, overdue tasks',
  answers: { 200: AdminOverview },
})
