import { isStaff } from '#contract/users/roles.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

/** A partner reads their own agreements, staff everyone's. */
export const canReadDocument = (user: SignedInUser, document: { partnerId: string }) =>
  isStaff(user.role) || document.partnerId === user.partnerId

/** Whether staff have marked it as signed, with nothing that the partner signed here. */
export const isSignedOnPaper = ({
  signatureData,
  evidence,
}: {
  signatureData: string | null
  evidence: unknown
}) => evidence === null && signatureData !== null && JSON.parse(signatureData).signedOn === 'paper'
