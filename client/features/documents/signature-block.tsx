import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import { signatureOf } from './signature.ts'

/** A moment by its day, the exact time on hover. */
export function SignedTime({ moment, exact = false }: { moment: string; exact?: boolean }) {
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {exact ? formatDateTime(moment) : formatDate(moment)}
    </time>
  )
}

type SignatureBlockProps = {
  document: PartnerDocument
  /** Whether the person has just signed: the focus then comes here, from the button that is gone. */
  takesFocus: boolean
  className?: string
}

const focus = (block: HTMLElement | null) => block?.focus()

/** Who signed, when, and how it can be told that nothing was changed since. */
export function SignatureBlock({
  document: { evidence, signedAt },
  takesFocus,
  className,
}: SignatureBlockProps) {
  return (
    <div
      ref={takesFocus ? focus : undefined}
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
