import Check from 'lucide-react/icons/check'
import { Button } from '#client/ui/button.tsx'
import { agreementVersion } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { AgreementPaper } from './agreement-paper.tsx'
import { DownloadButton } from './download-button.tsx'
import { signedValues } from './signature.ts'
import { SignatureBlock, SignedTime } from './signature-block.tsx'

type SignedAgreementProps = {
  document: PartnerDocument
  companyName: string
  justSigned: boolean
}

/** An agreement that is signed: the paper with its signature block, and the way to keep a copy. */
export function SignedAgreement({ document, companyName, justSigned }: SignedAgreementProps) {
  const { evidence, documentType, signedAt } = document
  const agreement = evidence && agreementVersion(documentType, evidence.agreementVersion)
  const block = <SignatureBlock document={document} takesFocus={justSigned} className="mt-8 scroll-mb-24" />
  return (
    <>
      {agreement ? (
        <AgreementPaper
          agreement={agreement}
          values={signedValues(document.signatureData)}
          companyName={companyName}
          className="max-h-112"
        >
          {block}
        </AgreementPaper>
      ) : (
        <div className="px-4 pb-4 sm:px-5">{block}</div>
      )}
      <footer className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-3 sm:px-5">
        <p className="min-w-0 flex-1 basis-60 text-13 text-muted">
          {evidence ? `Signed by ${evidence.signerName}` : 'Signed on paper'}
          {signedAt && (
            <>
              {' on '}
              <SignedTime moment={signedAt} exact />
            </>
          )}
        </p>
        {evidence && <DownloadButton {...document} />}
        <Button disabled>
          <Check aria-hidden className="size-4" />
          Signed
        </Button>
      </footer>
    </>
  )
}
