import { isStaff } from '#contract/users/roles.ts'
import { type Audience, audienceOf } from '#server/features/resources/access.ts'
import { isOnboarded } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Partners can read their own activations, staff those of everyone. */
export const canReadActivation = (user: SignedInUser, activation: { partnerId: string }) =>
  isStaff(user.role) || activation.partnerId === user.partnerId

/** The audience whose library files the user may see; null for partners who have not completed onboarding, who may see none. */
export const libraryAudienceOf = (user: SignedInUser): Audience | null =>
  isOnboarded(user) ? audienceOf(user) : null

/** Returns an activation as the user may see it: partners see neither who created it nor other partners, and only signers its agreement. */
export const activationFor = <Row extends PartnersView>(user: SignedInUser, activation: Row) =>
  isStaff(user.role)
    ? activation
    : {
        ...activation,
        createdBy: null,
        definitionId: null,
        isShared: false,
        documentId: user.canSign ? activation.documentId : null,
        plan: null,
      }

type PartnersView = {
  createdBy: string | null
  definitionId: string
  isShared: boolean
  documentId: string | null
  plan: { id: string; name: string } | null
}
