import { utcDay } from '#contract/documents/standing.ts'
import type { Executor } from '#server/db/client.ts'
import type { PartnerProfileRow } from '#server/features/partners/profile/data.ts'
import { endReplaced } from './data.ts'

interface Replacing {
  id: string
  partnerId: string
  documentType: string
  documentName: string
  replacesEarlier: boolean
}

/** Ends the agreements that a newly signed one replaces. Returns the events of `documentReplaced`, to record after the signature. */
export const replaceEarlier = async (
  tx: Executor,
  profile: PartnerProfileRow,
  { replacesEarlier, ...document }: Replacing,
  signedAt: Date,
) => {
  if (!replacesEarlier) return []
  const ended = await endReplaced(tx, document, utcDay(signedAt))
  return ended.map(({ id, ...life }) => ({
    document: { id, documentName: document.documentName },
    profile,
    replacedBy: document.id,
    ...life,
  }))
}
