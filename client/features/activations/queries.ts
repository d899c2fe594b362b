import { useQuery } from '@tanstack/react-query'
import type { ActivationRow } from '#client/domain/rows/rows.ts'
import { readOf } from '#client/lib/query-client.ts'
import { getActivation, listOwnActivations, listPartnerActivations } from '#contract/activations.ts'
import { listNewestActivations } from '#contract/overview.ts'

export const ownActivations = readOf(listOwnActivations)

/** The partner's own activations, the latest first. */
export const useOwnActivations = () => useQuery(ownActivations)

/** For staff: the activations of a partner, the latest first, or the newest of all partners. */
export const useStaffActivations = (partnerId: string | undefined) =>
  useQuery<ActivationRow[]>({
    queryKey: partnerId
      ? readOf(listPartnerActivations, { params: { partnerId } }).queryKey
      : readOf(listNewestActivations).queryKey,
  })

export const useActivation = (id: string, enabled: boolean) =>
  useQuery({ ...readOf(getActivation, { params: { id } }), enabled })
