import { useState } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { agreements } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { SignedAgreement } from './signed-agreement.tsx'
import { SigningForm } from './signing-form.tsx'

type AgreementCardProps = {
  document: PartnerDocument
  /** Whose agreement it is: what is known of them is filled in. */
  profile: PartnerProfile
  companyName: string
}

/**
 * One agreement: to be read, filled in and signed, and, once `document` is signed, with its signature. Its foot stays at the
 * lower edge of the page.
 */
export function AgreementCard({ document, profile, companyName }: AgreementCardProps) {
  const [justSigned, setJustSigned] = useState(false)
  const isSigned = document.status === 'signed'
  return (
    <Card
      flush
      title={agreements[document.documentType].title}
      actions={isSigned ? <Badge tone="positive">Signed</Badge> : <Badge tone="caution">Required</Badge>}
    >
      {isSigned ? (
        <SignedAgreement document={document} companyName={companyName} justSigned={justSigned} />
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
