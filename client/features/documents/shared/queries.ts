import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import type { DocumentStatus } from '#contract/documents/documents.ts'
import { getSharedDocument, listDocumentsOfShared } from '#contract/documents/shared-documents.ts'

/** An agreement for several partners. */
export const useSharedDocument = (id: string) => useQuery(readOf(getSharedDocument, { params: { id } }))

/** The partners' own agreements of one for several, by the partner's name. */
export const useDocumentsOf = (id: string, status: DocumentStatus | undefined) =>
  useInfiniteQuery(
    pagesOf(listDocumentsOfShared, { params: { id }, query: { ...(status && { status }), limit: '50' } }),
  )
