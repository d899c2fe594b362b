const teamName = 'Partner team'

interface Readable {
  signatureData: string | null
  sharedDocumentId: string | null
  assignedPartnerIds: string[]
  assignedGroup: string | null
}

/** What a partner receives of a document: not who else has it, and a signature on paper was marked by the team, whoever of it did so. */
export const forPartner = <D extends Readable>(document: D): D => {
  const own = { ...document, sharedDocumentId: null, assignedPartnerIds: [], assignedGroup: null }
  if (document.signatureData === null) return own
  const { markedBy, markedByEmail, ...signature } = JSON.parse(document.signatureData)
  if (!markedBy) return own
  return { ...own, signatureData: JSON.stringify({ ...signature, markedByName: teamName }) }
}
