import { z } from 'zod'
import { PartnerActivation } from './activations.ts'
import { PartnerDocument } from './documents/documents.ts'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'
import { OnboardingStatus } from './partners/profile.ts'

/** The partner of the row, in lists of several partners. */
export const rowPartner = z.strictObject({ id, fullName: z.string(), businessName: z.string() })

export const PartnerDocumentRow = PartnerDocument.extend({ partner: rowPartner })
export type PartnerDocumentRow = z.input<typeof PartnerDocumentRow>
export const PartnerActivationRow = PartnerActivation.extend({ partner: rowPartner })
export type PartnerActivationRow = z.input<typeof PartnerActivationRow>

export const listNewestDocuments = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  access: 'staff',
  summary: 'The newest 50 agreements of all partners',
  answers: { 200: z.array(PartnerDocumentRow) },
})

export const listNewestActivations = endpoint({
  method: 'GET',
  path: '/api/admin/activations',
  access: 'staff',
  summary: 'The newest 50 activations of all partners',
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

export const getAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'staff',
  summary: 'How many partners there are, and how far they have come',
  answers: { 200: AdminStats },
})

export const AdminOverview = z.strictObject({
  /** The number at each step: partners by their status, and before them the enabled users without a profile. */
  funnel: z.strictObject({ invited: count, profile: count, documents: count, completed: count }),
  /** The last twelve weeks, oldest first, each from Monday midnight UTC; includes signatures on paper. */
  signaturesByWeek: z.array(
    z.strictObject({ week: isoDate, nda: count, venue_partnership_agreement: count }),
  ),
  /** Open tasks past their due date. */
  overdueTasks: count,
  /** The ten earliest partners who have not completed onboarding, without disabled users. */
  stalledPartners: z.array(
    z.strictObject({
      id,
      fullName: z.string(),
      businessName: z.string(),
      onboardingStatus: OnboardingStatus,
      since: isoDate,
    }),
  ),
})
export type AdminOverview = z.input<typeof AdminOverview>

export const getAdminOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'staff',
  summary: 'Where partners are in onboarding, signatures by week, overdue tasks',
  answers: { 200: AdminOverview },
})
