import { utcDay } from '#contract/documents/standing.ts'
import type { Executor } from '#server/db/client.ts'
import type { NewEvent } from '#server/domain-events/chain/data.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import { endReplaced } from './data.ts'

interface Replacing {
  id: string
  partnerId: string
  documentType: string
  documentName: string
  replacesEarlier: boolean
}

/** Ends what an agreement replaces that is being signed. Answers the events of it, to be appended with those of the signature. */
export const replaceEarlier = async (
  tx: Executor,
  { replacesEarlier, ...document }: Replacing,
  actorId: string,
  signedAt: Date,
): Promise<NewEvent[]> => {
  if (!replacesEarlier) return []
  const ended = await endReplaced(tx, document, utcDay(signedAt))
  for (const { id } of ended) {
    await logActivity(tx, {
      partnerId: document.partnerId,
      activityType: 'document_replaced',
      description: `${document.documentName} replaced by a later one`,
      metadata: { actorId, documentId: id },
    })
  }
  return ended.map(({ id, effectiveOn, endsOn }) => ({
    documentId: id,
    type: 'replaced',
    data: { by: actorId, replacedBy: document.id, effectiveOn, endsOn },
  }))
}
