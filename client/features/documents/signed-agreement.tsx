import Check from 'lucide-react/icons/check'
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { agreements, agreementVersion } from '#contract/documents/agreements/agreements.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { AgreementPaper } from './agreement-paper.tsx'
import { downloadAddress } from './queries.ts'
import { signatureOf, signedValues } from './signature.ts'

type SignedAgreementProps = {
  document: PartnerDocument
  companyName: string
  justSigned: boolean
}

/** A signed agreement: the paper with its signature block, and the download. */
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

/** Downloads the signed text. */
export function DownloadButton({ id, documentType }: Pick<PartnerDocument, 'id' | 'documentType'>) {
  return (
    <Button asChild>
      <a href={downloadAddress(id)} download>
        <Download aria-hidden className="size-4" />
        Download <span className="sr-only">the {agreements[documentType].shortName}</span>
      </a>
    </Button>
  )
}

/** A day, with the exact time on hover. */
export function SignedTime({ moment, exact = false }: { moment: string; exact?: boolean }) {
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {exact ? formatDateTime(moment) : formatDate(moment)}
    </time>
  )
}

type SignatureBlockProps = {
  document: PartnerDocument
  /** After signing the focus moves here, since the button is gone. */
  takesFocus: boolean
  className?: string
}

const focusBlock = (block: HTMLElement | null) => block?.focus()

/** The signer, the time, and the hash that proves that the text is unchanged. */
function SignatureBlock({ document: { evidence, signedAt }, takesFocus, className }: SignatureBlockProps) {
  return (
    <div
      ref={takesFocus ? focusBlock : undefined}
      tabIndex={-1}
      className={classNames('rounded-control bg-positive-soft p-4 font-sans', className)}
    >
      {evidence ? (
        <>
          <p className="font-serif text-20">{signatureOf(evidence.signerName)}</p>
          <dl className="mt-3 grid gap-y-1 text-13">
            <Row term="Signed by">{evidence.signerName}</Row>
            <Row term="Time">
              <SignedTime moment={evidence.signedAt} exact />
            </Row>
            <Row term="Version">{evidence.agreementVersion}</Row>
            <Row term="SHA-256">
              <span className="break-all font-mono text-12">{evidence.textSha256}</span>
            </Row>
          </dl>
        </>
      ) : (
        <p>
          Signed on paper{' '}
          {signedAt && (
            <>
              and recorded by the partner team on <SignedTime moment={signedAt} />
            </>
          )}
        </p>
      )}
    </div>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
