import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** Whether a user may read an agreement: partners read their own, and staff read all of them. */
export const canReadDocument = (user: SignedInUser, document: { partnerId: string }) =>
  isStaff(user.role) || document.partnerId === user.partnerId

/** Whether staff marked an agreement as signed on paper, so that the partner signed nothing in the portal. */
export const isSignedOnPaper = ({
  signatureData,
  evidence,
}: {
  signatureData: string | null
  evidence: unknown
}) => evidence === null && signatureData !== null && JSON.parse(signatureData).signedOn === 'paper'
