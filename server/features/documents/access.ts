import { isStaff } from '#contract/users/roles.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

type Reader = Pick<SignedInUser, 'role' | 'partnerId' | 'canSign'>

/** Whether an agreement is the user's own, to read and to sign. */
export const isOwnDocument = (user: Omit<Reader, 'role'>, document: { partnerId: string }) =>
  document.partnerId === partnerOfAgreements(user)

/** Whether a user may read an agreement: the people of a partner who may sign read their own, and staff read all of them. */
export const canReadDocument = (user: Reader, document: { partnerId: string }) =>
  isStaff(user.role) || isOwnDocument(user, document)

/** Whether staff marked an agreement as signed on paper, so that the partner signed nothing in the portal. */
export const isSignedOnPaper = ({
  signatureData,
  evidence,
}: {
  signatureData: string | null
  evidence: unknown
}) => evidence === null && signatureData !== null && JSON.parse(signatureData).signedOn === 'paper'
