import FileCheck from 'lucide-react/icons/file-check'
import { Day } from '#client/domain/day.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { useOwnDocuments } from './queries.ts'
import { DownloadButton } from './signed-agreement.tsx'

/** The signed agreements of the partner, each with a download. */
export function SignedAgreements() {
  return (
    <QueryState
      query={useOwnDocuments()}
      loading={
        <div role="status" className="grid gap-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      }
      failure={{
        title: 'Your agreements could not be loaded',
        text: 'They are signed and safe. Check your connection.',
      }}
    >
      {(documents) => (
        <ul className="divide-y divide-line">
          {documents
            .filter(({ status }) => status === 'signed')
            .map((document) => (
              <SignedDocument key={document.id} {...document} />
            ))}
        </ul>
      )}
    </QueryState>
  )
}

function SignedDocument({ id, documentType, evidence, signedAt }: PartnerDocument) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <FileCheck aria-hidden className="size-5 shrink-0 text-positive" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{agreements[documentType].title}</p>
        <p className="text-13 text-muted">
          {evidence ? `Signed by ${evidence.signerName}` : 'Signed on paper'}
          {signedAt && (
            <>
              {' on '}
              <Day at={signedAt} />
            </>
          )}
        </p>
      </div>
      {evidence && (
        <div className="max-sm:pl-9">
          <DownloadButton id={id} documentType={documentType} />
        </div>
      )}
    </li>
  )
}
