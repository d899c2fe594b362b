import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { getPortal } from '#contract/session/session.ts'
import { useOwnDocuments } from './queries.ts'
import { SignedAgreement } from './signed-agreement.tsx'
import { SigningForm } from './signing-form.tsx'

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

type AgreementCardProps = {
  document: PartnerDocument
  /** The profile of the signing partner, whose values are filled in. */
  profile: PartnerProfile
  companyName: string
}

/** One agreement: the form to sign it, or, once it is signed, its text with the signature. */
export function AgreementCard({ document, profile, companyName }: AgreementCardProps) {
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
