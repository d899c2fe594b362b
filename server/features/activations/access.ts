import { isStaff } from '#contract/users/roles.ts'
import { type Audience, audienceOf } from '#server/features/resources/access.ts'
import { isOnboarded } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Partners can read their own activations, staff those of everyone. */
export const canReadActivation = (user: SignedInUser, activation: { partnerId: string }) =>
  isStaff(user.role) || activation.partnerId === user.partnerId

/** Which files of the library the user may see; null for none of them, as until onboarding is complete. */
export const libraryAudienceOf = (user: SignedInUser): Audience | null =>
  isOnboarded(user) ? audienceOf(user) : null
