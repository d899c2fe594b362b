import type { ReactNode } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { Day } from '#client/domain/day.tsx'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { isStaff } from '#contract/users/roles.ts'
import { signatureOf } from './signature.ts'
import { SignatureRow } from './signature-row.tsx'

type Document = Pick<PartnerDocument, 'awaitsCompany' | 'countersignature'>

/** Follows the words that an agreement is signed, and says whether the company has signed, too. Renders nothing if it need not sign. */
export function CompanySignatureNote({ document }: { document: Document }) {
  const { data: user } = useCurrentUser()
  if (document.countersignature) return ' · Signed by both'
  if (!document.awaitsCompany) return null
  return user && isStaff(user.role) ? " · Waiting for the company's signature" : ' · The company signs next'
}

/** Shows the signature of the company below that of the partner, or says that it is to follow. */
export function CompanySignature({ document }: { document: Document & Pick<PartnerDocument, 'evidence'> }) {
  const { data: user } = useCurrentUser()
  const { countersignature, evidence, awaitsCompany } = document
  if (countersignature) {
    const { signerName, signerTitle, signedAt, sealedAt } = countersignature
    return (
      <Block tone="bg-positive-soft">
        <p className="font-serif text-20">{signatureOf(signerName)}</p>
        <dl className="mt-3 grid gap-y-1 text-13">
          <SignatureRow term="Signed by">{`${signerName}, ${signerTitle}`}</SignatureRow>
          <SignatureRow term="For">{evidence?.companyName}</SignatureRow>
          <SignatureRow term="Time">
            <Day at={signedAt} exact />
          </SignatureRow>
          <SignatureRow term="Sealed">
            {sealedAt ? <Day at={sealedAt} exact /> : "We're making the sealed PDF with both signatures"}
          </SignatureRow>
        </dl>
      </Block>
    )
  }
  if (!awaitsCompany) return null
  return (
    <Block tone="bg-caution-soft">
      <p>
        {user && isStaff(user.role)
          ? `Signed by the partner. Waiting for ${evidence?.companyName} to sign.`
          : 'Signed by you. The company signs next.'}
      </p>
    </Block>
  )
}

function Block({ tone, children }: { tone: string; children: ReactNode }) {
  return <div className={`mt-4 rounded-control p-4 font-sans ${tone}`}>{children}</div>
}
