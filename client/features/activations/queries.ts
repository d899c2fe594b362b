import { useQuery } from '@tanstack/react-query'
import { mineFilter, useDashboardView } from '#client/domain/dashboard-view.ts'
import type { ActivationRow } from '#client/domain/rows/rows.ts'
import { readOf } from '#client/lib/query-client.ts'

export const ownActivations = readOf('/api/partner/activations')

/** The partner's own activations, the latest first. */
export const useOwnActivations = () => useQuery(ownActivations)

/** For staff: the newest activations of all partners, or of those that the reader manages. */
export const newestActivations = (isMine: boolean) =>
  readOf('/api/admin/activations', { query: { ...mineFilter(isMine), limit: '50' } })

/** For staff: the activations of a partner, the latest first, or the newest of all partners. */
export const useStaffActivations = (partnerId: string | undefined) => {
  const { isMine } = useDashboardView()
  return useQuery<ActivationRow[]>({
    queryKey: partnerId
      ? readOf('/api/admin/partners/:partnerId/activations', { params: { partnerId } }).queryKey
      : newestActivations(isMine).queryKey,
  })
}

export const useActivation = (id: string, enabled: boolean) =>
  useQuery({ ...readOf('/api/activations/:id', { params: { id } }), enabled })
