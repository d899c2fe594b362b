const teamName = 'Partner team'

/** What a partner receives of a document: a signature on paper was marked by the team, whoever of it did so. */
export const forPartner = <D extends { signatureData: string | null }>(document: D): D => {
  if (document.signatureData === null) return document
  const { markedBy, markedByEmail, ...signature } = JSON.parse(document.signatureData)
  if (!markedBy) return document
  return { ...document, signatureData: JSON.stringify({ ...signature, markedByName: teamName }) }
}
