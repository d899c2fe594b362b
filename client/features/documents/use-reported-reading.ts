import { useEffect, useState } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { call } from '#client/lib/api.ts'
import { type ReadingStep, recordReading } from '#contract/documents/reading.ts'

/** Has the evidence of an agreement say when its signer opened it, and read it to the end. Signing does not depend on it. */
export const useReportedReading = (documentId: string, agreementVersion: string, hasRead: boolean) => {
  const { data: user } = useCurrentUser()
  const isOwn = user != null && user.viewing === undefined
  useEffect(() => {
    if (isOwn) report(documentId, { step: 'opened', agreementVersion })
  }, [isOwn, documentId, agreementVersion])
  // After a reload it has been reported.
  const [hadRead] = useState(hasRead)
  useEffect(() => {
    if (isOwn && hasRead && !hadRead) report(documentId, { step: 'read_to_end', agreementVersion })
  }, [isOwn, hasRead, hadRead, documentId, agreementVersion])
}

const report = (id: string, body: { step: ReadingStep; agreementVersion: string }) => {
  // What the evidence then lacks is nothing that its reader could do anything about.
  call(recordReading, { params: { id }, body }).catch(() => undefined)
}
