import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'
import { OnboardingStatus } from './partners.ts'

const count = z.number().int()

export const AdminOverview = z.strictObject({
  /** How many are at each step: partners by their status, and before them who can sign in and has no profile yet. */
  funnel: z.strictObject({ invited: count, profile: count, documents: count, completed: count }),
  /** The last twelve weeks, the oldest first, each from its Monday at midnight UTC; on paper as well. */
  signaturesByWeek: z.array(
    z.strictObject({ week: isoDate, nda: count, venue_partnership_agreement: count }),
  ),
  /** Tasks whose day has passed and that are not completed. */
  overdueTasks: count,
  /** The ten partners who began first and have not completed onboarding, without who is disabled. */
  longestWaiting: z.array(
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
  summary: 'What a manager asks next: where partners are stuck, how signing goes, what is late',
  answers: { 200: AdminOverview },
})
