import type { ChosenPartners } from '#client/domain/bulk/change-partners.ts'
import { call } from '#client/lib/api.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'

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
