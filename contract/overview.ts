import { z } from 'zod'
import { PartnerDocument } from './documents/documents.ts'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'

/** The partner of a row in lists of several partners. */
export const rowPartner = z.strictObject({ id, fullName: z.string(), businessName: z.string() })

export const PartnerDocumentRow = PartnerDocument.extend({ partner: rowPartner })
export type PartnerDocumentRow = z.input<typeof PartnerDocumentRow>
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
  summary: 'How many partners there are, and how far along they are',
  responses: { 200: AdminStats },
})

/** The time that partners took for a step. */
const stepTime = z.strictObject({
  /** The days since the previous step; null if nobody has taken the step. */
  medianDays: z.number().nullable(),
  /** The number of partners in the median: those who joined within a year and have taken the step. */
  partners: count,
})

export const AdminOverview = z.strictObject({
  /** How many partners have each step of onboarding next. Enabled users with the role of partners and without a profile count as well. */
  waiting: z.strictObject({ profile: count, nda: count, venue_partnership_agreement: count }),
  /** The times of the steps: creating the profile, confirming it, signing the NDA, and completing onboarding. */
  stepTimes: z.strictObject({ created: stepTime, confirmed: stepTime, nda: stepTime, completed: stepTime }),
  /** The last twelve weeks, oldest first. Each begins on Monday at midnight UTC. */
  weeks: z.array(
    z.strictObject({
      week: isoDate,
      /** The signatures of each type of agreement, including those on paper. */
      nda: count,
      venue_partnership_agreement: count,
      /** The sign-ins of partners; null for a week some of whose sign-ins have been deleted by now. */
      signIns: count.nullable(),
      /** The downloads of library files by partners. */
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
  summary: 'How onboarding is going, what happened each week, and overdue tasks',
  responses: { 200: AdminOverview },
})
