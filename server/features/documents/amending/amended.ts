import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { listAmended } from './data.ts'
import { documentAmended } from './events.ts'

/** Records in the evidence of the amended agreements that both sides have signed this agreement, if it is an amendment. */
export const recordAmended = async (
  tx: Executor,
  by: Actor,
  { id, documentType }: { id: string; documentType: string },
) => {
  if (documentType !== amendmentType) return
  const amended = await listAmended(tx, id)
  await record(tx, documentAmended, by, ...amended.map((document) => ({ document, amendedBy: id })))
}
