import FileCheck from 'lucide-react/icons/file-check'
import { useOwnDocuments } from '#client/domain/queries.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import { DownloadButton } from './download-button.tsx'
import { SignedTime } from './signature-block.tsx'

/** What the partner has signed, each with its download. */
export function SignedAgreements() {
  const documents = useOwnDocuments()

  if (documents.isError && !documents.data) {
    return (
      <Alert title="Your agreements could not be loaded" onRetry={() => documents.refetch()}>
        They are signed and safe. Check your connection.
      </Alert>
    )
  }
  if (!documents.data) {
    return (
      <div role="status" className="grid gap-4">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  }

  return (
    <ul className="divide-y divide-line">
      {documents.data
        .filter(({ status }) => status === 'signed')
        .map((document) => (
          <li key={document.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <FileCheck aria-hidden className="size-5 shrink-0 text-positive" />
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">{agreements[document.documentType].title}</p>
              <p className="text-13 text-muted">
                {document.evidence ? `Signed by ${document.evidence.signerName}` : 'Signed on paper'}
                {document.signedAt && (
                  <>
                    {' on '}
                    <SignedTime moment={document.signedAt} />
                  </>
                )}
              </p>
            </div>
            {document.evidence && (
              <div className="max-sm:pl-9">
                <DownloadButton {...document} />
              </div>
            )}
          </li>
        ))}
    </ul>
  )
}
