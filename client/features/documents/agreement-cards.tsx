import FileText from 'lucide-react/icons/file-text'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { AgreementCard } from './agreement-card.tsx'
import { useAgreements } from './queries.ts'
import { requiredDocuments } from './required-documents.ts'

/** The agreements that onboarding requires, each in a card. */
export function AgreementCards({ profile }: { profile: PartnerProfile }) {
  const agreements = useAgreements()
  return (
    <QueryState
      query={agreements}
      className="grid min-w-0 grid-cols-1 gap-6"
      loading={<AgreementCardSkeletons />}
      failure={{
        title: 'Your agreements could not be loaded',
        text: 'What you have filled in and signed is safe. Check your connection.',
      }}
      empty={{
        when: ({ documents }) => requiredDocuments(documents).length === 0,
        show: (
          <Card title="Agreements">
            <EmptyState
              icon={FileText}
              line="Your agreements will be here."
              action={<Button onClick={agreements.refetch}>Refresh</Button>}
            />
          </Card>
        ),
      }}
    >
      {({ documents, companyName }) =>
        requiredDocuments(documents).map((document) => (
          <AgreementCard key={document.id} document={document} profile={profile} companyName={companyName} />
        ))
      }
    </QueryState>
  )
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
