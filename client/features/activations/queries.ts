import { useQuery } from '@tanstack/react-query'
import type { ActivationRow } from '#client/domain/rows/rows.ts'
import { readOf } from '#client/lib/query-client.ts'
import { getActivation, listOwnActivations, listPartnerActivations } from '#contract/activations.ts'
import { listAllActivations } from '#contract/overview.ts'

export const ownActivations = readOf(listOwnActivations)

/** The partner's own activations, the latest first. */
export const useOwnActivations = () => useQuery(ownActivations)

/** For staff: the activations of a partner, the latest first, or the newest of all partners. */
export const useStaffActivations = (partnerId: string | undefined) =>
  useQuery<ActivationRow[]>({
    queryKey: partnerId
      ? readOf(listPartnerActivations, { params: { partnerId } }).queryKey
      : readOf(listAllActivations, { query: { limit: '50' } }).queryKey,
  })

export const useActivation = (id: string, enabled: boolean) =>
  useQuery({ ...readOf(getActivation, { params: { id } }), enabled })
