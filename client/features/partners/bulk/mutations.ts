import { useActionToast } from '#client/domain/bulk/action-toast.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { BulkChange, changePartners } from '#contract/partners/bulk.ts'

/** The partners of an action: some of them, or all that match a filter, and how many they are. */
export type ChosenPartners = Pick<Sent<typeof changePartners, 'body'>, 'ids' | 'filter'> & { count: number }

const forStaff = { serverMessages: 'all', invalidates: [staffReads] } as const

/** Begins to change partners. An action for a few is done when the response arrives. */
export const useChangePartners = () =>
  useEndpointMutation(
    ({ change, chosen: { count: _count, ...named } }: { change: BulkChange; chosen: ChosenPartners }) =>
      call('POST /api/admin/partners/bulk', { body: { change, ...named } }),
    {
      ...forStaff,
      success: useActionToast(),
      failure: 'The partners could not be changed. Check your connection and try again.',
    },
  )

/** Saves some partners, or all that match a filter, as a file for a spreadsheet. */
export const useExportChosen = () =>
  useEndpointMutation(
    ({ ids, filter = {} }: ChosenPartners) =>
      ids
        ? saveResponse('/api/admin/partners/export', { ids })
        : saveResponse(`/api/admin/partners/export?${new URLSearchParams(filter as Record<string, string>)}`),
    {
      serverMessages: 'all',
      failure: 'The report could not be exported. Check your connection and try again.',
    },
  )

/** Reads the ids of chosen partners, for a form whose audience they are. */
export const useIdsOf = () =>
  useEndpointMutation(
    async ({ ids, filter }: ChosenPartners) =>
      ids ??
      (await call('GET /api/admin/partners/ids', { query: { ...filter } as Record<string, string> })).ids,
    { failure: 'The partners could not be read. Check your connection and try again.' },
  )
