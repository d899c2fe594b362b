import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { getPartner } from '#contract/partners/partners.ts'

/** The partner's own agreements, the oldest first. */
export const useOwnDocuments = () => useQuery(readOf(listOwnDocuments))

/** A partner with its user, for staff; nothing is read while none is chosen. */
export const usePartner = (partnerId: string | null) =>
  useQuery({
    ...readOf(getPartner, { params: { partnerId: partnerId ?? '' } }),
    enabled: partnerId !== null,
  })
