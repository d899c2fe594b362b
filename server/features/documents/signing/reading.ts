import type { ReadingStep } from '#contract/documents/reading.ts'
import type { Database } from '#server/db/client.ts'
import { hasEvent } from '#server/domain-events/chain/data.ts'
import { record } from '#server/domain-events/record.ts'
import { notFound } from '#server/http/app-error.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { isOwnDocument } from '../access.ts'
import { getDocument, setOpened } from '../data.ts'
import { documentRead } from '../events.ts'

// A reload within this time does not count as opening the agreement again.
const sameReadingMinutes = 60

/**
 * Records in the chain, at most once an hour, that the partner has opened an agreement to sign it, or has read it to its end.
 * Does nothing for an agreement that is signed.
 * @throws AppError `not_found` for another partner's agreement
 */
export const recordReading = async (
  db: Database,
  user: SignedInUser,
  documentId: string,
  { step, agreementVersion }: { step: ReadingStep; agreementVersion: string },
) => {
  const document = await getDocument(db, documentId)
  if (!document || !isOwnDocument(user, document)) throw notFound()
  // The partner may have signed the agreement in another window.
  if (document.status === 'signed') return
  if (await hasEvent(db, { documentId, type: step, by: user.id, minutes: sameReadingMinutes })) return
  await db.transaction(async (tx) => {
    if (step === 'opened') await setOpened(tx, documentId)
    await record(tx, documentRead, user, { document, step, agreementVersion })
  })
}
