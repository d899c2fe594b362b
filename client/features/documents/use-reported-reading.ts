import { useEffect, useState } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { call } from '#client/lib/api.ts'
import type { ReadingStep } from '#contract/documents/reading.ts'

/** Reports when the signer opened an agreement and read it to the end, for its evidence. Signing does not depend on these reports. */
export const useReportedReading = (documentId: string, agreementVersion: string, hasRead: boolean) => {
  const { data: user } = useCurrentUser()
  const isOwn = user != null && user.viewing === undefined
  useEffect(() => {
    if (isOwn) report(documentId, { step: 'opened', agreementVersion })
  }, [isOwn, documentId, agreementVersion])
  // If the end was reached before a reload, that was reported then.
  const [hadRead] = useState(hasRead)
  useEffect(() => {
    if (isOwn && hasRead && !hadRead) report(documentId, { step: 'read_to_end', agreementVersion })
  }, [isOwn, hasRead, hadRead, documentId, agreementVersion])
}

const report = (id: string, body: { step: ReadingStep; agreementVersion: string }) => {
  // A failed report is ignored: the evidence lacks the step, and the signer can do nothing about that.
  call('POST /api/partner/documents/:id/reading', { params: { id }, body }).catch(() => undefined)
}
