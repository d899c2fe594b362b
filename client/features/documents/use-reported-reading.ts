import { useEffect } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { call } from '#client/lib/api.ts'
import { type ReadingStep, recordReading } from '#contract/documents/reading.ts'

/** Has the evidence of an agreement say when its signer opened it, and read it to the end. Signing does not depend on it. */
export const useReportedReading = (documentId: string, agreementVersion: string, hasRead: boolean) => {
  const { data: user } = useCurrentUser()
  const isOwn = user?.viewing === null
  useEffect(() => {
    if (isOwn) report(documentId, { step: 'opened', agreementVersion })
  }, [isOwn, documentId, agreementVersion])
  useEffect(() => {
    if (isOwn && hasRead) report(documentId, { step: 'read_to_end', agreementVersion })
  }, [isOwn, hasRead, documentId, agreementVersion])
}

const report = (id: string, body: { step: ReadingStep; agreementVersion: string }) => {
  // What the evidence then lacks is nothing that its reader could do anything about.
  call(recordReading, { params: { id }, body }).catch(() => undefined)
}
