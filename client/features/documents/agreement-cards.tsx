import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { documentTypes } from '#contract/documents/agreements/agreement.ts'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { getPortal } from '#contract/session/session.ts'
import { useOwnDocuments } from './queries.ts'
import { SignedAgreement } from './signed-agreement.tsx'
import { SigningForm } from './signing-form.tsx'

/**
 * The agreement of each type that onboarding requires: the signed one, else the oldest. Further ones that staff have added are
 * signed from the dashboard.
 */
export const requiredDocuments = (documents: readonly PartnerDocument[]): PartnerDocument[] =>
  documentTypes.flatMap((type) => {
    const ofType = documents.filter(({ documentType }) => documentType === type)
    return ofType.find(({ status }) => status === 'signed') ?? ofType[0] ?? []
  })

/** How many of the agreements that onboarding requires are signed, and how many it requires. */
export const signedCount = (documents: readonly PartnerDocument[]) => ({
  signed: requiredDocuments(documents).filter(({ status }) => status === 'signed').length,
  required: documentTypes.length,
})

type AgreementCardsProps = {
  /** The profile of the signing partner, whose values are filled in. */
  profile: PartnerProfile
  /** Chooses the agreements that are shown; by default those that onboarding requires. */
  choose?: (documents: PartnerDocument[]) => PartnerDocument[]
  /** Shown where none is chosen. */
  empty?: ReactNode
}

/** The partner's own agreements, each in a card to read and sign it. */
export function AgreementCards({
  profile,
  choose = requiredDocuments,
  empty = <NoAgreements />,
}: AgreementCardsProps) {
  const documents = useOwnDocuments()
  const portal = useQuery(readOf(getPortal))
  const failed = [documents, portal].find((query) => query.isError && !query.data)
  return (
    <QueryState
      query={{
        data:
          documents.data && portal.data
            ? { chosen: choose(documents.data), companyName: portal.data.companyName }
            : undefined,
        isError: failed !== undefined,
        refetch: () => failed?.refetch(),
      }}
      className="grid min-w-0 grid-cols-1 gap-6"
      loading={<CardSkeleton />}
      failure={{
        title: 'Your agreements could not be loaded',
        text: 'What you have filled in and signed is safe. Check your connection.',
      }}
      empty={{ when: ({ chosen }) => chosen.length === 0, show: empty }}
    >
      {({ chosen, companyName }) =>
        chosen.map((document) => (
          <AgreementCard key={document.id} document={document} profile={profile} companyName={companyName} />
        ))
      }
    </QueryState>
  )
}

type AgreementCardProps = { document: PartnerDocument; profile: PartnerProfile; companyName: string }

/** One agreement: the form to sign it, or, once it is signed, its text with the signature. */
function AgreementCard({ document, profile, companyName }: AgreementCardProps) {
  const [wasJustSigned, setJustSigned] = useState(false)
  const isSigned = document.status === 'signed'
  return (
    <Card
      flush
      title={agreements[document.documentType].title}
      actions={isSigned ? <Badge tone="positive">Signed</Badge> : <Badge tone="caution">Required</Badge>}
    >
      {isSigned ? (
        <SignedAgreement document={document} companyName={companyName} wasJustSigned={wasJustSigned} />
      ) : (
        <SigningForm
          document={document}
          profile={profile}
          companyName={companyName}
          onSigned={() => setJustSigned(true)}
        />
      )}
    </Card>
  )
}

/** Before the agreements of a new profile have arrived. */
function NoAgreements() {
  const { refetch } = useOwnDocuments()
  return (
    <Card title="Agreements">
      <EmptyState
        icon={FileText}
        line="Your agreements will appear here."
        action={<Button onClick={() => refetch()}>Refresh</Button>}
      />
    </Card>
  )
}

function CardSkeleton() {
  return (
    <div role="status" className="rounded-card border border-line bg-surface p-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="mt-6 h-100" />
      <Skeleton className="mt-6 h-9 w-40" />
    </div>
  )
}
