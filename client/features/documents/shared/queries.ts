import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDashboardView } from '#client/domain/dashboard-view.ts'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import type { DocumentStatus } from '#contract/documents/document-status.ts'
import { useStaffDocuments } from '../queries.ts'

/** An agreement for several partners. */
export const useSharedDocument = (id: string) =>
  useQuery(readOf('/api/admin/shared-documents/:id', { params: { id } }))

/** The agreements of single partners that belong to an agreement for several, sorted by the partner's name. */
export const useDocumentsOf = (id: string, status: DocumentStatus | undefined) =>
  useInfiniteQuery(
    pagesOf('/api/admin/shared-documents/:id/documents', {
      params: { id },
      query: { ...(status && { status }), limit: '50' },
    }),
  )

const newestDocuments = 50

export const newestSharedAgreements = readOf('/api/admin/shared-documents', {
  query: { limit: String(newestDocuments) },
})

/** For staff: the newest agreements of all partners. An agreement for several partners is one row. */
export const useNewestDocuments = (enabled = true) => {
  const { isMine } = useDashboardView()
  const own = useStaffDocuments(undefined, enabled)
  // A list of own partners has a row for each part of an agreement for several.
  const shared = useQuery({ ...newestSharedAgreements, enabled: enabled && !isMine })
  const several = isMine ? [] : shared.data
  const rows = own.data && several && [...own.data, ...several]
  return {
    data: rows?.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, newestDocuments),
    isError: own.isError || shared.isError,
    error: own.error ?? shared.error,
    refetch: () => Promise.all([own.refetch(), shared.refetch()]),
  }
}
