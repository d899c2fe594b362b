import FileText from 'lucide-react/icons/file-text'
import { useOwnDocuments } from '#client/domain/queries.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { AgreementCard } from './agreement-card.tsx'
import { usePortal } from './queries.ts'
import { requiredDocuments } from './required-documents.ts'

/** The agreements that onboarding takes, each in a card of its own. */
export function AgreementCards({ profile }: { profile: PartnerProfile }) {
  const documents = useOwnDocuments()
  const portal = usePortal()

  const failed = [documents, portal].find((query) => query.isError && !query.data)
  if (failed) {
    return (
      <Alert title="Your agreements could not be loaded" onRetry={() => failed.refetch()}>
        What you have filled in and signed is safe. Check your connection.
      </Alert>
    )
  }
  if (!documents.data || !portal.data) return <AgreementCardSkeletons />

  const required = requiredDocuments(documents.data)
  if (required.length === 0) {
    return (
      <Card title="Agreements">
        <EmptyState
          icon={FileText}
          line="Your agreements will be here."
          action={<Button onClick={() => documents.refetch()}>Look again</Button>}
        />
      </Card>
    )
  }

  return required.map((document) => (
    <AgreementCard
      key={document.id}
      document={document}
      profile={profile}
      companyName={portal.data.companyName}
    />
  ))
}

function AgreementCardSkeletons() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading...</span>
      {['nda', 'contract'].map((card) => (
        <div key={card} className="rounded-card border border-line bg-surface p-5">
          <Skeleton className="h-6 w-80 max-w-full" />
          <Skeleton className="mt-6 h-100" />
          <Skeleton className="mt-6 h-9 w-40" />
        </div>
      ))}
    </div>
  )
}
