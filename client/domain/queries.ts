import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { getPartner } from '#contract/partners/partners.ts'

/** A partner with its user, for staff; nothing is read while none is chosen. */
export const usePartner = (partnerId: string | null) =>
  useQuery({
    ...readOf(getPartner, { params: { partnerId: partnerId ?? '' } }),
    enabled: partnerId !== null,
  })
