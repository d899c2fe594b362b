import { isOneOf, type ObligationKind, operationalKinds } from '#contract/obligations/kinds.ts'
import { isStaff } from '#contract/users/roles.ts'
import { mayNotSign } from '#server/http/access.ts'
import type { SignedInUser } from '#server/sessions/data.ts'

type Reader = Pick<SignedInUser, 'role' | 'partnerId' | 'partnerRole' | 'canSign'>

interface Visible {
  partnerId: string
  kind: ObligationKind
}

/** Whether a user may read an obligation. Members who may not sign read only those about setup, delivery and the number of guests. */
export const canReadObligation = (user: Reader, { partnerId, kind }: Visible) => {
  if (isStaff(user.role)) return true
  return partnerId === user.partnerId && (!mayNotSign(user) || isOneOf(operationalKinds, kind))
}

const hidden = {
  documentId: null,
  amountCents: null,
  paidCents: 0,
  clause: null,
  note: null,
  ...{ filePath: null, fileName: null, fileType: null, fileSize: null },
}

/** Returns an obligation as a user may see it: without the agreement, amounts and evidence for members who may not sign. */
export const obligationFor = <Row extends object>(user: Reader, row: Row): Row | (Row & typeof hidden) =>
  isStaff(user.role) || !mayNotSign(user) ? row : { ...row, ...hidden }
