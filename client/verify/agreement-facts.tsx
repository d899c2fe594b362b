import { formatDateTime } from '#client/lib/format.ts'
import { Fact } from '#client/ui/facts.tsx'
import type { VerifiedAgreement } from '#contract/verification.ts'
import { Disclosure } from './disclosure.tsx'
import type { IntactSeal } from './outcome.ts'

const stateSinceLabels = {
  'in-force': 'In force since',
  upcoming: 'In force from',
  voided: 'Voided',
  ended: 'Ended',
}

type AgreementFactsProps = {
  agreement: VerifiedAgreement
  seal: IntactSeal | null
  /** The code with which the agreement was found. */
  code: string | null
}

/** Shows who signed what and when, and the values that an expert can compare. */
export const AgreementFacts = ({ agreement, seal, code }: AgreementFactsProps) => (
  <div className="border-line border-t">
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 p-4 sm:grid-cols-2 sm:p-6">
      <Fact label="Signed by">
        <span className="font-medium">{agreement.signerName}</span>
      </Fact>
      {agreement.partnerName && (
        <Fact label="For the business">
          <span className="font-medium">{agreement.partnerName}</span>
        </Fact>
      )}
      <Fact label="Agreed with">{agreement.companyName}</Fact>
      <Fact label="Agreement">{agreement.title}</Fact>
      <Fact label="Version">{agreement.version}</Fact>
      <Fact label="Signed">
        <Moment at={agreement.signedAt} />
      </Fact>
      {agreement.countersignature && (
        <Fact label="Signed for the company">
          <span className="font-medium">{agreement.countersignature.signerName}</span>
          <Moment at={agreement.countersignature.signedAt} />
        </Fact>
      )}
      <Fact label="Sealed by this portal">
        <Moment at={agreement.sealedAt} />
      </Fact>
      {agreement.stateSince && (
        <Fact label={stateSinceLabels[agreement.state]}>
          <Moment at={agreement.stateSince} />
        </Fact>
      )}
      {seal?.timestamp && (
        <Fact label="Time confirmed by">
          {seal.timestamp.authority}
          <Moment at={seal.timestamp.at.toISOString()} />
        </Fact>
      )}
    </dl>
    <div className="border-line border-t">
      <Disclosure summary="Technical details">
        <dl className="grid grid-cols-1 gap-4">
          {code && (
            <Fact label="Code">
              <span className="font-mono text-13">{code}</span>
            </Fact>
          )}
          <Fact label={seal ? 'SHA-256 of this file' : 'SHA-256 of the sealed PDF'}>
            <span className="font-mono text-13">{agreement.sha256}</span>
          </Fact>
          {seal && (
            <>
              <Fact label="Sealed with the certificate of">{seal.certificateName}</Fact>
              <Fact label="SHA-256 of the certificate">
                <span className="font-mono text-13">{seal.certificateSha256}</span>
              </Fact>
            </>
          )}
        </dl>
      </Disclosure>
    </div>
  </div>
)

/** A moment in the time zone of the reader, and in UTC as in the document. */
const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="block">
    {formatDateTime(at)}
    <span className="block text-13 text-muted">{`${formatDateTime(at, 'UTC')} UTC`}</span>
  </time>
)
