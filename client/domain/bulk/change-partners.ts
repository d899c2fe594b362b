import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { BulkChange, changePartners } from '#contract/partners/bulk.ts'
import { useActionToast } from './action-toast.ts'

/** The partners of an action: some of them, or all that match a filter, and how many they are. */
export type ChosenPartners = Pick<Sent<typeof changePartners, 'body'>, 'ids' | 'filter'> & { count: number }

/** Begins to change partners. An action for a few is done when the response arrives. */
export const useChangePartners = () =>
  useEndpointMutation(
    ({ change, chosen: { count: _count, ...named } }: { change: BulkChange; chosen: ChosenPartners }) =>
      call('POST /api/admin/partners/bulk', { body: { change, ...named } }),
    {
      serverMessages: 'all',
      invalidates: [staffReads],
      success: useActionToast(),
      failure: 'The partners could not be changed. Check your connection and try again.',
    },
  )
