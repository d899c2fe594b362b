import { teamName } from '#server/http/team-name.ts'

interface Readable {
  signatureData: string | null
  sharedDocumentId: string | null
  assignedPartnerIds: string[]
  assignedGroup: string | null
  assignedViewId: string | null
}

/** Removes from an agreement what its partner may not see: who else has it, and which member of staff marked it as signed on paper. */
export const forPartner = <D extends Readable>(document: D): D => {
  const audience = { assignedPartnerIds: [], assignedGroup: null, assignedViewId: null }
  const own = { ...document, sharedDocumentId: null, ...audience }
  if (document.signatureData === null) return own
  const { markedBy, markedByEmail, ...signature } = JSON.parse(document.signatureData)
  if (!markedBy) return own
  return { ...own, signatureData: JSON.stringify({ ...signature, markedByName: teamName }) }
}
