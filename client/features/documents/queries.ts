import { useQuery } from '@tanstack/react-query'
import { useOwnDocuments } from '#client/domain/queries.ts'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { readOf } from '#client/lib/query-client.ts'
import { getDocumentText, listOwnDocuments, listPartnerDocuments } from '#contract/documents/documents.ts'
import { listNewestDocuments } from '#contract/overview.ts'
import { getPortal } from '#contract/session/session.ts'

/** The partner's own agreements, with the company that they are made with. */
export const useAgreements = () => {
  const documents = useOwnDocuments()
  const portal = useQuery(readOf(getPortal))
  const failed = [documents, portal].find((query) => query.isError && !query.data)
  return {
    data:
      documents.data && portal.data
        ? { documents: documents.data, companyName: portal.data.companyName }
        : undefined,
    isError: failed !== undefined,
    refetch: () => (failed ?? documents).refetch(),
  }
}

const pendingFirst = (documents: DocumentRow[]) => [
  ...documents.filter(({ status }) => status === 'pending'),
  ...documents.filter(({ status }) => status === 'signed'),
]

/** The partner's own agreements, those still to be signed first. */
export const useOwnDocumentRows = () =>
  useQuery<DocumentRow[]>({ queryKey: readOf(listOwnDocuments).queryKey, select: pendingFirst })

/** For staff: the agreements of a partner, those still to be signed first, or the newest of all partners. */
export const useStaffDocuments = (partnerId: string | undefined) =>
  useQuery<DocumentRow[]>({
    queryKey: partnerId
      ? readOf(listPartnerDocuments, { params: { partnerId } }).queryKey
      : readOf(listNewestDocuments).queryKey,
    ...(partnerId && { select: pendingFirst }),
  })

/** Where the text of a signed agreement is downloaded. */
export const downloadAddress = (id: string) => getDocumentText.path.replace(':id', id)

/** Where an onboarded partner signs a further agreement. */
export const signingAddress = (document: { id: string }) => `/?sign=${document.id}`
