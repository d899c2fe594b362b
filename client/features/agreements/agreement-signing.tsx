import { useState } from 'react'
import type { PartnerDocument } from '#contract/documents.ts'
import type { PartnerProfile } from '#contract/partners.ts'
import { SignedAgreement } from './signed-agreement.tsx'
import { SigningForm } from './signing-form.tsx'

type AgreementSigningProps = {
  document: PartnerDocument
  /** Whose agreement it is: what is known of them is filled in. */
  profile: PartnerProfile
  companyName: string
  /** Called with the signed document, which the list of agreements then holds too. */
  onSigned?: (signed: PartnerDocument) => void
}

/**
 * One agreement: to be read, filled in and signed, and, once `document` is signed, with its signature. It fills the width
 * of what it stands in and brings its own padding, such as in a flush Card; its foot stays at the lower edge of the page.
 */
export function AgreementSigning({ document, profile, companyName, onSigned }: AgreementSigningProps) {
  const [justSigned, setJustSigned] = useState(false)
  if (document.status === 'signed') {
    return <SignedAgreement document={document} companyName={companyName} justSigned={justSigned} />
  }
  return (
    <SigningForm
      document={document}
      profile={profile}
      companyName={companyName}
      onSigned={(signed) => {
        setJustSigned(true)
        onSigned?.(signed)
      }}
    />
  )
}
