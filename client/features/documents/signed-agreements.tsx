import { FileCheck } from 'lucide-react'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { useOwnDocuments } from './queries.ts'
import { DownloadButton, SignedBy } from './signed-agreement.tsx'

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
        text: 'What you signed is safe. Check your connection.',
      }}
    >
      {(documents) => (
        <ul className="divide-y divide-line">
          {documents
            .filter(({ status }) => status === 'signed')
            .map((document) => (
              <SignedDocument key={document.id} document={document} />
            ))}
        </ul>
      )}
    </QueryState>
  )
}

function SignedDocument({ document }: { document: PartnerDocument }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <FileCheck aria-hidden className="size-5 shrink-0 text-positive" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{agreements[document.documentType].title}</p>
        <p className="text-13 text-muted">
          <SignedBy document={document} />
        </p>
      </div>
      {document.evidence && (
        <div className="max-sm:pl-9">
          <DownloadButton {...document} />
        </div>
      )}
    </li>
  )
}
