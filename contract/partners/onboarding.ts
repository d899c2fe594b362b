import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The requirements of a partner's onboarding, without terms and texts, so that people who do not sign may read them. */
export const Onboarding = z.strictObject({
  /** The name of the owner, who confirms the profile and signs. */
  ownerName: z.string(),
  isProfileConfirmed: z.boolean(),
  /** The agreements that onboarding requires. */
  agreements: z.array(z.strictObject({ documentName: z.string(), isSigned: z.boolean() })),
})
export type Onboarding = z.input<typeof Onboarding>

export const getOnboarding = endpoint('GET', '/api/partner/onboarding', {
  access: 'signed-in',
  summary:
    "What the onboarding of the caller's partner requires, and what is done; 404 without a partner, and when onboarding is completed",
  responses: { 200: Onboarding },
})
